// <paperglass-grokking>: networks that learn to add, side by side, live. The page uses it, and
// two lines put it into any other page. Attributes: preset, seed, device, paused.

import { html, nothing, type TemplateResult } from "lit";
import { fields, presets } from "../generated/grokking.js";
import type { Field } from "../generated/shared.js";
import type { Arm } from "../shared/comparison.js";
import { ExperimentElement } from "../shared/experiment.js";
import "../shared/fields.js";
import "../shared/heatmap.js";
import { percent } from "../shared/numbers.js";
import type { PaperglassPlot } from "../shared/plot.js";
import "../shared/plot.js";
import type { PlotSpec } from "../shared/plot-spec.js";
import { base, controls, tokens } from "../shared/style.js";
import "../shared/swatch.js";
import { slots } from "./arms.js";
import { look } from "./element.css.js";
import { describe, interventions } from "./interventions.js";
import { stage } from "./stage.js";
import { views } from "./views/all.js";
import type { View, ViewContext } from "./views/view.js";

/** Why a setting does not matter beside the others. */
function idle(config: Record<string, unknown>): Record<string, string> {
  const parity = config["operation"] === "sparseParity";
  const sgd = config["optimizer"] === "sgd";
  const reasons: Record<string, string> = {};
  const mark = (when: boolean, reason: string, ...names: string[]) => when && names.forEach((name) => (reasons[name] = reason));
  mark(parity, "Not used by sparse parity.", "modulus", "input");
  mark(!parity, "Used by sparse parity only.", "parityBits", "noiseBits", "paritySamples");
  mark(config["architecture"] === "transformer", "The transformer has one layer and embeds its operands.", "hiddenLayers", "input");
  mark(config["loss"] !== "softmaxComplement", "Used by the complement form of softmax only.", "significandBits");
  mark(sgd, "Used by Adam only.", "beta1", "beta2", "epsilon");
  mark(!sgd, "Used by gradient descent only.", "momentum");
  mark(config["orthogonalGradient"] === "none", "There is no projection to rescale.", "rescaleGradient");
  return reasons;
}

export class PaperglassGrokking extends ExperimentElement {
  static override properties = { ...ExperimentElement.properties, open: { state: true }, axis: { state: true }, xLog: { state: true }, whose: { state: true } };
  declare private open: string[];
  declare private axis: "step" | "seconds";
  declare private xLog: boolean;
  /** The arm whose settings the form shows; empty for all. */
  declare private whose: string;
  static override styles = [tokens, base, controls, look];
  readonly tables = { paper: "grokking", fields, presets };

  constructor() {
    super();
    this.open = matchMedia("(max-width: 40rem)").matches ? [] : ["collapse", "table"];
    this.axis = "step";
    this.xLog = false;
    this.whose = "";
    // Hovering any chart over time shows that step in every view; a click keeps it.
    this.addEventListener("plot-peek", (event) => {
      const { detail } = event as CustomEvent<number | null>;
      this.comparison?.peek(detail === null ? null : Math.max(0, detail));
    });
    this.addEventListener("plot-pick", (event) => this.comparison?.scrub((event as CustomEvent<number>).detail));
  }

  /** Opens a view, and brings it on screen. */
  showView(id: string): void {
    if (!views.some((view) => view.id === id)) return;
    if (!this.open.includes(id)) this.toggle(id);
    void this.updateComplete.then(() => {
      const panel = this.renderRoot.querySelector<HTMLElement>(`#view-${id}`);
      panel?.scrollIntoView({ block: "start" });
      panel?.focus({ preventScroll: true });
    });
  }

  private toggle(id: string): void {
    this.open = this.open.includes(id) ? this.open.filter((other) => other !== id) : [...this.open, id];
    this.applyWanted();
  }

  private get shownViews(): View[] {
    return views.filter(({ id }) => this.open.includes(id));
  }

  /** Whether a view has its row to itself: wide ones, and a narrow one that is left over before them. */
  private alone(view: View): boolean {
    if (view.wide) return true;
    const shown = this.shownViews;
    const at = shown.indexOf(view);
    let narrowBefore = 0;
    while (at - narrowBefore > 0 && !shown[at - narrowBefore - 1]!.wide) narrowBefore++;
    return narrowBefore % 2 === 0 && (shown[at + 1]?.wide ?? true);
  }

  protected wanted() {
    const small = new Set(["accuracy", "collapse", ...this.shownViews.flatMap((view) => view.small)]);
    return { small: [...small], large: this.shownViews.flatMap((view) => view.large) };
  }

  private get context(): ViewContext {
    const { comparison } = this;
    const arms = this.armList;
    const place = slots(this.chosen.arms.map(({ id }) => id));
    return { comparison: comparison!, arms, slot: (arm: Arm) => place.get(arm.id) ?? 0, shown: comparison?.shown, axis: this.axis, xLog: this.xLog, lab: this.sideLab, tick: this.tick };
  }

  protected task(): string {
    return describe(this.armList);
  }

  plots(): PlotSpec[] {
    const drawn = this.renderRoot.querySelectorAll<PaperglassPlot>("paperglass-plot");
    return [...drawn].map((plot) => plot.spec).filter(Boolean);
  }

  private changed({ field, value, arm }: { field: Field; value: unknown; arm: string }): void {
    const [changes, arms] = [{ ...this.changes }, structuredClone(this.armChanges)];
    if (arm) (arms[arm] ??= {})[field.name] = value;
    else {
      if (field.name !== "seed") changes[field.name] = value;
      for (const own of Object.values(arms)) delete own[field.name];
    }
    if (!field.live) return this.restart({ changes, arms, ...(field.name === "seed" ? { seed: Number(value) } : {}) });
    this.changes = changes;
    this.armChanges = arms;
    this.announce();
    // A rewind starts with what the address says.
    for (const spec of this.comparison?.specs ?? []) if (!arm || spec.id === arm) spec.config[field.name] = value;
    void this.control({ [field.name]: value }, `${field.label} ${String(value)}`, arm ? [arm] : undefined);
  }

  private legend(context: ViewContext) {
    return html`<ul class="legend">${context.arms.map((arm) => html`<li>
      <paperglass-swatch slot-number=${context.slot(arm)}></paperglass-swatch> ${arm.label}
      <b>${percent(arm.recording.value("accuracy.test", context.shown))}</b></li>`)}</ul>`;
  }

  /** What has been changed from the experiment as it is described. */
  private differences(): string {
    const label = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
    const all = Object.entries(this.changes).map(([name, value]) => `${label(name)} ${String(value)}`);
    const own = Object.entries(this.armChanges).flatMap(([arm, changes]) =>
      Object.entries(changes).map(([name, value]) => `${label(name)} ${String(value)} for ${this.chosen.arms.find(({ id }) => id === arm)?.label ?? arm}`));
    const list = [...all, ...own];
    return list.length ? ` Changed here: ${list.join(", ")}.` : "";
  }

  private setup() {
    const seed = (value: number) => Number.isInteger(value) && value >= 0 && value <= 0xffffffff && this.restart({ seed: value });
    return html`<div class="setup">
      <span><label for="preset">Experiment</label><select id="preset" @change=${(event: Event) => this.restart({ preset: (event.target as HTMLSelectElement).value, changes: {}, arms: {} })}>
        ${presets.map(({ id, title }) => html`<option value=${id} ?selected=${id === this.chosen.id}>${title}</option>`)}</select></span>
      <span><label for="seed">Seed</label><input id="seed" type="number" min="0" max="4294967295" step="1" .value=${String(this.seed)}
        @change=${(event: Event) => seed(Number((event.target as HTMLInputElement).value))}>
        <button aria-label="Another seed" title="Another seed" @click=${() => seed(this.seed + 1)}>+1</button></span>
      <span><label for="device">Device</label><select id="device" @change=${(event: Event) => this.restart({ device: (event.target as HTMLSelectElement).value as "auto" })}>
        ${(["auto", "cpu", "webgpu"] as const).map((kind) => html`<option value=${kind} ?selected=${kind === this.device}>${{ auto: "fastest", cpu: "CPU", webgpu: "WebGPU" }[kind]}</option>`)}</select></span>
      <button class="quiet" @click=${() => this.restart({ seed: 0, changes: {}, arms: {} })}>Reset to defaults</button>
    </div>
    <p class="hint">${this.chosen.description}${this.differences()}</p>`;
  }

  protected body(): TemplateResult {
    const context = this.context;
    const ready = this.comparison !== null;
    const config = (context.arms.find(({ id }) => id === this.whose) ?? context.arms[0])?.now ?? { ...this.chosen.arms[0]!.config };
    return html`
      <div class="top">
        <section class="panel stage" aria-label="Accuracy">
          <div class="stagehead"><h2>Right answers on sums they were never shown</h2>
            <span class="row" role="group" aria-label="Horizontal axis">
              <button class="chip" aria-pressed=${this.xLog} @click=${() => (this.xLog = !this.xLog)}>Log scale</button>
              <button class="chip" aria-pressed=${this.axis === "seconds"} @click=${() => (this.axis = this.axis === "step" ? "seconds" : "step")}>In seconds</button>
            </span></div>
          ${this.legend(context)}
          ${ready ? html`<paperglass-plot .spec=${stage(context)} .shown=${this.axis === "step" ? context.shown : undefined}></paperglass-plot>` : html`<paperglass-plot></paperglass-plot>`}
          <div class="bar"><paperglass-controls .comparison=${this.comparison} .tick=${this.tick}></paperglass-controls>
            <p class="keys">Solid: held out. Dashed: trained. ○ all trained sums right, □ 95 % of the held-out ones, △ half of the softmax sums collapsed. Hover or click to see a step in every view. Training goes on while the tab is hidden.</p>
            ${this.setup()}</div>
          <slot name="tools"></slot>
        </section>
        <aside class="panel side" aria-label="Step in">
          ${interventions(context.arms, (change, note, ids) => void this.control(change, note, ids))}
        </aside>
      </div>
      <div class="chooser" role="group" aria-label="Views"><span class="soft small">Look inside:</span>
        ${views.map(({ id, title }) => html`<button class="chip" aria-pressed=${this.open.includes(id)} @click=${() => this.toggle(id)}>${title}</button>`)}</div>
      <div class="views">
        ${ready ? this.shownViews.map((view) => html`<section class="panel view ${this.alone(view) ? "wide" : ""}" id="view-${view.id}" tabindex="-1" aria-labelledby="title-${view.id}">
          <header><h3 id="title-${view.id}">${view.title}</h3><button class="quiet" aria-label=${`Close ${view.title}`} @click=${() => this.toggle(view.id)}>Close</button></header>
          <p class="hint">${view.hint}</p>${view.render(context)}</section>`) : nothing}
      </div>
      <details class="all panel"><summary>All settings</summary>
        <paperglass-fields .fields=${fields} .values=${config} .arms=${this.chosen.arms} .arm=${this.whose} .idle=${idle(config)}
          @arm-chosen=${({ detail }: CustomEvent<string>) => (this.whose = detail)}
          @field-change=${({ detail }: CustomEvent<{ field: Field; value: unknown; arm: string }>) => this.changed(detail)}></paperglass-fields>
      </details>`;
  }
}
customElements.define("paperglass-grokking", PaperglassGrokking);
