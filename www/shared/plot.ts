// A line chart that can be read in four ways: drawn (with its labels on the lines), spoken,
// as a table, and as an exported picture. Under it uPlot, for speed.

import { LitElement, css, html, nothing } from "lit";
import uPlot from "uplot";
import { Palette, onScheme } from "./colour.js";
import { short } from "./numbers.js";
import { type Line, type PlotSpec, markerPath, ranges, spread } from "./plot-spec.js";
import { base, controls, uplotRules } from "./style.js";

/** In CSS pixels; whole, since uPlot finds it in the font's text to scale it. */
const FONT = 13;

export class PaperglassPlot extends LitElement {
  static override properties = {
    spec: { attribute: false },
    shown: { attribute: false },
    tableOpen: { state: true },
  };
  declare spec: PlotSpec;
  /** Where the views stand, on the horizontal axis. */
  declare shown: number | undefined;
  declare private tableOpen: boolean;

  private plot: uPlot | null = null;
  private built = "";
  private palette!: Palette;
  private stopScheme: (() => void) | null = null;
  private resize = new ResizeObserver(() => this.fit());

  static override styles = [
    base,
    controls,
    uplotRules,
    css`
      :host { display: block; }
      .chart { height: var(--plot-height, 15rem); min-width: 0; position: relative; }
      details { margin-top: 0.25rem; font-size: 0.8125rem; color: var(--ink-soft); }
      summary { width: fit-content; padding: 0.1rem 0.3rem; margin-left: -0.3rem; }
      .scroll { max-height: 16rem; overflow: auto; margin-top: 0.5rem; border: 1px solid var(--line); border-radius: var(--radius-small); }
      thead th { position: sticky; top: 0; background: var(--panel); }
    `,
  ];

  constructor() {
    super();
    this.tableOpen = false;
  }

  override render() {
    return html`
      <div class="chart" role="img" aria-label=${this.spec ? `${this.spec.title}. ${this.spec.description}` : nothing}></div>
      <details @toggle=${(event: Event) => (this.tableOpen = (event.target as HTMLDetailsElement).open)}>
        <summary>Data as a table</summary>
        ${this.tableOpen ? this.table() : nothing}
      </details>
    `;
  }

  private table() {
    const { lines, xLabel, xFormat = short, yFormat = short } = this.spec;
    const [xs, ...columns] = joined(lines);
    const keep = Math.max(1, Math.ceil(xs!.length / 40));
    const rows = Array.from(xs!, (_, i) => i).filter((i) => i % keep === 0 || i === xs!.length - 1);
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${`${this.spec.title}, as a table`}>
      <table>
        <thead><tr><th scope="col">${xLabel}</th>${lines.map((line) => html`<th scope="col">${line.label}</th>`)}</tr></thead>
        <tbody>${rows.map((i) => html`<tr><th scope="row">${xFormat(xs![i]!)}</th>${columns.map((values) => html`<td>${values[i] == null ? "" : yFormat(values[i]!)}</td>`)}</tr>`)}</tbody>
      </table>
    </div>`;
  }

  override firstUpdated() {
    this.palette = new Palette(this.renderRoot as ShadowRoot);
    this.resize.observe(this.chart);
  }

  override connectedCallback() {
    super.connectedCallback();
    this.stopScheme = onScheme(() => this.plot?.redraw());
    if (this.hasUpdated) this.resize.observe(this.chart);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.stopScheme?.();
    this.resize.disconnect();
    this.plot?.destroy();
    this.plot = null;
    this.built = "";
  }

  private get chart(): HTMLElement {
    return this.renderRoot.querySelector(".chart")!;
  }

  override updated(changed: Map<string, unknown>) {
    if (changed.has("spec") && this.spec) this.show();
    else if (changed.has("shown")) this.plot?.redraw(false);
  }

  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.chart;
    if (!width || !height) return;
    if (!this.plot) return void (this.spec && this.show());
    if (this.plot.width === width && this.plot.height === height) return;
    // The room for labels depends on the width, so a narrow chart is built anew.
    this.built = "";
    this.show();
  }

  private show(): void {
    if (!this.chart.clientWidth) return;
    const { lines, xLog, yLog, xLabel, yLabel } = this.spec;
    const key = JSON.stringify([xLog, yLog, xLabel, yLabel, this.chart.clientWidth, lines.map((l) => [l.label, l.colour, l.dash, l.width, l.stepped, l.filled, !!l.end])]);
    if (key !== this.built) {
      this.plot?.destroy();
      this.plot = new uPlot(this.options(), joined(lines, xLog, yLog) as uPlot.AlignedData, this.chart);
      this.built = key;
      this.listen();
    } else {
      this.plot!.setData(joined(lines, xLog, yLog) as uPlot.AlignedData);
    }
  }

  private listen(): void {
    const over = this.plot!.over;
    const at = (event: PointerEvent | MouseEvent) => this.plot!.posToVal(event.clientX - over.getBoundingClientRect().left, "x");
    const tell = (kind: string, x: number | null) => this.spec.overTime && this.dispatchEvent(new CustomEvent(kind, { detail: x, bubbles: true, composed: true }));
    over.addEventListener("pointermove", (event) => tell("plot-peek", at(event)));
    over.addEventListener("pointerleave", () => tell("plot-peek", null));
    over.addEventListener("click", (event) => tell("plot-pick", at(event)));
  }

  private get narrow(): boolean {
    return this.chart.clientWidth < 460;
  }

  private labelRoom(): number {
    const longest = Math.max(0, ...this.spec.lines.map((line) => line.end?.length ?? 0));
    return longest ? Math.min(longest * FONT * 0.56 + 18, this.chart.clientWidth * 0.4) : 16;
  }

  private options(): uPlot.Options {
    const { lines, xLog, yLog, xLabel, yLabel } = this.spec;
    const colour = (name: string) => () => this.palette.get(name);
    const font = this.palette.font(FONT);
    const axis = (label: string, format: ((v: number) => string) | undefined, log?: boolean) => ({
      label, font, labelFont: font, labelGap: 2, gap: 6,
      stroke: colour("--ink-soft"),
      grid: { stroke: colour("--grid"), width: 1 },
      ticks: { stroke: colour("--line"), width: 1, size: 5 },
      values: (_: uPlot, splits: number[]) => splits.map((value) => (value == null || (log && !isPower(value)) ? "" : (format ?? short)(value))),
    });
    return {
      width: this.chart.clientWidth,
      height: this.chart.clientHeight,
      padding: [14, this.labelRoom(), 0, 4],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: false, distr: xLog ? 3 : 1, range: () => ranges(this.spec).x },
        y: { distr: yLog ? 3 : 1, range: () => ranges(this.spec).y },
      },
      axes: [
        { ...axis(xLog ? `${xLabel} (log scale)` : xLabel, this.spec.xFormat, xLog), size: 34, labelSize: 20, space: 56 },
        { ...axis(yLog ? `${yLabel} (log scale)` : yLabel, this.spec.yFormat, yLog), size: this.narrow ? 46 : 54, labelSize: 20, space: 34 },
      ],
      series: [
        {},
        ...lines.map((line) => ({
          label: line.label,
          stroke: colour(line.colour),
          width: line.width ?? 2,
          dash: line.dash,
          spanGaps: true,
          points: { show: false },
          ...(line.stepped ? { paths: uPlot.paths.stepped!({ align: 1 }) } : {}),
          ...(line.filled ? { fill: () => this.palette.get(line.colour).replace("rgb(", "rgba(").replace(")", ", 0.13)") } : {}),
        })),
      ],
      hooks: { draw: [(plot) => this.decorate(plot)] },
    };
  }

  /** Rules, markers, dots, labels and the line of the shown step, over the curves. */
  private decorate(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio;
    const { lines, rules = [], dots = [], xLog } = this.spec;
    const x = (value: number) => plot.valToPos(value, "x", true);
    const y = (value: number) => plot.valToPos(value, "y", true);
    ctx.save();
    ctx.font = this.palette.font(FONT * ratio);
    ctx.textBaseline = "middle";

    // Where the lines' end labels will stand: a rule's words must not run under them.
    const ended = lines
      .filter((line) => line.end && line.x.length)
      .map((line) => ({ line, last: lastPoint(line) }))
      .filter(({ last }) => last !== null);
    const tips = ended.map(({ last }) => Math.min(Math.max(x(last!.x), bbox.left), bbox.left + bbox.width));
    const column = Math.max(bbox.left, ...tips) + 9 * ratio;

    let stagger = 0;
    for (const rule of rules) {
      ctx.strokeStyle = this.palette.get(rule.colour ?? "--line-strong");
      ctx.fillStyle = this.palette.get(rule.colour ?? "--ink-soft");
      ctx.setLineDash([4 * ratio, 3 * ratio]);
      ctx.lineWidth = 1.25 * ratio;
      ctx.beginPath();
      if (rule.axis === "x") {
        const at = x(rule.at);
        if (!(at >= bbox.left && at <= bbox.left + bbox.width)) continue;
        ctx.moveTo(at, bbox.top);
        ctx.lineTo(at, bbox.top + bbox.height);
        const width = ctx.measureText(rule.text).width + 6 * ratio;
        const wall = ended.length > 0 && at < column ? column - 9 * ratio : bbox.left + bbox.width;
        const left = at + width > wall && at - width > bbox.left;
        ctx.textAlign = left ? "right" : "left";
        ctx.fillText(rule.text, at + (left ? -4 : 4) * ratio, bbox.top + (9 + 16 * (stagger++ % 4)) * ratio);
      } else {
        const at = y(rule.at);
        if (!(at >= bbox.top && at <= bbox.top + bbox.height)) continue;
        ctx.moveTo(bbox.left, at);
        ctx.lineTo(bbox.left + bbox.width, at);
        ctx.textAlign = "left";
        ctx.fillText(rule.text, bbox.left + 6 * ratio, at - 8 * ratio);
      }
      ctx.stroke();
    }
    ctx.setLineDash([]);

    if (this.shown !== undefined && (!xLog || this.shown > 0)) {
      ctx.strokeStyle = this.palette.get("--accent");
      ctx.lineWidth = 1.5 * ratio;
      ctx.beginPath();
      ctx.moveTo(x(this.shown), bbox.top);
      ctx.lineTo(x(this.shown), bbox.top + bbox.height);
      ctx.stroke();
    }

    for (const line of lines) if (line.marker !== undefined) this.setMarkers(plot, line, x, y, ratio);

    for (const dot of dots) {
      if (xLog && dot.x <= 0) continue;
      const path = new Path2D(markerPath(dot.shape, x(dot.x), y(dot.y), 11 * ratio));
      ctx.fillStyle = this.palette.get("--panel");
      ctx.strokeStyle = this.palette.get(dot.colour);
      ctx.lineWidth = 2 * ratio;
      ctx.fill(path);
      ctx.stroke(path);
    }

    const wished = ended.map(({ last }) => Math.min(Math.max(y(last!.y), bbox.top), bbox.top + bbox.height));
    const placed = spread(wished, 16 * ratio, bbox.top, bbox.top + bbox.height);
    ctx.textAlign = "left";
    ctx.font = this.palette.font(FONT * ratio, 600);
    ctx.lineJoin = "round";
    // Labels follow the lines' ends: a long leader would look like a forecast.
    ended.forEach(({ line }, i) => {
      ctx.fillStyle = this.palette.get(line.colour);
      if (Math.abs(placed[i]! - wished[i]!) > 5 * ratio || column - tips[i]! > 24 * ratio) {
        ctx.strokeStyle = this.palette.get(line.colour);
        ctx.lineWidth = ratio;
        ctx.globalAlpha = 0.45;
        ctx.beginPath();
        ctx.moveTo(tips[i]! + 2 * ratio, wished[i]!);
        ctx.lineTo(column - 2 * ratio, placed[i]!);
        ctx.stroke();
        ctx.globalAlpha = 1;
      }
      ctx.strokeStyle = this.palette.get("--panel");
      ctx.lineWidth = 4 * ratio;
      const room = bbox.left + bbox.width + this.labelRoom() * ratio - column;
      ctx.strokeText(line.end!, column, placed[i]!, room);
      ctx.fillText(line.end!, column, placed[i]!, room);
    });
    ctx.restore();
  }

  private setMarkers(plot: uPlot, line: Line, x: (v: number) => number, y: (v: number) => number, ratio: number): void {
    const { ctx, bbox } = plot;
    ctx.fillStyle = this.palette.get(line.colour);
    const apart = 90 * ratio;
    let next = bbox.left + (20 + (line.marker! % 6) * 14) * ratio;
    for (let i = 0; i < line.x.length; i++) {
      const at = x(line.x[i]!);
      if (at < next || !Number.isFinite(line.y[i]!) || at > bbox.left + bbox.width) continue;
      ctx.fill(new Path2D(markerPath(line.marker!, at, y(line.y[i]!), 8 * ratio)));
      next = at + apart;
    }
  }

  /** The resolved colour of a custom property, for exported pictures. */
  colour = (name: string): string => this.palette.get(name);
}

const isPower = (value: number): boolean => {
  const exponent = Math.log10(Math.abs(value));
  return Math.abs(exponent - Math.round(exponent)) < 1e-6;
};

function lastPoint(line: Line): { x: number; y: number } | null {
  for (let i = line.x.length - 1; i >= 0; i--) {
    if (Number.isFinite(line.y[i]!)) return { x: line.x[i]!, y: line.y[i]! };
  }
  return null;
}

/** All lines over one axis, as uPlot and tables want them; what a log axis cannot show is left out. */
export function joined(lines: Line[], xLog = false, yLog = false): (number[] | (number | null)[])[] {
  const xs = [...new Set(lines.flatMap((line) => Array.from(line.x)))].filter((x) => !xLog || x > 0).sort((a, b) => a - b);
  const place = new Map(xs.map((x, i) => [x, i]));
  const columns = lines.map((line) => {
    const column: (number | null)[] = new Array(xs.length).fill(null);
    for (let i = 0; i < line.x.length; i++) {
      const at = place.get(line.x[i]!);
      const value = line.y[i]!;
      if (at !== undefined && Number.isFinite(value) && !(yLog && value <= 0)) column[at] = value;
    }
    return column;
  });
  return [xs, ...columns];
}

customElements.define("paperglass-plot", PaperglassPlot);
