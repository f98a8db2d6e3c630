// The registry of the page, typed: papers.json has one line a paper, and tools read it too.

import all from "./papers.json" with { type: "json" };

export interface Paper {
  /** The paper's one word: its folder, its address, the start of its claims' names. */
  word: string;
}

export const papers: Paper[] = all;
