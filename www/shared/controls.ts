// Run controls, the same on every page: run and pause, single step, rewind, speed, the time
// slider. Keys: space, right arrow, R.

import { LitElement, css, html, nothing, svg } from "lit";
import { type Comparison, speeds } from "./comparison.js";
import { count } from "./numbers.js";
import { base, controls } from "./style.js";

const icon = (path: string) => svg`<svg viewBox="0 0 16 16" aria-hidden="true"><path d=${path} fill="currentColor"/></svg>`;
const icons = {
  run: icon("M4 2.5v11l9-5.5z"),
  pause: icon("M4 2.5h3v11H4zM9 2.5h3v11H9z"),
  step: icon("M3 2.5v11l7-5.5zM11 2.5h2v11h-2z"),
  rewind: icon("M13 2.5v11L6 8zM3 2.5h2v11H3z"),
};

export class PaperglassControls extends LitElement {
  static override properties = { comparison: { attribute: false }, tick: { attribute: false } };
  declare comparison: Comparison | null;
  declare tick: number;

  static override styles = [
    base,
    controls,
    css`
      :host { display: block; }
      .bar { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
      .primary { min-width: 6.5rem; }
      .speed { display: inline-flex; align-items: center; gap: 0.4rem; }
      .scrub { display: grid; grid-template-columns: auto 1fr auto; gap: 0.6rem; align-items: center; margin-top: 0.6rem; }
      .scrub output { font-variant-numeric: tabular-nums; font-size: 0.875rem; min-width: 5.5rem; text-align: right; }
      kbd { font: inherit; font-size: 0.75rem; border: 1px solid currentColor; border-radius: 3px; padding: 0 0.25em; opacity: 0.75; }
      @media (hover: none), (max-width: 40rem) { kbd { display: none; } }
    `,
  ];

  /** What a key means here; true if it meant something. */
  key(key: string): boolean {
    const { comparison } = this;
    if (!comparison) return false;
    if (key === " ") this.toggle();
    else if (key === "ArrowRight") void comparison.single();
    else if (key === "r" || key === "R") void comparison.rewind();
    else return false;
    return true;
  }

  private toggle(): void {
    if (this.comparison?.status === "running") this.comparison.pause();
    else this.comparison?.play();
  }

  override render() {
    const { comparison } = this;
    const running = comparison?.status === "running";
    const ready = comparison !== null && !["idle", "starting", "failed"].includes(comparison.status);
    const last = comparison?.lastStep ?? 0;
    const shown = comparison?.cursor ?? last;
    return html`
      <div class="bar" role="group" aria-label="Run controls">
        <button class="primary" ?disabled=${!ready} @click=${() => this.toggle()}>
          ${running ? icons.pause : icons.run} ${running ? "Pause" : comparison?.status === "finished" ? "Go on" : "Run"} <kbd>space</kbd></button>
        <button ?disabled=${!ready || running} @click=${() => void comparison?.single()}>${icons.step} Step <kbd>→</kbd></button>
        <button ?disabled=${!comparison || comparison.status === "starting"} @click=${() => void comparison?.rewind()}>${icons.rewind} Rewind <kbd>R</kbd></button>
        <span class="speed"><label for="speed">Speed</label>
          <select id="speed" @change=${(event: Event) => comparison?.setSpeed(speeds[(event.target as HTMLSelectElement).selectedIndex]!)}>
            ${speeds.map((speed) => html`<option ?selected=${comparison?.speed === speed}>${speed === Infinity ? "as fast as it goes" : `${speed} steps/s`}</option>`)}
          </select></span>
        <slot></slot>
      </div>
      <div class="scrub">
        <label for="scrub">Time</label>
        <input id="scrub" type="range" min="0" max=${Math.max(1, last)} step="1" .value=${String(shown)} ?disabled=${last === 0}
          aria-valuetext=${`step ${count(shown)}`} @input=${(event: Event) => comparison?.scrub(Number((event.target as HTMLInputElement).value))}>
        <output for="scrub">step ${count(shown)}</output>
      </div>
      ${comparison?.cursor == null ? nothing : html`<button class="quiet" @click=${() => comparison.scrub(null)}>Back to now</button>`}
    `;
  }
}
customElements.define("paperglass-controls", PaperglassControls);
