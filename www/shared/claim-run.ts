// Runs a claim exactly as it is stated: all its arms, all its seeds, measured at its steps.

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
  seconds: number;
}

/** Runs on as many workers as the lab has; `signal` stops it within one measurement. */
export async function runClaim(lab: Lab, paper: string, claim: Claim<object>, signal: AbortSignal, tell: (progress: Progress) => void): Promise<Verdict> {
  const started = performance.now();
  let done = 0;
  const work = claim.arms.flatMap((arm) => claim.seeds.map((seed) => ({ arm, seed })));
  work.sort((a, b) => b.arm.steps - a.arm.steps);
  const records: ClaimRecord[] = [];

  async function one({ arm, seed }: (typeof work)[number]): Promise<void> {
    const series = claimSeries(claim, arm.id);
    const parts = [...new Set(series.map((name) => name.split(".")[0]!))];
    let run: Run | null = null;
    try {
      run = await lab.start(paper as "grokking", { ...arm.config, seed });
      const record: ClaimRecord = { arm: arm.id, seed, steps: [], series: Object.fromEntries(series.map((name) => [name, []])) };
      for (;;) {
        signal.throwIfAborted();
        const numbers = numbersOf(await run.snapshot(parts as never[]));
        record.steps.push(run.step);
        for (const name of series) record.series[name]!.push(numbers.get(name) ?? NaN);
        if (run.step >= arm.steps) break;
        const steps = Math.min(Math.max(1, arm.every), arm.steps - run.step);
        await run.advance(steps);
        done += steps;
        tell({ done, seconds: (performance.now() - started) / 1000 });
      }
      records.push(record);
    } finally {
      run?.dispose();
    }
  }
  const hands = Math.max(1, Math.min(work.length, navigator.hardwareConcurrency || 2, 4));
  const hand = async () => {
    for (let next = work.shift(); next; next = work.shift()) await one(next);
  };
  await Promise.all(Array.from({ length: hands }, hand));
  return lab.judge(claim.id, records);
}
