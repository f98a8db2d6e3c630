// The registry of the page: one line a paper.

export interface Paper {
  /** The paper's one word: its folder, its address, the start of its claims' names. */
  word: string;
}

export const papers: Paper[] = [
  { word: "grokking" },
];
