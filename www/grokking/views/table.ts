// The whole addition table, cell by cell: which answers are right, and which were trained.

import { html } from "lit";
import type { Table } from "../../generated/grokking.js";
import { percent } from "../../shared/numbers.js";
import { type View, type ViewContext, colourOf } from "./view.js";
import { frameNote } from "./gaps.js";
import type { Arm } from "../../shared/comparison.js";

function one(context: ViewContext, arm: Arm) {
  const frame = arm.recording.frame<Table>("table", context.shown);
  const label = html`<h4><paperglass-swatch slot-number=${context.slot(arm)}></paperglass-swatch> ${arm.label}</h4>`;
  if (!frame) return html`<div>${label}<p class="note">Not measured yet.</p></div>`;
  const { size, correct, trained, probability } = frame.body;
  const at = (row: number, column: number) => row * size + column;
  let right = 0;
  let held = 0;
  for (let i = 0; i < trained.length; i++) {
    if (trained[i] === 0) {
      held++;
      if (correct[i] === 1) right++;
    }
  }
  const map = {
    rows: size,
    columns: size,
    colour: colourOf(context, arm),
    value: (row: number, column: number) => {
      const i = at(row, column);
      if (correct[i] === 255) return NaN;
      // Held-out cells in full colour, trained ones fainter: the eye follows what was not taught.
      return correct[i] === 1 ? (trained[i] === 1 ? 0.42 : 1) : 0;
    },
    outlined: (row: number, column: number) => trained[at(row, column)] === 1,
    words: (row: number, column: number) => {
      const i = at(row, column);
      if (correct[i] === 255) return `${row}, ${column}: not part of the task`;
      return `${row}, ${column}: ${correct[i] ? "right" : "wrong"}, ${trained[i] ? "trained" : "held out"}, probability ${percent(probability[i]!)}`;
    },
    description: `Table of ${size} by ${size} answers of ${arm.label}: ${right} of ${held} held-out answers are right.`,
  };
  return html`<div>${label}<paperglass-heatmap .map=${map}></paperglass-heatmap>
    <p class="note">${right} of ${held} held-out answers right</p></div>`;
}

export const table: View = {
  id: "table",
  title: "Table of answers",
  hint: "Every pair of numbers. Outlined cells were trained, the others never shown; a filled cell is a right answer.",
  small: [],
  large: ["table"],
  wide: true,
  render: (context) => html`
    <div class="multiples">${context.arms.map((arm) => one(context, arm))}</div>
    <p class="note">Rows: first number, columns: second. Faint and outlined: trained and right. Full colour: held out and right. Empty: wrong.
      ${frameNote(context.arms.map((arm) => arm.recording.frame("table", context.shown)?.step), context.shown)}</p>
  `,
};
