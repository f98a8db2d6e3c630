// How an arm looks: its colour and marker, the same in every view and preset.

import type { Arm } from "../shared/comparison.js";

const known: Record<string, number> = {
  orthograd: 0, "weight-decay": 1, stablemax: 2, softmax: 3,
  f32: 3, "bits-11": 4, "no-absorption": 5, "orthograd-sgd": 4, "stablemax-70": 2,
};

/** A place in the palette (0 to 5) for each arm, none used twice while there are six or fewer. */
export function slots(ids: string[]): Map<string, number> {
  const taken = new Set<number>();
  const result = new Map<string, number>();
  for (const id of ids) {
    const wish = known[id];
    if (wish !== undefined && !taken.has(wish)) {
      result.set(id, wish);
      taken.add(wish);
    }
  }
  for (const id of ids) {
    if (result.has(id)) continue;
    const free = [0, 1, 2, 3, 4, 5].find((slot) => !taken.has(slot)) ?? result.size % 6;
    result.set(id, free);
    taken.add(free);
  }
  return result;
}

/** What an arm is called where room is short. */
const brief: Record<string, string> = {
  orthograd: "Orthogonal", "weight-decay": "Decay", stablemax: "StableMax", softmax: "Softmax",
  f32: "f32", "bits-11": "11 bits", "no-absorption": "No absorption",
  "orthograd-sgd": "Orthogonal SGD", "stablemax-70": "StableMax 70 %",
};
export const briefLabel = (arm: Pick<Arm, "id" | "label">): string => brief[arm.id] ?? arm.label;
