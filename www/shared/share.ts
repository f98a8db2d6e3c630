// Keep and share: the link with the whole configuration, the run as files, the run as code.

import { LitElement, css, html, nothing } from "lit";
import { rustOf, typescriptOf } from "./code.js";
import type { ExperimentElement } from "./experiment.js";
import { csvOf, download, jsonOf } from "./export.js";
import { count } from "./numbers.js";
import { pngOf, svgOf } from "./picture.js";
import { base, controls, tokens } from "./style.js";

export class PaperglassShare extends LitElement {
  static override properties = {
    host: { attribute: false }, defaults: { attribute: false }, type: { type: String }, version: { type: String },
    said: { state: true }, arm: { state: true }, language: { state: true },
  };
  /** The experiment to keep. */
  declare host: ExperimentElement | null;
  /** The paper's default configuration. */
  declare defaults: Record<string, unknown>;
  /** The experiment's type in Rust. */
  declare type: string;
  declare version: string;
  declare private said: string;
  declare private arm: string;
  declare private language: "typescript" | "rust";

  static override styles = [
    tokens,
    base,
    controls,
    css`
      :host { display: block; }
      .said { font-size: 0.875rem; color: var(--good); min-height: 1.4em; }
      details { position: relative; }
      details > summary { list-style: none; display: inline-flex; align-items: center; min-height: 2.25rem; padding: 0.3rem 0.8rem; font-size: 0.9rem; background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius-small); }
      details > summary::after { content: "▾"; margin-left: 0.4rem; }
      .menu { position: absolute; z-index: 5; display: grid; gap: 0.15rem; background: var(--panel); border: 1px solid var(--line-strong); border-radius: var(--radius-small); box-shadow: var(--shadow); padding: 0.4rem; margin-top: 0.25rem; width: min(22rem, 80vw); max-height: 20rem; overflow: auto; }
      @media (max-width: 40rem) { :host { position: relative; } details { position: static; } .menu { left: 0; right: 0; width: auto; } }
      .menu button { justify-content: start; text-align: left; border-color: transparent; }
      dialog { width: min(52rem, 94vw); max-height: 88vh; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--panel); color: var(--ink); padding: 1.25rem; }
      dialog::backdrop { background: rgb(0 0 0 / 45%); }
      dialog h2 { font-size: 1.3rem; margin-bottom: 0.6rem; }
      pre { background: var(--sunken); border: 1px solid var(--line); border-radius: var(--radius-small); padding: 0.9rem; overflow: auto; font: 0.8125rem/1.55 var(--mono); max-height: 50vh; white-space: pre-wrap; overflow-wrap: anywhere; }
    `,
  ];

  constructor() {
    super();
    this.host = null;
    this.said = "";
    this.arm = "";
    this.language = "typescript";
  }

  /** A menu closes when the visitor turns to something else. */
  private close = (event: Event): void => {
    const menu = this.renderRoot.querySelector("details");
    if (!menu?.open) return;
    if (event instanceof KeyboardEvent) {
      if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
      if (event.composedPath().includes(menu)) menu.querySelector("summary")!.focus();
    } else if (event.composedPath().includes(menu)) return;
    menu.open = false;
  };

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("pointerdown", this.close);
    document.addEventListener("keydown", this.close);
  }

  private watched: EventTarget | null = null;
  private look = (): void => {
    const { comparison } = this.host!;
    // Only what is shown closed changes at every measurement: whether there is something to keep.
    const state = `${comparison?.status === "starting" || !comparison}`;
    if (state !== this.state) this.requestUpdate();
    this.state = state;
  };
  private state = "";

  override updated(): void {
    if (this.watched === this.host) return;
    this.watched?.removeEventListener("paperglass-tick", this.look);
    this.host?.addEventListener("paperglass-tick", this.look);
    this.watched = this.host;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("pointerdown", this.close);
    document.removeEventListener("keydown", this.close);
    this.watched?.removeEventListener("paperglass-tick", this.look);
    this.watched = null;
  }

  private say(text: string): void {
    this.said = text;
    setTimeout(() => this.said === text && (this.said = ""), 6000);
  }

  private async copy(text: string, what: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.say(`${what} copied.`);
    } catch {
      this.say(`The browser did not allow copying. ${what}: ${text.length < 300 ? text : "select it and copy it by hand."}`);
    }
  }

  private get name(): string {
    const { tables, chosen, seed } = this.host!;
    return `${tables.paper}-${chosen.id}-seed-${seed}`;
  }

  private csv(): void {
    download(`${this.name}.csv`, csvOf(this.host!.comparison!.arms), "text/csv");
    this.say("The series are in your downloads.");
  }

  private json(): void {
    const { tables, chosen, comparison } = this.host!;
    download(`${this.name}.json`, jsonOf(tables.paper, chosen.id, this.version, this.host!.deviceNow, comparison!), "application/json");
    this.say("Configuration and result are in your downloads.");
  }

  private async picture(index: number, kind: "svg" | "png"): Promise<void> {
    const spec = this.host!.plots()[index]!;
    const style = getComputedStyle(this);
    const svg = svgOf(spec, (name) => {
      // Resolved by the browser: a custom property may hold light-dark().
      const probe = this.renderRoot.querySelector<HTMLElement>(".probe")!;
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color || style.color;
    });
    const file = `${this.name}-${spec.title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.${kind}`;
    try {
      download(file, kind === "svg" ? svg : await pngOf(svg), kind === "svg" ? "image/svg+xml" : "image/png");
      this.say("The picture is in your downloads.");
    } catch (error) {
      this.say(`The picture could not be made (${error instanceof Error ? error.message : String(error)}); the SVG may still work.`);
    }
  }

  private code(): string {
    const { tables, comparison } = this.host!;
    const arm = comparison?.arms.find(({ id }) => id === this.arm) ?? comparison?.arms[0];
    if (!arm) return "";
    const until = Math.max(arm.step, 1);
    return this.language === "typescript" ? typescriptOf(tables.paper, arm, this.defaults, until) : rustOf(tables.paper, this.type, arm, this.defaults, until);
  }

  private get dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector("dialog")!;
  }

  override render() {
    const ready = Boolean(this.host?.comparison?.arms.length);
    const plots = ready ? this.host!.plots() : [];
    const arms = this.host?.comparison?.arms ?? [];
    return html`<span class="probe" hidden></span>
      <div class="row" role="group" aria-label="Keep and share">
        <button @click=${() => void this.copy(location.href, "Link")}>Copy link</button>
        <details @toggle=${() => this.requestUpdate()}><summary>Export</summary><div class="menu">
          <button ?disabled=${!ready} @click=${() => this.csv()}>Every series, CSV</button>
          <button ?disabled=${!ready} @click=${() => this.json()}>Configuration and result, JSON</button>
          ${plots.map((spec, i) => (["svg", "png"] as const).map((kind) => html`<button @click=${() => void this.picture(i, kind)}>${spec.title}, ${kind.toUpperCase()}</button>`))}
        </div></details>
        <button ?disabled=${!ready} @click=${() => { this.requestUpdate(); this.dialog.showModal(); }}>Copy as code</button>
      </div>
      <p class="said" role="status">${this.said}</p>
      <dialog aria-labelledby="code-title">
        <h2 id="code-title">This run as code</h2>
        <div class="row"><label for="which">Arm</label>
          <select id="which" @change=${(event: Event) => (this.arm = (event.target as HTMLSelectElement).value)}>${arms.map(({ id, label, step }) => html`<option value=${id}>${label}, ${count(step)} steps</option>`)}</select>
          ${(["typescript", "rust"] as const).map((language) => html`<button class="chip" aria-pressed=${this.language === language} @click=${() => (this.language = language)}>${language === "rust" ? "Rust" : "TypeScript"}</button>`)}</div>
        ${ready ? html`<pre tabindex="0" aria-label="The program"><code>${this.code()}</code></pre>` : nothing}
        <div class="row"><button class="primary" @click=${() => void this.copy(this.code(), "Code")}>Copy</button><button @click=${() => this.dialog.close()}>Close</button></div>
      </dialog>`;
  }
}
customElements.define("paperglass-share", PaperglassShare);
