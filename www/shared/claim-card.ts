// One claim of a paper as a card. It says what must come out, runs exactly that experiment in
// this browser, and shows what was measured beside what the paper has.
//
// Promise: `data-claim`, `data-status` and `data-measured` say the same as the card; an error or
// a stop leaves the verdict that was there before.

import { LitElement, css, html, nothing } from "lit";
import type { Lab } from "paperglass";
import type { Claim, Verdict } from "../generated/shared.js";
import { type Progress, claimSteps, runClaim } from "./claim-run.js";
import { answers, compared, measured, occasion, sentence } from "./claim-words.js";
import { type Kept, keep, kept } from "./claims-store.js";
import { count, duration } from "./numbers.js";
import { base, controls, tokens } from "./style.js";

type Status = "idle" | "running" | "reproduced" | "not-reproduced";
const words: Record<Status, string> = { idle: "Not run yet", running: "Running", reproduced: "Reproduced here", "not-reproduced": "Not reproduced here" };
const marks: Record<Status, string> = { idle: "○", running: "…", reproduced: "✓", "not-reproduced": "✗" };

export class PaperglassClaim extends LitElement {
  static override properties = {
    claim: { attribute: false }, lab: { attribute: false }, paper: { type: String },
    status: { state: true }, entry: { state: true }, progress: { state: true }, problem: { state: true },
  };
  declare claim: Claim<object>;
  /** The lab to run on, asked for at the first run. */
  declare lab: () => Promise<Lab>;
  declare paper: string;
  declare private status: Status;
  declare private entry: Kept | null;
  declare private progress: Progress | null;
  declare private problem: string;
  private stopping: AbortController | null = null;

  static override styles = [
    tokens,
    base,
    controls,
    css`
      :host { display: block; }
      article { background: var(--panel); border: 1px solid var(--line); border-top: 3px solid var(--line-strong); border-radius: var(--radius); padding: 0.9rem 1.1rem 1.1rem; display: flex; flex-direction: column; gap: 0.75rem; height: 100%; }
      article.reproduced { border-top-color: var(--good); }
      article.not-reproduced { border-top-color: var(--bad); }
      article.running { border-top-color: var(--accent); }
      header { display: flex; flex-direction: column; gap: 0.3rem; align-items: start; }
      h3 { font-size: 1.2rem; }
      /* Read after the title, seen above it, so that the cards of a row line up. */
      .state { order: -1; font-weight: 600; font-size: 0.8125rem; color: var(--ink-soft); }
      .reproduced .state { color: var(--good); }
      .not-reproduced .state { color: var(--bad); }
      .running .state { color: var(--accent); }
      dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 1fr)); gap: 0.6rem 1.25rem; margin: 0; padding-top: 0.75rem; border-top: 1px solid var(--line); }
      dt { font-size: 0.8125rem; color: var(--ink-soft); }
      dd { margin: 0; }
      dd b { display: block; font-size: 1.35rem; font-weight: 600; line-height: 1.3; font-variant-numeric: tabular-nums; }
      dd .small { display: block; }
      .figure { font-size: 0.9375rem; line-height: 1.4; display: block; margin: 0.2rem 0 0.15rem; }
      ul { margin: 0; padding: 0; list-style: none; font-size: 0.875rem; display: grid; gap: 0.3rem; }
      li { display: grid; grid-template-columns: 1.1rem 1fr; line-height: 1.4; }
      .held { color: var(--good); font-weight: 700; }
      .failed { color: var(--bad); font-weight: 700; }
      progress { width: 100%; height: 6px; border: 0; border-radius: 3px; overflow: hidden; background: var(--sunken); appearance: none; }
      progress::-webkit-progress-bar { background: var(--sunken); }
      progress::-webkit-progress-value { background: var(--accent); }
      progress::-moz-progress-bar { background: var(--accent); }
      .caveat { font-size: 0.875rem; color: var(--ink-soft); }
      .wrong { color: var(--bad); font-size: 0.875rem; }
      .end { margin-top: auto; display: grid; gap: 0.6rem; }
      .row { justify-content: space-between; }
    `,
  ];

  constructor() {
    super();
    this.status = "idle";
    this.entry = null;
    this.progress = null;
    this.problem = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.claim) return;
    const before = kept()[this.claim.id];
    if (before && this.status === "idle" && answers(before.verdict, this.claim)) this.show(before);
    this.mark();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopping?.abort();
  }

  private get verdict(): Verdict | null {
    return this.entry?.verdict ?? null;
  }

  private show(entry: Kept): void {
    this.entry = entry;
    this.status = entry.verdict.reproduced ? "reproduced" : "not-reproduced";
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
    this.status = "running";
    this.progress = null;
    this.problem = "";
    const stopping = (this.stopping = new AbortController());
    this.dispatchEvent(new CustomEvent("claim-started", { bubbles: true, composed: true }));
    try {
      const lab = await this.lab();
      const verdict = await runClaim(lab, this.paper, this.claim, stopping.signal, (progress) => (this.progress = progress));
      this.show(keep(verdict, lab.device.kind === "cpu" ? "CPU" : "WebGPU"));
      this.dispatchEvent(new CustomEvent("claim-judged", { detail: verdict, bubbles: true, composed: true }));
    } catch (error) {
      if (!stopping.signal.aborted) this.problem = `It could not be run to its end. ${sentence(error)} The button starts it again.`;
      if (this.entry) this.show(this.entry);
      else this.status = "idle";
    }
    this.stopping = null;
  }

  private measurement() {
    const { claim, entry } = this;
    if (!entry) return html`<b>–</b><span class="small soft">not measured yet</span>`;
    const [low, high] = entry.verdict.spread.map((value) => measured(value, claim.unit));
    return html`<b>${measured(entry.verdict.measured, claim.unit)}</b>
      <span class="small soft">median of ${claim.seeds.length} seeds, ${low === high ? "all alike" : `${low} to ${high}`}; ${occasion(entry)}</span>`;
  }

  private findings(verdict: Verdict) {
    return html`<ul aria-label="What had to hold">${verdict.findings.map((finding, i) => html`<li>
      <span class=${finding.holds ? "held" : "failed"} aria-hidden="true">${finding.holds ? "✓" : "✗"}</span>
      <span>${finding.text}: ${compared(this.claim.conditions[i]!, finding)}${finding.holds ? html`<span class="visually-hidden"> (holds)</span>` : html` <strong>(does not hold)</strong>`}</span></li>`)}</ul>`;
  }

  private action() {
    const { claim, status, progress } = this;
    const steps = claimSteps(claim);
    const [arms, seeds] = [claim.arms.length, claim.seeds.length];
    if (status !== "running") {
      return html`<div class="row"><button class="primary" @click=${() => void this.run()}>${this.entry ? "Run it again" : "Run this experiment"}</button>
        <span class="small soft">${arms === 1 ? "" : `${arms} arms × `}${seeds} seeds, ${count(steps)} steps in all</span></div>`;
    }
    const { done = 0, runs = 0, seconds = 0 } = progress ?? {};
    const left = done > steps / 50 ? `about ${duration((seconds / done) * (steps - done))} left` : "starting";
    return html`<progress max=${steps} value=${done} aria-label="Steps done"></progress>
      <div class="row"><button @click=${() => this.stopping?.abort()}>Stop</button>
        <span class="small soft numeral">${count(done)} of ${count(steps)} steps, ${runs} of ${arms * seeds} runs; ${left}</span></div>`;
  }

  override render() {
    const { claim, status } = this;
    if (!claim) return nothing;
    return html`<article class=${status} aria-labelledby="title">
      <header><h3 id="title">${claim.title}</h3><span class="state" role="status"><span aria-hidden="true">${marks[status]}</span> ${words[status]}</span></header>
      <p>${claim.statement}</p>
      <dl>
        <div><dt>Measured here: ${claim.measuredLabel}</dt><dd>${this.measurement()}</dd></div>
        <div><dt>In the paper (${claim.paper.place})</dt><dd><span class="figure">${claim.paper.figure}</span><span class="small soft">${claim.paper.scale}</span></dd></div>
      </dl>
      ${this.verdict ? this.findings(this.verdict) : nothing}
      ${claim.caveat ? html`<p class="caveat">${claim.caveat}</p>` : nothing}
      <div class="end">
        ${this.problem ? html`<p class="wrong" role="alert">${this.problem}</p>` : nothing}
        ${this.action()}
      </div>
    </article>`;
  }
}
customElements.define("paperglass-claim", PaperglassClaim);
