// The papers, for the type checker: one line each.

import type * as grokking from "../generated/grokking.js";

export interface Papers {
  grokking: { config: grokking.Config; snapshot: grokking.Snapshot; part: grokking.Part };
}
export type PaperName = keyof Papers;
