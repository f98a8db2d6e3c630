// All claims of a paper, one card each, and how many of them have come true in this browser.

import { LitElement, html } from "lit";
import type { Lab } from "paperglass";
import type { Claim } from "../generated/shared.js";
import "./claim-card.js";
import { remembered } from "./claims-store.js";

export class PaperglassClaims extends LitElement {
  static override properties = { claims: { attribute: false }, lab: { attribute: false }, paper: { type: String } };
  declare claims: Claim<object>[];
  /** The lab to run on, asked for at the first run. */
  declare lab: () => Promise<Lab>;
  declare paper: string;

  constructor() {
    super();
    this.addEventListener("claim-judged", () => this.requestUpdate());
  }

  // In the page's own tree, so that a card can be found by its data attributes.
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private tally(): string {
    const { run, reproduced } = remembered(this.paper);
    const all = this.claims.length;
    return run ? `Reproduced in this browser so far: ${reproduced} of ${all}; ${run === all ? "none is left to run" : `${all - run} not run yet`}.` : `None of the ${all} has been run in this browser yet.`;
  }

  override render() {
    if (!this.claims?.length) return html``;
    return html`<p class="measure">${this.tally()}</p>
      <div class="claims">${this.claims.map((claim) => html`<paperglass-claim .claim=${claim} .lab=${this.lab} paper=${this.paper}></paperglass-claim>`)}</div>`;
  }
}
customElements.define("paperglass-claims", PaperglassClaims);
