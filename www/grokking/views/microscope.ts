// The floating-point microscope: one example's softmax sum, term by term, in binary. What falls
// off the end of the significand is lost, and with it the reason to go on learning.

import { LitElement, css, html, nothing } from "lit";
import type { Microscope, RunningSum, SumRow } from "../../generated/grokking.js";
import { count, short } from "../../shared/numbers.js";
import { base, controls } from "../../shared/style.js";
import type { View, ViewContext } from "./view.js";

const names: Record<string, string> = { f16: "f16, 11 bits", f32: "f32, 24 bits", f64: "f64, 53 bits", stablemax: "StableMax in f32" };

class PaperglassMicroscope extends LitElement {
  static override properties = { context: { attribute: false }, armId: { state: true }, arithmetic: { state: true }, sample: { state: true } };
  declare context: ViewContext;
  declare private armId: string;
  declare private arithmetic: string;
  declare private sample: number;

  static override styles = [
    base,
    controls,
    css`
      .row { margin-block: 0.5rem; gap: 0.6rem 1rem; }
      label { display: inline-flex; align-items: center; gap: 0.4rem; }
      .verdict { font-size: 1rem; margin-block: 0.75rem; max-width: 44rem; }
      .scroll { max-height: 24rem; overflow: auto; border: 1px solid var(--line); border-radius: var(--radius-small); }
      table { width: 100%; }
      thead th { position: sticky; top: 0; background: var(--panel); z-index: 1; }
      td, th { white-space: nowrap; text-align: left; }
      code { font: 0.8125rem/1.45 var(--mono); letter-spacing: 0.02em; }
      .lost { color: var(--bad); background: var(--bad-soft); text-decoration: line-through; border-left: 2px solid var(--bad); margin-left: 1px; padding-left: 2px; }
      tr.absorbed td:last-child { color: var(--bad); }
      .bar { display: block; width: 7rem; height: 0.6rem; background: var(--sunken); border-radius: 3px; overflow: hidden; }
      .bar svg { display: block; width: 100%; height: 100%; }
      .bits { display: block; }
      .sumline { color: var(--ink-soft); }
    `,
  ];

  constructor() {
    super();
    this.armId = "";
    this.arithmetic = "f32";
    this.sample = 0;
  }

  private pick(sample: number): void {
    this.sample = sample;
    void this.context.comparison.control({ inspectSample: sample }, "");
  }

  override render() {
    const { arms, shown } = this.context;
    const arm = arms.find(({ id }) => id === this.armId) ?? arms.find(({ id }) => id === "softmax") ?? arms[0];
    if (!arm) return nothing;
    const frame = arm.recording.frame<Microscope>("microscope", shown);
    const sum = frame?.body.sums.find(({ arithmetic }) => arithmetic === this.arithmetic);
    return html`
      <div class="row">
        <label>Arm <select @change=${(event: Event) => (this.armId = (event.target as HTMLSelectElement).value)}>
          ${arms.map(({ id, label }) => html`<option value=${id} ?selected=${id === arm.id}>${label}</option>`)}</select></label>
        <label>Trained example <input type="number" min="0" step="1" .value=${String(this.sample)} @change=${(event: Event) => this.pick(Math.max(0, Math.round(Number((event.target as HTMLInputElement).value) || 0)))}></label>
        <button @click=${() => this.pick(this.sample + 1)}>Next example</button>
        <span class="row" role="group" aria-label="Arithmetic">${Object.entries(names).map(([id, name]) => html`
          <button class="chip" aria-pressed=${id === this.arithmetic} @click=${() => (this.arithmetic = id)}>${name}</button>`)}</span>
      </div>
      ${frame && sum ? this.sum(frame.body, sum, frame.step) : html`<p class="soft small">Not measured yet.</p>`}
    `;
  }

  private sum(body: Microscope, sum: RunningSum, step: number) {
    const rest = sum.rows.slice(1);
    const absorbed = rest.filter((row) => row.absorbed).length;
    const last = sum.rows.at(-1);
    const greatest = Math.max(...sum.rows.map((row) => row.term), 1e-300);
    return html`
      <p class="verdict"><strong>${body.question}</strong> at step ${count(step)}. In ${names[sum.arithmetic] ?? sum.arithmetic},
        ${absorbed === 0 ? "every rival's term still counts" : html`<strong>${absorbed} of the ${rest.length} ${rest.length + 1 < body.logits.length ? "greatest rivals'" : "rivals'"} terms change nothing</strong>`}:
        the sum is ${last ? (last.sum === 1 ? "exactly 1" : precise(last.sum)) : "–"} and the loss
        ${sum.loss === 0 ? html`<strong>exactly 0</strong>: this example teaches nothing any more` : html`${short(sum.loss)} nats`}.</p>
      <div class="scroll" tabindex="0" role="region" aria-label="The running sum, term by term">
        <table>
          <thead><tr><th scope="col">class</th><th scope="col">${sum.arithmetic === "stablemax" ? "s(z)" : "e to the (z − max)"}</th><th scope="col">log size</th><th scope="col">term under the sum, in binary</th><th scope="col">effect</th></tr></thead>
          <tbody>${sum.rows.map((row, i) => this.line(row, i, greatest, body.target))}</tbody>
        </table>
      </div>
    `;
  }

  private line(row: SumRow, i: number, greatest: number, target: number) {
    const [kept = "", lost = ""] = row.termBits.split("|");
    const size = Math.max(0, 1 + Math.log10(Math.max(row.term, 1e-40) / greatest) / 20);
    return html`<tr class=${row.absorbed && i > 0 ? "absorbed" : ""}>
      <th scope="row">${row.class}${row.class === target ? " (right)" : ""}</th>
      <td>${short(row.term)}</td>
      <td><span class="bar"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${size * 100} height="10" fill="var(--accent)"/></svg></span></td>
      <td><code class="bits">${kept}${lost ? html`<span class="lost" title="lost">${lost}</span>` : nothing}</code><code class="bits sumline">${row.sumBits}</code></td>
      <td>${i === 0 ? "first term" : row.absorbed ? "lost: the sum stays" : "added"}</td>
    </tr>`;
  }
}

const precise = (value: number): string => (Math.abs(value) < 1e5 ? String(Number(value.toPrecision(10))) : short(value));

customElements.define("paperglass-microscope", PaperglassMicroscope);

export const microscope: View = {
  id: "microscope",
  title: "Floating-point microscope",
  hint: "One example's softmax sum, term by term, in binary. Watch the bits fall off the end, then switch to StableMax.",
  small: [],
  large: ["microscope"],
  wide: true,
  render: (context) => html`<paperglass-microscope .context=${context}></paperglass-microscope>`,
};
