// What every paper's live element does: open a lab, run a comparison of arms, show how it goes,
// and stop when it leaves the page. A paper's own element adds its views.
//
// Promise: it starts by itself, keeps the whole configuration in `settings`, and frees
// everything when it is disconnected.

import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { type Lab, PaperglassError, open } from "paperglass";
import type { Field, Preset } from "../generated/shared.js";
import type { Settings } from "./address.js";
import { type Arm, Comparison } from "./comparison.js";
import "./controls.js";
import type { PaperglassControls } from "./controls.js";
import { count, duration } from "./numbers.js";
import type { PlotSpec } from "./plot-spec.js";

export interface Tables {
  paper: string;
  fields: Field[];
  presets: Preset<object>[];
}

export abstract class ExperimentElement extends LitElement {
  static override properties = {
    preset: { type: String }, device: { type: String }, seed: { type: Number }, paused: { type: Boolean }, pageKeys: { type: Boolean, attribute: "page-keys" },
    lab: { attribute: false }, changes: { attribute: false }, armChanges: { attribute: false },
    tick: { state: true }, notice: { state: true },
  };
  declare preset: string;
  declare device: "auto" | "cpu" | "webgpu";
  declare seed: number;
  /** With this attribute it waits for the visitor. */
  declare paused: boolean;
  /** With this attribute keys work wherever the focus is; else only inside. */
  declare pageKeys: boolean;
  /** A lab to share; without one it opens its own. */
  declare lab: Promise<Lab> | null;
  /** Fields changed on every arm. */
  declare changes: Record<string, unknown>;
  /** Fields changed on single arms. */
  declare armChanges: Record<string, Record<string, unknown>>;
  /** Grows with every measurement. */
  declare tick: number;
  declare notice: string;

  comparison: Comparison | null = null;
  protected opened: Lab | null = null;
  private own: Promise<Lab> | null = null;
  private generation = 0;
  private waitingFrame = 0;

  abstract readonly tables: Tables;
  /** Parts to read at every measurement, and those to read a few times a second. */
  protected abstract wanted(): { small: string[]; large: string[] };
  protected abstract body(): TemplateResult;
  /** "training 4 networks on 1,767 sums" */
  protected abstract task(): string;
  /** Every chart that can be exported now. */
  abstract plots(): PlotSpec[];

  constructor() {
    super();
    this.preset = "";
    this.device = "auto";
    this.seed = 0;
    this.paused = this.pageKeys = false;
    this.lab = null;
    this.changes = {};
    this.armChanges = {};
    this.tick = 0;
    this.notice = "";
  }

  get chosen(): Preset<object> {
    return this.tables.presets.find(({ id }) => id === this.preset) ?? this.tables.presets[0]!;
  }

  get settings(): Settings {
    return { preset: this.chosen.id, seed: this.seed, device: this.device, changes: this.changes, arms: this.armChanges };
  }

  get deviceNow(): { kind: string; reason: string; adapter?: string } | null {
    return this.opened?.device ?? null;
  }

  private side: Promise<Lab> | null = null;
  /** A lab for work apart from the comparison, which pauses: both would be half as fast. */
  sideLab = (): Promise<Lab> => {
    this.comparison?.pause();
    return (this.side ??= open({ device: this.device }).catch((error: unknown) => {
      this.side = null;
      throw error;
    }));
  };

  private onKey = (event: KeyboardEvent): void => {
    const at = event.composedPath()[0];
    // A field takes every key, a button only those that press it.
    const inside = (selector: string) => at instanceof Element && at.closest(selector) !== null;
    const typing = inside("input, select, textarea, [contenteditable]") || (event.key === " " && inside("button, summary, a"));
    if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (this.renderRoot.querySelector<PaperglassControls>("paperglass-controls")?.key(event.key)) event.preventDefault();
  };

  override connectedCallback(): void {
    super.connectedCallback();
    (this.pageKeys ? document : this).addEventListener("keydown", this.onKey as EventListener);
    // After the first render, so that something is on the screen before the WebAssembly loads.
    void this.updateComplete.then(() => {
      if (this.isConnected) void this.begin(!this.paused);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.onKey as EventListener);
    this.removeEventListener("keydown", this.onKey as EventListener);
    this.generation++;
    this.comparison?.dispose();
    this.comparison = null;
    void this.own?.then((lab) => lab.dispose()).catch(() => {});
    void this.side?.then((lab) => lab.dispose()).catch(() => {});
    this.own = this.side = null;
    this.opened = null;
  }

  private arms() {
    return this.chosen.arms.map(({ id, label, config }) => ({
      id, label, config: { ...config, seed: this.seed, ...this.changes, ...this.armChanges[id] } as Record<string, unknown>,
    }));
  }

  /** What decides between the devices: as many runs as there are arms. */
  private get sample() {
    const arms = this.arms();
    return { paper: this.tables.paper, config: arms[0]!.config, runs: arms.length };
  }

  /** Builds the arms anew from the settings. */
  async begin(play = this.comparison ? this.comparison.status === "running" : true): Promise<void> {
    const generation = ++this.generation;
    this.comparison?.dispose();
    this.comparison = null;
    this.tick++;
    try {
      const lab = await (this.lab ?? (this.own ??= open({ device: this.device, sample: this.sample })));
      if (generation !== this.generation) return;
      this.opened = lab;
      lab.onDeviceChange = ({ reason }) => {
        this.notice = `${reason[0]!.toUpperCase()}${reason.slice(1)}.`;
      };
      const comparison = new Comparison(lab, this.tables.paper, this.arms(), this.chosen.every, this.chosen.steps);
      this.comparison = comparison;
      const redraw = () => this.redraw();
      for (const kind of ["status", "measured", "cursor"]) comparison.addEventListener(kind, redraw);
      this.applyWanted();
      await comparison.start();
      if (generation === this.generation && play) comparison.play();
    } catch (error) {
      if (generation !== this.generation) return;
      this.own = null; // The next attempt opens another.
      this.tell(error);
    }
    this.tick++;
  }

  /** Views are drawn once a frame at most, however many measurements come. */
  private redraw(): void {
    if (this.waitingFrame) return;
    this.waitingFrame = requestAnimationFrame(() => {
      this.waitingFrame = 0;
      this.tick++;
    });
  }

  protected applyWanted(): void {
    const { small, large } = this.wanted();
    this.comparison?.want(small, large);
  }

  protected tell(error: unknown): void {
    const problems = error instanceof PaperglassError ? error.problems : [];
    this.notice = problems.length
      ? problems.map(({ field, value, expected }) => `${field} is ${value}; expected ${expected}.`).join(" ")
      : error instanceof Error ? error.message : String(error);
  }

  /** Changes the running arms; a refusal is shown and changes nothing. */
  async control(change: Record<string, unknown>, note: string, ids?: string[]): Promise<void> {
    try {
      await this.comparison?.control(change, note, ids);
    } catch (error) {
      this.tell(error);
    }
  }

  /** New settings: the address follows, and the arms are built anew. */
  restart(settings: Partial<Settings>): void {
    const before = this.device;
    if (settings.preset !== undefined) this.preset = settings.preset;
    if (settings.seed !== undefined) this.seed = settings.seed;
    if (settings.device !== undefined) this.device = settings.device;
    if (settings.changes !== undefined) this.changes = settings.changes;
    if (settings.arms !== undefined) this.armChanges = settings.arms;
    this.notice = "";
    if (this.device !== before) {
      for (const lab of [this.own, this.side]) void lab?.then((lab) => lab.dispose()).catch(() => {});
      this.own = this.side = null;
    }
    this.announce();
    void this.begin();
  }

  /** Tells the page that the settings have changed. */
  protected announce(): void {
    this.dispatchEvent(new CustomEvent("paperglass-settings", { detail: this.settings, bubbles: true, composed: true }));
  }

  protected statusLine(): TemplateResult {
    const { comparison } = this;
    const device = this.opened?.device;
    const where = device ? `on ${device.kind === "cpu" ? "the CPU" : `WebGPU${device.adapter ? ` (${device.adapter})` : ""}`}` : "";
    if (!comparison || comparison.status === "starting" || comparison.status === "idle") {
      return html`<p class="status" role="status">Loading the WebAssembly and preparing the data …</p>`;
    }
    const { status, step, until, stepsPerSecond } = comparison;
    const states = { running: this.task(), paused: "Paused", finished: "Finished", failed: "Stopped" } as const;
    const speed = status === "running" && stepsPerSecond > 0
      ? ` · ${stepsPerSecond >= 10 ? count(stepsPerSecond) : stepsPerSecond.toPrecision(2)} steps/s${until > step ? ` · about ${duration((until - step) / stepsPerSecond)} left` : ""}` : "";
    return html`
      <p class="status"><span role="status">${states[status as keyof typeof states]}</span>
        <span class="numeral"> · step ${count(step)} of ${count(until)}${speed} · ${where}</span>
        ${device?.reason && device.reason !== "asked for" ? html`<span class="soft small why">Why there: ${device.reason}.</span>` : nothing}</p>
      <progress max=${until} value=${step} aria-label="Training steps done"></progress>`;
  }

  protected noticeBox(): TemplateResult | typeof nothing {
    const failed = this.comparison?.error;
    const text = failed ? `The run stopped: ${failed.message}` : this.notice;
    if (!text) return nothing;
    return html`<div class="notice" role="alert"><p>${text}</p>
      ${failed ? html`<button @click=${() => void this.comparison?.rewind()}>Start again</button>` : html`<button class="quiet" @click=${() => (this.notice = "")}>Dismiss</button>`}</div>`;
  }

  override render() {
    return html`${this.noticeBox()}${this.statusLine()}${this.body()}`;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has("tick")) this.dispatchEvent(new Event("paperglass-tick"));
  }

  /** The arms, for views. */
  protected get armList(): Arm[] {
    return this.comparison?.arms ?? [];
  }
}
