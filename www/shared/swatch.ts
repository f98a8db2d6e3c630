// A small piece of a curve, for legends: colour and marker together, so that colour is never
// the only carrier.

import { LitElement, css, svg, html } from "lit";
import { markerPath } from "./plot-spec.js";

export class PaperglassSwatch extends LitElement {
  static override properties = { slotNumber: { attribute: "slot-number", type: Number } };
  declare slotNumber: number;

  static override styles = css`
    :host { display: inline-block; vertical-align: -0.1em; line-height: 0; }
    svg { width: 1.6em; height: 0.95em; }
    .s0 { color: var(--arm-0); } .s1 { color: var(--arm-1); } .s2 { color: var(--arm-2); }
    .s3 { color: var(--arm-3); } .s4 { color: var(--arm-4); } .s5 { color: var(--arm-5); }
  `;

  override render() {
    const slot = (this.slotNumber ?? 0) % 6;
    return html`<svg class="s${slot}" viewBox="0 0 26 16" aria-hidden="true">${svg`
      <path d="M0 8h26" stroke="currentColor" stroke-width="2.5" fill="none"/>
      <path d=${markerPath(slot, 13, 8, 10)} fill="currentColor"/>`}</svg>`;
  }
}
customElements.define("paperglass-swatch", PaperglassSwatch);
