// The paper's claims as cards. Each says what must come out, runs exactly that experiment in
// this browser, and shows what was measured beside what the paper has.

import { LitElement, css, html, nothing } from "lit";
import type { Lab } from "paperglass";
import type { Claim, Verdict } from "../generated/shared.js";
import { type Progress, claimSteps, runClaim } from "./claim-run.js";
import { keep, kept } from "./claims-store.js";
import { count, duration, percent, short } from "./numbers.js";
import { base, controls, tokens } from "./style.js";

type Status = "idle" | "running" | "reproduced" | "not-reproduced";
const words: Record<Status, string> = { idle: "Not run yet", running: "Running", reproduced: "Reproduced here", "not-reproduced": "Not reproduced here" };
const marks: Record<Status, string> = { idle: "○", running: "…", reproduced: "✓", "not-reproduced": "✗" };

/** A measured number in the claim's unit. */
export const measured = (value: number, unit: string): string => {
  if (unit === "%") return percent(value);
  return Number.isFinite(value) ? `${short(value)}${unit ? ` ${unit}` : ""}` : "never";
};

export class PaperglassClaim extends LitElement {
  static override properties = {
    claim: { attribute: false }, lab: { attribute: false }, paper: { type: String },
    status: { state: true }, verdict: { state: true }, progress: { state: true }, problem: { state: true },
  };
  declare claim: Claim<object>;
  /** The lab to run on, asked for at the first run. */
  declare lab: () => Promise<Lab>;
  declare paper: string;
  declare private status: Status;
  declare private verdict: Verdict | null;
  declare private progress: Progress | null;
  declare private problem: string;
  private stopping: AbortController | null = null;

  static override styles = [
    tokens,
    base,
    controls,
    css`
      :host { display: block; }
      article { background: var(--panel); border: 1px solid var(--line); border-left: 4px solid var(--line-strong); border-radius: var(--radius); padding: 1rem 1.1rem; display: grid; gap: 0.6rem; height: 100%; align-content: start; }
      article.reproduced { border-left-color: var(--good); }
      article.not-reproduced { border-left-color: var(--bad); }
      article.running { border-left-color: var(--accent); }
      header { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: space-between; align-items: baseline; }
      h3 { font-size: 1.15rem; }
      .state { font-weight: 600; font-size: 0.875rem; white-space: nowrap; }
      .reproduced .state { color: var(--good); }
      .not-reproduced .state { color: var(--bad); }
      dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: 0.5rem 1.25rem; margin: 0; }
      dt { font-size: 0.8125rem; color: var(--ink-soft); }
      dd { margin: 0; }
      dd b { font-size: 1.3rem; font-weight: 600; font-variant-numeric: tabular-nums; }
      ul { margin: 0; padding: 0; list-style: none; font-size: 0.875rem; display: grid; gap: 0.2rem; }
      progress { width: 100%; height: 6px; accent-color: var(--accent); }
      .caveat { font-size: 0.875rem; color: var(--ink-soft); }
      .wrong { color: var(--bad); font-size: 0.875rem; }
      .row { justify-content: space-between; }
    `,
  ];

  constructor() {
    super();
    this.status = "idle";
    this.verdict = null;
    this.progress = null;
    this.problem = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.claim) return;
    const before = kept()[this.claim.id];
    if (before && this.status === "idle") this.show(before.verdict);
    this.mark();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopping?.abort();
  }

  private show(verdict: Verdict): void {
    this.verdict = verdict;
    this.status = verdict.reproduced ? "reproduced" : "not-reproduced";
  }

  /** For tests, and for pages that embed a card. */
  private mark(): void {
    this.dataset["claim"] = this.claim.id;
    this.dataset["status"] = this.status;
    if (this.verdict) this.dataset["measured"] = String(this.verdict.measured);
    else delete this.dataset["measured"];
  }

  override updated(): void {
    if (this.claim) this.mark();
  }

  private async run(): Promise<void> {
    const before = this.verdict;
    this.status = "running";
    this.progress = null;
    this.problem = "";
    const stopping = (this.stopping = new AbortController());
    this.dispatchEvent(new CustomEvent("claim-started", { bubbles: true, composed: true }));
    try {
      const lab = await this.lab();
      const verdict = await runClaim(lab, this.paper, this.claim, stopping.signal, (progress) => (this.progress = progress));
      keep(verdict, lab.device.kind === "cpu" ? "CPU" : "WebGPU");
      this.show(verdict);
    } catch (error) {
      if (!stopping.signal.aborted) this.problem = `It could not be run to its end: ${error instanceof Error ? error.message : String(error)} Try again.`;
      this.status = "idle";
      if (before) this.show(before);
    }
    this.stopping = null;
  }

  override render() {
    const { claim, status, verdict, progress } = this;
    if (!claim) return nothing;
    const steps = claimSteps(claim);
    const left = progress && progress.done > steps / 50 ? (progress.seconds / progress.done) * (steps - progress.done) : NaN;
    const runs = claim.arms.length * claim.seeds.length;
    return html`<article class=${status} aria-labelledby="title">
      <header><h3 id="title">${claim.title}</h3><span class="state" role="status"><span aria-hidden="true">${marks[status]}</span> ${words[status]}</span></header>
      <p>${claim.statement}</p>
      <dl>
        <div><dt>Measured here: ${claim.measuredLabel}</dt><dd>${verdict
          ? html`<b>${measured(verdict.measured, claim.unit)}</b> <span class="small soft">median; ${measured(verdict.spread[0], claim.unit)} to ${measured(verdict.spread[1], claim.unit)} over ${claim.seeds.length} seeds</span>`
          : html`<b>–</b>`}</dd></div>
        <div><dt>In the paper (${claim.paper.place})</dt><dd>${claim.paper.figure} <span class="small soft">${claim.paper.scale}</span></dd></div>
      </dl>
      ${verdict ? html`<ul>${verdict.findings.map((finding) => html`<li><span aria-hidden="true">${finding.holds ? "✓" : "✗"}</span>
        ${finding.text}: ${short(finding.left)} against ${short(finding.right)}${finding.holds ? "" : html` <strong>(does not hold)</strong>`}</li>`)}</ul>` : nothing}
      <p class="caveat">${claim.caveat}</p>
      ${status === "running" ? html`<progress max=${steps} value=${progress?.done ?? 0} aria-label="Steps done"></progress>` : nothing}
      ${this.problem ? html`<p class="wrong" role="alert">${this.problem}</p>` : nothing}
      <div class="row">
        ${status === "running"
          ? html`<button @click=${() => this.stopping?.abort()}>Stop</button><span class="small soft numeral">${count(progress?.done ?? 0)} of ${count(steps)} steps${Number.isFinite(left) ? `, about ${duration(left)} left` : ""}</span>`
          : html`<button class="primary" @click=${() => void this.run()}>${verdict ? "Run it again" : "Run this experiment"}</button><span class="small soft">${runs} runs, ${count(steps)} steps in all</span>`}
      </div>
    </article>`;
  }
}
customElements.define("paperglass-claim", PaperglassClaim);

/** All claims of a paper. */
export class PaperglassClaims extends LitElement {
  static override properties = { claims: { attribute: false }, lab: { attribute: false }, paper: { type: String } };
  declare claims: Claim<object>[];
  declare lab: () => Promise<Lab>;
  declare paper: string;

  // In the page's own tree, so that a card can be found by its data attributes.
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render() {
    return html`<div class="claims">${(this.claims ?? []).map((claim) => html`<paperglass-claim .claim=${claim} .lab=${this.lab} paper=${this.paper}></paperglass-claim>`)}</div>`;
  }
}
customElements.define("paperglass-claims", PaperglassClaims);
