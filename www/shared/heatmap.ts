// A grid of cells on a canvas: each cell's colour by a function, an outline round some, and
// the cell under the pointer in words.

import { LitElement, css, html } from "lit";
import { Palette, onScheme } from "./colour.js";
import { base } from "./style.js";

export interface Heatmap {
  rows: number;
  columns: number;
  /** Strength 0 to 1 of the cell's colour; NaN leaves it empty. */
  value: (row: number, column: number) => number;
  /** Whether the cell gets an outline. */
  outlined?: (row: number, column: number) => boolean;
  /** A custom property's name for strength 1; strength 0 is the panel. */
  colour: string;
  /** The cell in words. */
  words: (row: number, column: number) => string;
  /** The whole in words. */
  description: string;
}

export class PaperglassHeatmap extends LitElement {
  static override properties = { map: { attribute: false }, over: { state: true }, tick: { attribute: false } };
  declare map: Heatmap | undefined;
  declare tick: number;
  declare private over: string;
  private palette!: Palette;
  private stopScheme: (() => void) | null = null;
  private resize = new ResizeObserver(() => this.draw());

  static override styles = [
    base,
    css`
      :host { display: block; }
      canvas { display: block; width: 100%; aspect-ratio: var(--ratio, 1); border: 1px solid var(--line); border-radius: 4px; background: var(--sunken); touch-action: pan-y; }
      p { font-size: 0.8125rem; color: var(--ink-soft); min-height: 1.5em; margin-top: 0.2rem; font-variant-numeric: tabular-nums; }
    `,
  ];

  constructor() {
    super();
    this.over = "";
  }

  override render() {
    return html`
      <canvas role="img" aria-label=${this.map?.description ?? "not measured yet"}
        @pointermove=${this.point} @pointerleave=${() => (this.over = "")}></canvas>
      <p>${this.over}</p>
    `;
  }

  override firstUpdated() {
    this.palette = new Palette(this.renderRoot as ShadowRoot);
    this.resize.observe(this.canvas);
  }
  override connectedCallback() {
    super.connectedCallback();
    this.stopScheme = onScheme(() => this.draw());
    if (this.hasUpdated) this.resize.observe(this.canvas);
  }
  override disconnectedCallback() {
    super.disconnectedCallback();
    this.stopScheme?.();
    this.resize.disconnect();
  }
  override updated(changed: Map<string, unknown>) {
    if (changed.has("map") || changed.has("tick")) this.draw();
  }

  get canvas(): HTMLCanvasElement {
    return this.renderRoot.querySelector("canvas")!;
  }

  private point(event: PointerEvent): void {
    const { map } = this;
    if (!map) return;
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * map.columns);
    const row = Math.floor(((event.clientY - box.top) / box.height) * map.rows);
    if (row >= 0 && row < map.rows && column >= 0 && column < map.columns) this.over = map.words(row, column);
  }

  private draw(): void {
    const { map, canvas } = this;
    if (!map || !canvas?.clientWidth) return;
    this.style.setProperty("--ratio", String(map.columns / map.rows < 0.9 || map.columns / map.rows > 1.1 ? 0.8 : 1));
    const ratio = Math.min(devicePixelRatio, 2);
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    const context = canvas.getContext("2d")!;
    const full = this.palette.get(map.colour);
    const empty = this.palette.get("--panel");
    context.fillStyle = empty;
    context.fillRect(0, 0, width, height);
    const cellWidth = width / map.columns;
    const cellHeight = height / map.rows;
    const inset = map.outlined && cellWidth > 5 ? Math.max(1, Math.round(cellWidth * 0.14)) : 0;
    // Cells are drawn by strength, so that the colour is set a few dozen times and not thousands.
    const levels = 24;
    const byLevel: number[][] = Array.from({ length: levels + 1 }, () => []);
    const outlines: number[] = [];
    for (let row = 0; row < map.rows; row++) {
      for (let column = 0; column < map.columns; column++) {
        const value = map.value(row, column);
        if (!Number.isNaN(value)) byLevel[Math.round(Math.min(1, Math.max(0, value)) * levels)]!.push(row * map.columns + column);
        if (inset && map.outlined!(row, column)) outlines.push(row * map.columns + column);
      }
    }
    const cell = (index: number, room: number) => {
      const row = Math.floor(index / map.columns);
      const column = index % map.columns;
      const left = Math.round(column * cellWidth);
      const top = Math.round(row * cellHeight);
      return [left + room, top + room, Math.round((column + 1) * cellWidth) - left - 2 * room, Math.round((row + 1) * cellHeight) - top - 2 * room] as const;
    };
    context.fillStyle = full;
    byLevel.forEach((cells, level) => {
      if (!level) return;
      context.globalAlpha = level / levels;
      for (const index of cells) context.fillRect(...cell(index, inset));
    });
    context.globalAlpha = 0.55;
    context.strokeStyle = this.palette.get("--line-strong");
    context.lineWidth = 1;
    for (const index of outlines) {
      const [left, top, w, h] = cell(index, 0);
      context.strokeRect(left + 0.5, top + 0.5, w - 1, h - 1);
    }
    context.globalAlpha = 1;
  }
}
customElements.define("paperglass-heatmap", PaperglassHeatmap);
