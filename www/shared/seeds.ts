// Several seeds, one after another: how many steps and seconds each arm needs, with the spread.
// One run proves little; this is what the paper's reproducers ask for.

import { LitElement, css, html, nothing } from "lit";
import type { Lab } from "paperglass";
import { count, duration, median, percent } from "./numbers.js";
import { base, controls } from "./style.js";

const LEVELS = [0.5, 0.95, 0.99, 1];

interface SeedArm {
  id: string;
  label: string;
  config: Record<string, unknown>;
}

/** Steps and seconds to each level; `null` where it was not reached. */
type Reached = ({ step: number; seconds: number } | null)[];

export class PaperglassSeeds extends LitElement {
  static override properties = {
    lab: { attribute: false }, paper: { type: String }, arms: { attribute: false }, steps: { type: Number }, every: { type: Number },
    results: { state: true }, running: { state: true }, problem: { state: true }, chosen: { state: true },
  };
  declare lab: () => Promise<Lab>;
  declare paper: string;
  declare arms: SeedArm[];
  declare steps: number;
  declare every: number;
  declare private results: { arm: string; seed: number; reached: Reached }[];
  declare private running: string;
  declare private problem: string;
  /** How many seeds, from 0 up. */
  declare private chosen: number;
  private stopping: AbortController | null = null;
  private about = "";

  static override styles = [base, controls, css`:host { display: block; } .row { margin-block: 0.6rem; } .wrong { color: var(--bad); font-size: 0.875rem; } input { width: 4.5rem; }`];

  constructor() {
    super();
    this.results = [];
    this.running = this.problem = "";
    this.chosen = 3;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopping?.abort();
  }

  override willUpdate(): void {
    // Results of other settings would be a lie.
    const about = JSON.stringify((this.arms ?? []).map(({ config: { seed: _, ...config } }) => config));
    if (about !== this.about) {
      this.stopping?.abort();
      this.results = [];
    }
    this.about = about;
  }

  private async one(lab: Lab, arm: SeedArm, seed: number, signal: AbortSignal): Promise<void> {
    const run = await lab.start(this.paper as "grokking", { ...arm.config, seed });
    const reached: Reached = LEVELS.map(() => null);
    const started = performance.now();
    try {
      while (run.step < this.steps && reached.includes(null)) {
        signal.throwIfAborted();
        await run.advance(Math.min(this.every, this.steps - run.step));
        const { accuracy } = await run.snapshot(["accuracy"]);
        LEVELS.forEach((level, i) => {
          if (accuracy!.test >= level) reached[i] ??= { step: run.step, seconds: (performance.now() - started) / 1000 };
        });
      }
      this.results = [...this.results, { arm: arm.id, seed, reached }];
    } finally {
      run.dispose();
    }
  }

  private async run(): Promise<void> {
    const { signal } = (this.stopping = new AbortController());
    const work = Array.from({ length: this.chosen }, (_, seed) => this.arms.map((arm) => ({ arm, seed }))).flat();
    const all = work.length;
    this.results = [];
    this.problem = "";
    this.running = `0 of ${all} runs`;
    try {
      const lab = await this.lab();
      const hand = async () => {
        for (let next = work.shift(); next; next = work.shift()) {
          await this.one(lab, next.arm, next.seed, signal);
          this.running = `${this.results.length} of ${all} runs`;
        }
      };
      await Promise.all(Array.from({ length: Math.min(4, navigator.hardwareConcurrency || 2) }, hand));
    } catch (error) {
      if (!signal.aborted) this.problem = `It stopped: ${error instanceof Error ? error.message : String(error)} Try again.`;
    }
    this.running = "";
  }

  private cell(arm: string, level: number) {
    const own = this.results.filter((result) => result.arm === arm).map(({ reached }) => reached[level]!);
    if (!own.length) return html`<td>–</td>`;
    // A level that was not reached lies beyond every step.
    const steps = own.map((reached) => reached?.step ?? Infinity);
    const middle = median(steps);
    if (!Number.isFinite(middle)) return html`<td>not by ${count(this.steps)}</td>`;
    const [low, high] = [Math.min(...steps), Math.max(...steps)];
    return html`<td>${count(middle)}<br><span class="soft">${count(low)} to ${Number.isFinite(high) ? count(high) : `beyond ${count(this.steps)}`}<br>${duration(median(own.map((reached) => reached?.seconds ?? Infinity)))}</span></td>`;
  }

  override render() {
    return html`
      <div class="row">
        ${this.running
          ? html`<button @click=${() => this.stopping?.abort()}>Stop</button><span class="small soft" role="status">${this.running}</span>`
          : html`<label for="many">Seeds from 0, how many</label><input id="many" type="number" min="1" max="20" step="1" .value=${String(this.chosen)}
              @change=${(event: Event) => (this.chosen = Math.min(20, Math.max(1, Math.round(Number((event.target as HTMLInputElement).value)) || 3)))}>
            <button class="primary" @click=${() => void this.run()}>Measure over ${count(this.chosen)} seeds</button>`}
      </div>
      ${this.problem ? html`<p class="wrong" role="alert">${this.problem}</p>` : nothing}
      ${this.results.length || this.running ? html`<div class="scroll" tabindex="0" role="region" aria-label="Steps to each accuracy over seeds"><table>
        <thead><tr><th scope="col">Held-out accuracy</th>${LEVELS.map((level) => html`<th scope="col">${percent(level).replace(".0", "")}</th>`)}<th scope="col">seeds</th></tr></thead>
        <tbody>${this.arms.map((arm) => html`<tr><th scope="row">${arm.label}</th>${LEVELS.map((_, level) => this.cell(arm.id, level))}
          <td>${this.results.filter((result) => result.arm === arm.id).length}</td></tr>`)}</tbody></table></div>
        <p class="small soft">Median steps, then least to greatest, then median seconds with runs side by side. Measured every ${count(this.every)} steps.</p>` : nothing}`;
  }
}
customElements.define("paperglass-seeds", PaperglassSeeds);
