// Verdicts reached in this browser, kept between visits, so that the landing page can say
// which claims have come true here. Nothing leaves the browser, and a verdict counts only for
// the version that reached it.

import type { Verdict } from "../generated/shared.js";

export interface Kept {
  verdict: Verdict;
  /** When, as ISO 8601. */
  at: string;
  /** On which device. */
  device: string;
  /** The package's version; another version's verdicts are not shown. */
  version?: string;
}

/** Raised when verdicts mean something else. */
const KEY = "paperglass.claims.1";
const VERSION = typeof __PAPERGLASS_VERSION__ === "string" ? __PAPERGLASS_VERSION__ : "";

/** JSON has no infinity ("it never got there") and no "not a number": they are kept as words. */
const words: Record<string, number> = { Infinity, "-Infinity": -Infinity, NaN };
const toText = (_: string, value: unknown) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value);
const fromText = (_: string, value: unknown) => (typeof value === "string" && Object.hasOwn(words, value) ? words[value] : value);

/** Storage is the visitor's: whatever stands there may have been written by anything. */
function valid(entry: unknown): entry is Kept {
  const { verdict, version } = (entry ?? {}) as Partial<Kept>;
  return (
    typeof verdict?.claim === "string" && typeof verdict.reproduced === "boolean" && typeof verdict.measured === "number" &&
    Array.isArray(verdict.spread) && verdict.spread.length === 2 && verdict.spread.every((value) => typeof value === "number") &&
    Array.isArray(verdict.findings) && verdict.findings.every((finding) => typeof finding?.left === "number" && typeof finding.right === "number") &&
    (version === undefined || version === VERSION)
  );
}

export function kept(): Record<string, Kept> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}", fromText);
    return found !== null && typeof found === "object" ? Object.fromEntries(Object.entries(found).filter(([, entry]) => valid(entry))) : {};
  } catch {
    return {};
  }
}

export function keep(verdict: Verdict, device: string): Kept {
  const entry = { verdict, at: new Date().toISOString(), device, version: VERSION };
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [verdict.claim]: entry }, toText));
  } catch {
    // Storage may be full or forbidden; the verdict is on the page all the same.
  }
  return entry;
}

/** How many of a paper's claims were run in this browser, and how many came true. */
export function remembered(paper: string): { run: number; reproduced: number } {
  const own = Object.values(kept()).filter(({ verdict }) => verdict.claim.startsWith(`${paper}.`));
  return { run: own.length, reproduced: own.filter(({ verdict }) => verdict.reproduced).length };
}
