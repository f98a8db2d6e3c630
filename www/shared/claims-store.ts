// Verdicts reached in this browser, kept between visits, so that the landing page can say
// which claims have come true here. Nothing leaves the browser.

import type { Verdict } from "../generated/shared.js";

export interface Kept {
  verdict: Verdict;
  /** When, as ISO 8601. */
  at: string;
  /** On which device. */
  device: string;
}

/** Raised when verdicts mean something else. */
const KEY = "paperglass.claims.1";

export function kept(): Record<string, Kept> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found !== null && typeof found === "object" ? (found as Record<string, Kept>) : {};
  } catch {
    return {};
  }
}

export function keep(verdict: Verdict, device: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [verdict.claim]: { verdict, at: new Date().toISOString(), device } }));
  } catch {
    // Storage may be full or forbidden; the verdict is on the page all the same.
  }
}
