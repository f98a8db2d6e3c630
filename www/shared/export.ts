// A run as files: every series as CSV, configuration and results as JSON. Pure functions.

import type { Arm, Comparison } from "./comparison.js";

/** A field of a CSV file, by RFC 4180. */
const quoted = (value: string | number): string => {
  const text = typeof value === "number" && Number.isNaN(value) ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One row a measurement and arm, one column a series; a series that was not measured is empty. */
export function csvOf(arms: Arm[]): string {
  const names = [...new Set(arms.flatMap((arm) => [...arm.recording.series.keys()]))].sort();
  const rows: (string | number)[][] = [["arm", "step", "seconds", ...names]];
  for (const { id, recording } of arms) {
    recording.steps.forEach((step, i) => {
      rows.push([id, step, Number(recording.seconds[i]!.toFixed(3)), ...names.map((name) => recording.series.get(name)?.[i] ?? NaN)]);
    });
  }
  return rows.map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
}

/** Configuration, interventions and series of every arm: what another needs to check the run. */
export function jsonOf(paper: string, preset: string, version: string, device: { kind: string; reason: string; adapter?: string } | null, comparison: Comparison): string {
  const arms = comparison.arms.map((arm) => ({
    id: arm.id,
    label: arm.label,
    config: arm.config,
    interventions: arm.interventions,
    steps: arm.recording.steps,
    seconds: arm.recording.seconds.map((value) => Number(value.toFixed(3))),
    series: Object.fromEntries(arm.recording.series),
  }));
  return JSON.stringify({ paper, preset, version, device, stepsPerSecond: comparison.stepsPerSecond, arms }, null, 1);
}

/** Hands a file to the visitor. */
export function download(name: string, content: string | Blob, type: string): void {
  const address = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
