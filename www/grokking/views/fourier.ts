// What the network has found: each neuron of a generalising network listens to one frequency,
// and the numbers lie on circles.

import { html, svg } from "lit";
import type { Fourier } from "../../generated/grokking.js";
import type { Arm } from "../../shared/comparison.js";
import { percent } from "../../shared/numbers.js";
import { frameNote } from "./gaps.js";
import { type View, type ViewContext, colourOf } from "./view.js";

/** Neurons in the order of their strongest frequency, so that a structure shows as a staircase. */
function order({ neurons, frequencies }: Fourier): number[] {
  const rows = Math.floor(neurons.length / Math.max(1, frequencies));
  const best = Array.from({ length: rows }, (_, row) => {
    const own = neurons.subarray(row * frequencies, (row + 1) * frequencies);
    return own.indexOf(Math.max(...own));
  });
  return best.map((_, row) => row).sort((a, b) => best[a]! - best[b]!);
}

function circle(body: Fourier, k: number, colour: string) {
  const p = body.circles.length / 6;
  const points = body.circles.subarray(k * p * 2, (k + 1) * p * 2);
  let reach = 1e-9;
  for (const value of points) reach = Math.max(reach, Math.abs(value));
  let path = "";
  for (let i = 0; i < p; i++) {
    path += `${i ? "L" : "M"}${((points[2 * i]! / reach) * 44).toFixed(1)} ${((points[2 * i + 1]! / reach) * 44).toFixed(1)}`;
  }
  const dots = Array.from({ length: p }, (_, i) => svg`<circle r="2.2" cx=${(points[2 * i]! / reach) * 44} cy=${(points[2 * i + 1]! / reach) * 44} fill="var(${colour})"/>`);
  return html`<figure>
    <svg viewBox="-50 -50 100 100" role="img" aria-label=${`The ${p} numbers in the plane of frequency ${body.circleFrequencies[k]}`}>
      <path d="${path}Z" fill="none" stroke="var(--line)" stroke-width="0.6"/>${dots}
    </svg>
    <figcaption>frequency ${body.circleFrequencies[k]}</figcaption>
  </figure>`;
}

function one(context: ViewContext, arm: Arm) {
  const frame = arm.recording.frame<Fourier>("fourier", context.shown);
  const label = html`<h4><paperglass-swatch slot-number=${context.slot(arm)}></paperglass-swatch> ${arm.label}</h4>`;
  if (!frame) return html`<div>${label}<p class="note">Not measured yet.</p></div>`;
  const { body } = frame;
  const rows = order(body);
  const strength = (row: number, column: number) => body.neurons[rows[row]! * body.frequencies + column]!;
  const map = {
    rows: rows.length,
    columns: body.frequencies,
    colour: colourOf(context, arm),
    value: strength,
    words: (row: number, column: number) => `neuron ${rows[row]}, frequency ${column + 1}: ${percent(strength(row, column))} of its power`,
    description: `Neurons by frequencies of ${arm.label}: on average a neuron has ${percent(body.concentration)} of its power in its strongest frequency.`,
  };
  return html`<div>${label}
    <paperglass-heatmap .map=${map}></paperglass-heatmap>
    <p class="note">One frequency holds ${percent(body.concentration)} of a neuron's power</p>
    <div class="circles">${[0, 1, 2].filter((k) => k < body.circleFrequencies.length).map((k) => circle(body, k, colourOf(context, arm)))}</div>
  </div>`;
}

export const fourier: View = {
  id: "fourier",
  title: "Frequencies and circles",
  hint: "Rows are neurons, columns frequencies. Generalising networks give each neuron one frequency, and the numbers come to lie on circles.",
  small: [],
  large: ["fourier"],
  wide: true,
  render: (context) => {
    const frames = context.arms.map((arm) => ({ arm, frame: arm.recording.frame<Fourier>("fourier", context.shown) }));
    const spec = {
      title: "Power of the first layer by frequency",
      xLabel: frames.some(({ frame }) => frame?.body.discreteLogarithm) ? "frequency over discrete logarithms" : "frequency",
      yLabel: "share of power",
      yFormat: (value: number) => `${Number((value * 100).toPrecision(2))} %`,
      lines: frames.flatMap(({ arm, frame }) =>
        frame ? [{ label: arm.label, colour: colourOf(context, arm), x: Array.from(frame.body.power, (_, i) => i + 1), y: frame.body.power, marker: context.slot(arm), width: 1.5 }] : []),
      description: frames.map(({ arm, frame }) => `${arm.label}: ${frame ? `strongest at frequency ${frame.body.circleFrequencies[0]}` : "not measured"}`).join("; "),
    };
    return html`
      <div class="multiples">${context.arms.map((arm) => one(context, arm))}</div>
      <h4>Power of the first layer by frequency</h4>
      <paperglass-plot .spec=${spec}></paperglass-plot>
      <p class="note">${frameNote(frames.map(({ frame }) => frame?.step), context.shown)}</p>
    `;
  },
};
