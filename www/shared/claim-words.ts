// How a claim's numbers are said: in their unit, beside what they were held against. Pure functions.

import type { Claim, Condition, Finding, Quantity, Relation, Verdict } from "../generated/shared.js";
import type { Kept } from "./claims-store.js";
import { percent, short } from "./numbers.js";

/** A measured number in the claim's unit; what never came is said so. */
export const measured = (value: number, unit: string): string => {
  if (unit === "%") return percent(value);
  return Number.isFinite(value) ? `${short(value)}${unit ? ` ${unit}` : ""}` : "never";
};

/** The unit that a quantity speaks in. */
export function unitOf(quantity: Quantity): string {
  if (quantity.type === "ratio") return "times";
  if (quantity.type === "stepReaching") return "steps";
  return "series" in quantity && /^(accuracy|collapse)\./.test(quantity.series) ? "%" : "";
}

const relations: Record<Relation, string> = { atLeast: "at least", atMost: "at most", above: "more than", below: "less than" };

/** A level as it was set: 95 %, not 95.0 %. */
const level = (value: number, unit: string): string => (unit === "%" ? measured(value, unit).replace(/\.0 %$/, " %") : measured(value, unit));

/** "98.4 %, asked for: at least 95 %" */
export function compared({ left, relation }: Condition, finding: Finding): string {
  const unit = unitOf(left);
  return `${measured(finding.left, unit)}, asked for: ${relations[relation]} ${level(finding.right, unit)}`;
}

/** Whether a verdict answers this claim as it is stated now. */
export const answers = (verdict: Verdict, claim: Claim<object>): boolean =>
  verdict.claim === claim.id && verdict.findings.length === claim.conditions.length && verdict.findings.every(({ text }, i) => text === claim.conditions[i]!.text);

/** "on the CPU, 1 December 2026" */
export function occasion({ at, device }: Kept): string {
  const day = new Date(at);
  const where = device === "CPU" ? "on the CPU" : `on ${device}`;
  return Number.isNaN(day.valueOf()) ? where : `${where}, ${day.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" })}`;
}

/** An error's message as a sentence of its own. */
export function sentence(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).trim() || "no reason was given";
  const begun = text[0]!.toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
