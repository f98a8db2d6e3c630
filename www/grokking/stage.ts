// The stage: accuracy of all arms on trained and on held-out sums, over shared axes.

import { percent } from "../shared/numbers.js";
import type { Dot, PlotSpec } from "../shared/plot-spec.js";
import { type ViewContext, along, colourOf, interventionRules, lineOf, spoken, timeAxis } from "./views/view.js";

export function stage(context: ViewContext): PlotSpec {
  const { arms } = context;
  const dots: Dot[] = arms.flatMap((arm) => {
    const at = (series: string, level: number, shape: number, text: string): Dot[] => {
      const reached = arm.recording.reaching(series, level);
      if (!reached || (context.shown !== undefined && reached.step > context.shown)) return [];
      const on = series.startsWith("collapse") ? "accuracy.test" : series;
      return [{ x: along(context, arm)[reached.index]!, y: arm.recording.series.get(on)?.[reached.index] ?? level, colour: colourOf(context, arm), shape, text }];
    };
    const stablemax = String(arm.now["loss"]).startsWith("stablemax");
    return [
      ...at("accuracy.train", 1, 0, "all trained sums right"),
      ...at("accuracy.test", 0.95, 1, "95 % of held-out sums right"),
      ...(stablemax ? [] : at("collapse.softmaxCollapse", 0.5, 2, "half of the softmax sums collapsed")),
    ];
  });
  return {
    title: "Accuracy on trained and held-out sums",
    ...timeAxis(context),
    yLabel: "share of right answers",
    yRange: [-0.02, 1.04],
    yFormat: (value) => percent(value).replace(".0", ""),
    lines: arms.flatMap((arm) => [
      lineOf(context, arm, "accuracy.test", { label: `${arm.label}, held out`, width: 2.5 }),
      lineOf(context, arm, "accuracy.train", { label: `${arm.label}, trained`, dash: [5, 4], end: undefined, marker: undefined, width: 1.25 }),
    ]),
    dots,
    rules: interventionRules(context),
    description: `Solid: held-out sums, dashed: trained sums. Held out: ${spoken(context, "accuracy.test", percent)}. Trained: ${spoken(context, "accuracy.train", percent)}.`,
  };
}
