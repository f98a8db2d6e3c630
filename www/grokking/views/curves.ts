// The views that are line charts over time: losses, collapse, norms, alignment.

import { html } from "lit";
import { percent, power, short } from "../../shared/numbers.js";
import type { PlotSpec } from "../../shared/plot-spec.js";
import { type View, type ViewContext, colourOf, interventionRules, lineOf, spoken, timeAxis } from "./view.js";

const plot = (context: ViewContext, spec: PlotSpec, tall = false) => html`
  <paperglass-plot class=${tall ? "tall" : ""} .spec=${spec} .shown=${context.axis === "step" ? context.shown : undefined}></paperglass-plot>
`;

export const loss: View = {
  id: "loss",
  title: "Loss",
  hint: "The stalled arm's training loss falls to exactly nothing while its test loss climbs.",
  small: ["loss"],
  large: [],
  render: (context) =>
    plot(context, {
      title: "Loss",
      ...timeAxis(context),
      yLabel: "mean loss, nats",
      yLog: true,
      yFormat: power,
      lines: context.arms.flatMap((arm) => [
        lineOf(context, arm, "loss.test", { label: `${arm.label}, test` }),
        lineOf(context, arm, "loss.train", { label: `${arm.label}, train`, dash: [5, 4], end: undefined, marker: undefined, width: 1.5 }),
      ]),
      rules: [{ axis: "y", at: 2 ** -24, text: `2⁻²⁴: a softmax term below this is exactly 0 in f32` }, ...interventionRules(context)],
      description: `Solid: test, dashed: train. Test loss: ${spoken(context, "loss.test", short)}. Train loss: ${spoken(context, "loss.train", short)}.`,
    }),
};

const collapses = {
  zeroTerms: "Loss exactly 0",
  softmaxCollapse: "Softmax sum exactly 1",
  zeroGradients: "Correct class gets no gradient",
};

export const collapse: View = {
  id: "collapse",
  title: "Softmax collapse",
  hint: "The share of trained sums whose loss is exactly 0. They teach the network nothing any more.",
  small: ["collapse"],
  large: [],
  render: (context) =>
    plot(context, {
      title: "Trained sums whose loss is exactly 0",
      ...timeAxis(context),
      yLabel: "share of trained sums",
      yRange: [-0.02, 1.03],
      yFormat: (value) => percent(value).replace(".0", ""),
      lines: context.arms.flatMap((arm) => {
        const stablemax = String(arm.now["loss"]).startsWith("stablemax");
        return [
          lineOf(context, arm, "collapse.zeroTerms", { label: `${arm.label}: ${collapses.zeroTerms.toLowerCase()}` }),
          // Under StableMax the softmax criterion means nothing: it would read 100 %.
          ...(stablemax ? [] : [lineOf(context, arm, "collapse.softmaxCollapse", { label: `${arm.label}: ${collapses.softmaxCollapse.toLowerCase()}`, dash: [2, 3], end: undefined, marker: undefined, width: 1.5 })]),
        ];
      }),
      rules: interventionRules(context),
      description: `Solid: loss exactly 0; dotted: softmax sum exactly 1. Loss exactly 0 in ${spoken(context, "collapse.zeroTerms", percent)} of the trained sums.`,
    }),
};

export const norms: View = {
  id: "norms",
  title: "Weight norms",
  hint: "StableMax generalises while its weights grow a hundredfold: a falling norm is not the reason for grokking.",
  small: ["norms"],
  large: [],
  render: (context) =>
    plot(context, {
      title: "Length of all weights as one vector",
      ...timeAxis(context),
      yLabel: "Euclidean norm",
      yLog: true,
      yFormat: short,
      lines: context.arms.map((arm) => lineOf(context, arm, "norms.total")),
      rules: interventionRules(context),
      description: `Norm of all weights: ${spoken(context, "norms.total", short)}.`,
    }),
};

export const alignment: View = {
  id: "alignment",
  title: "Gradient along the weights",
  hint: "Near 1, a step mostly makes the weights longer: the loss falls and nothing is learned. It breaks down after the collapse.",
  small: ["alignment", "update"],
  large: [],
  wide: true,
  render: (context) => {
    const tensors = [...(context.arms[0]?.recording.series.keys() ?? [])]
      .filter((name) => name.startsWith("alignment.before."))
      .map((name) => name.slice("alignment.before.".length));
    const last = tensors.at(-1) ?? "";
    return html`<div class="pair">
      <div>
        <h4>Cosine of weights and downhill direction</h4>
        ${plot(context, {
          title: "Cosine between the weights and the negative gradient",
          ...timeAxis(context),
          yLabel: "cosine",
          yRange: [-0.4, 1.05],
          lines: context.arms.flatMap((arm) => [
            lineOf(context, arm, "alignment.whole", { label: `${arm.label}, all weights` }),
            lineOf(context, arm, `alignment.after.${last}`, { label: `${arm.label}, ${last}, after projection`, dash: [2, 3], end: undefined, marker: undefined, width: 1.25 }),
          ]),
          rules: interventionRules(context),
          description: `Solid: all weights as one vector. Dotted: the output layer, after the orthogonal projection where the arm uses one. ${spoken(context, "alignment.whole", short)}.`,
        })}
        <p class="note">Solid: all weights. Dotted: the last layer, after the projection where the arm uses one (then 0).</p>
      </div>
      <div>
        <h4>Share of the step that only stretches the weights</h4>
        ${plot(context, {
          title: "Radial share of the optimiser's step, last layer",
          ...timeAxis(context),
          yLabel: "radial share of the step",
          yRange: [-0.02, 1.03],
          yFormat: (value) => percent(value).replace(".0", ""),
          lines: context.arms.map((arm) => ({ ...lineOf(context, arm, `update.radial.${last}`), colour: colourOf(context, arm) })),
          rules: interventionRules(context),
          description: `Of the squared length of the step, last layer: ${spoken(context, `update.radial.${last}`, percent)} lies along the weights.`,
        })}
        <p class="note">Of the step's squared length, in the last layer. The rest turns the weights.</p>
      </div>
    </div>`;
  },
};
