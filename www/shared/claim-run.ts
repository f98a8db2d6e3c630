// Runs a claim exactly as it is stated: all its arms, all its seeds, measured at its steps.
//
// Promise: whether it ends, is stopped or fails, no run of it goes on and none keeps its memory.

import type { Lab, Run } from "paperglass";
import type { Claim, Quantity, Record as ClaimRecord, Verdict } from "../generated/shared.js";
import { numbersOf } from "./recording.js";

/** The series that a quantity takes from an arm. */
function seriesOf(quantity: Quantity, arm: string): string[] {
  if (quantity.type === "ratio") return [...seriesOf(quantity.over, arm), ...seriesOf(quantity.under, arm)];
  return "series" in quantity && quantity.arm === arm ? [quantity.series] : [];
}

export function claimSeries(claim: Claim<object>, arm: string): string[] {
  const quantities = [claim.measured, ...claim.conditions.flatMap(({ left, right }) => [left, right])];
  return [...new Set(quantities.flatMap((quantity) => seriesOf(quantity, arm)))];
}

/** Training steps of a claim in all. */
export const claimSteps = (claim: Claim<object>): number => claim.arms.reduce((sum, arm) => sum + arm.steps, 0) * claim.seeds.length;

export interface Progress {
  /** Steps done of {@link claimSteps}. */
  done: number;
  /** Runs that are at their end, of arms times seeds. */
  runs: number;
  seconds: number;
}

/** Runs on as many workers as the lab has, up to four; `signal` stops it at once. */
export async function runClaim(lab: Lab, paper: string, claim: Claim<object>, signal: AbortSignal, tell: (progress: Progress) => void): Promise<Verdict> {
  const started = performance.now();
  const progress = { done: 0, runs: 0 };
  const report = () => tell({ ...progress, seconds: (performance.now() - started) / 1000 });
  const work = claim.arms.flatMap((arm) => claim.seeds.map((seed) => ({ arm, seed })));
  work.sort((a, b) => b.arm.steps - a.arm.steps);
  const records: ClaimRecord[] = [];
  const open = new Set<Run>();
  // The first failure stops the other runs as well: a verdict needs all of them.
  const stopping = new AbortController();
  const stop = (reason: unknown) => {
    if (!stopping.signal.aborted) stopping.abort(reason);
    for (const run of open) run.dispose();
  };
  const stopped = () => stop(signal.reason);
  if (signal.aborted) stopped();
  signal.addEventListener("abort", stopped);

  async function one({ arm, seed }: (typeof work)[number]): Promise<void> {
    const series = claimSeries(claim, arm.id);
    const parts = [...new Set(series.map((name) => name.split(".")[0]!))];
    const run: Run = await lab.start(paper as "grokking", { ...arm.config, seed });
    open.add(run);
    try {
      const record: ClaimRecord = { arm: arm.id, seed, steps: [], series: Object.fromEntries(series.map((name) => [name, []])) };
      for (;;) {
        stopping.signal.throwIfAborted();
        const numbers = numbersOf(await run.snapshot(parts as never[]));
        record.steps.push(run.step);
        for (const name of series) record.series[name]!.push(numbers.get(name) ?? NaN);
        if (run.step >= arm.steps) break;
        const steps = Math.min(Math.max(1, arm.every), arm.steps - run.step);
        await run.advance(steps);
        progress.done += steps;
        report();
      }
      records.push(record);
      progress.runs++;
      report();
    } finally {
      open.delete(run);
      run.dispose();
    }
  }

  const hand = async () => {
    try {
      for (let next = work.shift(); next && !stopping.signal.aborted; next = work.shift()) await one(next);
    } catch (error) {
      stop(error);
    }
  };
  const hands = Math.max(1, Math.min(work.length, globalThis.navigator?.hardwareConcurrency || 2, 4));
  await Promise.all(Array.from({ length: hands }, hand));
  signal.removeEventListener("abort", stopped);
  stopping.signal.throwIfAborted();
  return lab.judge(claim.id, records);
}
