// Logit gaps: how far the right answer leads. You see the crowd march across the cliff behind
// which a number format loses the rivals.

import { html } from "lit";
import type { Gaps } from "../../generated/grokking.js";
import { count, short } from "../../shared/numbers.js";
import { type View, colourOf } from "./view.js";

/** ln 2 times the significand bits: beyond it the rivals' share is rounded away. */
export const cliffs = [
  { at: 7.6, text: "f16 · 7.6" },
  { at: 16.6, text: "f32 · 16.6" },
  { at: 36.7, text: "f64 · 36.7" },
];

export const gaps: View = {
  id: "gaps",
  title: "Logit gaps",
  hint: "How far the right answer leads its best rival. Beyond a format's line the rivals are rounded away and the loss is exactly 0.",
  small: [],
  large: ["gaps"],
  render: (context) => {
    const found = context.arms.map((arm) => ({ arm, frame: arm.recording.frame<Gaps>("gaps", context.shown) }));
    // Each arm's bins widen with its gaps; one that has gone far beyond the others is named, not drawn.
    const reach = (frame: (typeof found)[number]["frame"]) => frame?.body.edges.at(-1) ?? Infinity;
    const least = Math.min(...found.map(({ frame }) => reach(frame)));
    const beyond = found.filter(({ frame }) => frame && reach(frame) > 4 * least).map(({ arm }) => arm.label);
    const lines = found.flatMap(({ arm, frame }) => {
      if (!frame || reach(frame) > 4 * least) return [];
      const { edges, train, test } = frame.body;
      const total = train.reduce((sum, n) => sum + n, 0) || 1;
      const totalTest = test.reduce((sum, n) => sum + n, 0) || 1;
      const share = (counts: Uint32Array, whole: number) => [...Array.from(counts, (n) => n / whole), 0];
      return [
        { label: `${arm.label}, train`, colour: colourOf(context, arm), x: edges, y: share(train, total), stepped: true, filled: true, width: 1.75 },
        { label: `${arm.label}, test`, colour: colourOf(context, arm), x: edges, y: share(test, totalTest), stepped: true, dash: [3, 3], width: 1.25 },
      ];
    });
    const edges = found.find(({ frame }) => reach(frame) === least && frame)?.frame!.body.edges;
    const spec = {
      title: "Logit gaps",
      xLabel: "right answer's logit minus its best rival's, nats",
      yLabel: "share of sums",
      ...(edges ? { xRange: [edges[0]!, edges.at(-1)!] as [number, number] } : {}),
      yFormat: (value: number) => `${Number((value * 100).toPrecision(2))} %`,
      lines,
      rules: cliffs.map((cliff) => ({ axis: "x" as const, ...cliff })),
      description: `Mean gap of the trained sums: ${found.map(({ arm, frame }) => `${arm.label} ${frame ? short(frame.body.trainMean) : "not measured"}`).join(", ")} nats. Lines mark where f16, f32 and f64 lose the rivals.`,
    };
    return html`
      <paperglass-plot .spec=${spec}></paperglass-plot>
      <div class="scroll" tabindex="0" role="region" aria-label="Logit gaps in numbers"><table>
        <thead><tr><th scope="col">Trained sums</th><th scope="col">mean gap</th><th scope="col">least</th><th scope="col">logits, root mean square</th></tr></thead>
        <tbody>${found.map(({ arm, frame }) => html`<tr>
          <th scope="row"><paperglass-swatch slot-number=${context.slot(arm)}></paperglass-swatch> ${arm.label}</th>
          <td>${frame ? short(frame.body.trainMean) : "–"}</td><td>${frame ? short(frame.body.trainMinimum) : "–"}</td><td>${frame ? short(frame.body.logitRms) : "–"}</td></tr>`)}</tbody>
      </table></div>
      <p class="note">Filled: trained sums; dotted: held out.${beyond.length ? ` Far off the chart to the right: ${beyond.join(", ")}.` : ""}${frameNote(found.map(({ frame }) => frame?.step), context.shown)}</p>
    `;
  },
};

/** Says so when the nearest recorded frame is not the step that is shown. */
export function frameNote(steps: (number | undefined)[], shown: number | undefined): string {
  const known = steps.filter((step): step is number => step !== undefined);
  if (!known.length) return shown === undefined ? "" : " This view was not on screen at that step; rewind (R) and run to record it.";
  if (shown === undefined) return "";
  return ` Recorded at step ${count(Math.max(...known))}.`;
}
