// A view: which parts of a snapshot it needs, and how it draws them. A view on nobody's screen
// asks for nothing and costs nothing.

import type { TemplateResult } from "lit";
import type { Lab } from "paperglass";
import type { Part } from "../../generated/grokking.js";
import type { Arm, Comparison } from "../../shared/comparison.js";
import type { Line } from "../../shared/plot-spec.js";
import { count, duration } from "../../shared/numbers.js";
import { briefLabel } from "../arms.js";

export interface ViewContext {
  comparison: Comparison;
  arms: Arm[];
  /** The arm's place in the palette. */
  slot: (arm: Arm) => number;
  /** The step that the views show; absent: now. */
  shown: number | undefined;
  axis: "step" | "seconds";
  xLog: boolean;
  /** A lab for work of a view's own, apart from the comparison; pauses the comparison. */
  lab: () => Promise<Lab>;
  /** Grows by one with every measurement, so that elements know to look again. */
  tick: number;
}

export interface View {
  id: string;
  title: string;
  /** One sentence: what to look for. */
  hint: string;
  /** Read back at every measurement. */
  small: Part[];
  /** Read back a few times a second while on screen. */
  large: Part[];
  /** Takes the whole width. */
  wide?: boolean;
  render(context: ViewContext): TemplateResult;
}

export const colourOf = (context: ViewContext, arm: Arm): string => `--arm-${context.slot(arm)}`;

/** The horizontal values of an arm's measurements on the chosen axis. */
export const along = (context: ViewContext, arm: Arm): number[] =>
  context.axis === "seconds" ? arm.recording.seconds : arm.recording.steps;

/** What a chart over time needs for its horizontal axis. */
export function timeAxis(context: ViewContext) {
  const { comparison, axis, xLog } = context;
  const last = Math.max(axis === "seconds" ? comparison.seconds : comparison.lastStep, axis === "seconds" ? 1 : 10);
  const end = axis === "seconds" ? last : Math.max(last, Math.min(comparison.until, Math.max(100, last * 1.6)));
  return {
    overTime: axis === "step",
    xLabel: axis === "seconds" ? "seconds of training, all arms at once" : "training steps",
    xLog,
    xRange: [xLog ? (axis === "seconds" ? 0.1 : 1) : 0, end] as [number, number],
    xFormat: axis === "seconds" ? duration : count,
  };
}

/** One line an arm from one series, labelled at its end. */
export function lineOf(context: ViewContext, arm: Arm, series: string, more: Partial<Line> = {}): Line {
  return {
    label: arm.label,
    colour: colourOf(context, arm),
    x: along(context, arm),
    y: arm.recording.series.get(series) ?? [],
    end: briefLabel(arm),
    marker: context.slot(arm),
    ...more,
  };
}

/** Vertical lines where the visitor stepped in. */
export function interventionRules(context: ViewContext) {
  return context.arms.flatMap((arm) =>
    arm.interventions.map(({ step, note }) => {
      const index = Math.max(0, arm.recording.indexAt(step));
      return {
        axis: "x" as const,
        at: context.axis === "seconds" ? (arm.recording.seconds[index] ?? 0) : step,
        text: note,
        colour: colourOf(context, arm),
      };
    }),
  );
}

/** "Orthogonal gradient 99.1 %, Softmax 3.2 %": what a chart says when spoken. */
export function spoken(context: ViewContext, series: string, format: (value: number) => string): string {
  return context.arms
    .map((arm) => `${arm.label} ${format(arm.recording.value(series, context.shown))}`)
    .join(", ");
}
