// A chart as a picture of its own: SVG text made from the same plain data as the chart on
// screen, with its colours written out, and PNG drawn from that.

import { joined } from "./plot.js";
import { type PlotSpec, markerPath, ranges, spread } from "./plot-spec.js";
import { short } from "./numbers.js";

const WIDTH = 960;
const HEIGHT = 540;
const BOX = { left: 76, right: 190, top: 56, bottom: 60 };

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);

/** Round numbers that divide a range. */
function ticks(low: number, high: number, log: boolean): number[] {
  if (log) {
    const [from, to] = [Math.ceil(Math.log10(low)), Math.floor(Math.log10(high))];
    const every = Math.max(1, Math.ceil((to - from) / 6));
    return Array.from({ length: Math.max(0, Math.floor((to - from) / every) + 1) }, (_, i) => 10 ** (from + i * every));
  }
  const rough = (high - low) / 6;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * size).find((n) => n >= rough)!;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** `colour` resolves a custom property's name. */
export function svgOf(spec: PlotSpec, colour: (name: string) => string): string {
  const { x: [xLow, xHigh], y: [yLow, yHigh] } = ranges(spec);
  const scale = (value: number, low: number, high: number, log: boolean | undefined) =>
    log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  const x = (value: number) => BOX.left + scale(value, xLow, xHigh, spec.xLog) * (WIDTH - BOX.left - BOX.right);
  const y = (value: number) => HEIGHT - BOX.bottom - scale(value, yLow, yHigh, spec.yLog) * (HEIGHT - BOX.top - BOX.bottom);
  const [right, bottom] = [WIDTH - BOX.right, HEIGHT - BOX.bottom];
  const ink = colour("--ink");
  const soft = colour("--ink-soft");
  const out: string[] = [];
  const text = (at: [number, number], words: string, more = "") => out.push(`<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${escape(words)}</text>`);

  for (const tick of ticks(xLow, xHigh, spec.xLog ?? false)) {
    out.push(`<path d="M${x(tick).toFixed(1)} ${BOX.top}V${bottom}" stroke="${colour("--grid")}"/>`);
    text([x(tick), bottom + 20], (spec.xFormat ?? short)(tick), `text-anchor="middle" fill="${soft}"`);
  }
  for (const tick of ticks(yLow, yHigh, spec.yLog ?? false)) {
    out.push(`<path d="M${BOX.left} ${y(tick).toFixed(1)}H${right}" stroke="${colour("--grid")}"/>`);
    text([BOX.left - 8, y(tick) + 4], (spec.yFormat ?? short)(tick), `text-anchor="end" fill="${soft}"`);
  }
  out.push(`<path d="M${BOX.left} ${BOX.top}V${bottom}H${right}" fill="none" stroke="${colour("--line-strong")}"/>`);
  text([BOX.left, 28], spec.title, `font-size="20" font-weight="600" fill="${ink}"`);
  text([(BOX.left + right) / 2, HEIGHT - 14], `${spec.xLabel}${spec.xLog ? " (log scale)" : ""}`, `text-anchor="middle" fill="${ink}"`);
  text([20, (BOX.top + bottom) / 2], `${spec.yLabel}${spec.yLog ? " (log scale)" : ""}`, `text-anchor="middle" transform="rotate(-90 20 ${(BOX.top + bottom) / 2})" fill="${ink}"`);

  out.push(`<clipPath id="inside"><rect x="${BOX.left}" y="${BOX.top}" width="${right - BOX.left}" height="${bottom - BOX.top}"/></clipPath><g clip-path="url(#inside)">`);
  for (const rule of spec.rules ?? []) {
    const d = rule.axis === "x" ? `M${x(rule.at)} ${BOX.top}V${bottom}` : `M${BOX.left} ${y(rule.at)}H${right}`;
    out.push(`<path d="${d}" stroke="${colour(rule.colour ?? "--line-strong")}" stroke-dasharray="4 3"/>`);
    text(rule.axis === "x" ? [x(rule.at) + 4, BOX.top + 14] : [BOX.left + 6, y(rule.at) - 6], rule.text, `font-size="12" fill="${colour(rule.colour ?? "--ink-soft")}"`);
  }
  const ends: { from: number; at: number; text: string; colour: string }[] = [];
  const [xs, ...columns] = joined(spec.lines, spec.xLog, spec.yLog) as [number[], ...(number | null)[][]];
  spec.lines.forEach((line, i) => {
    let path = "";
    let before: number | null = null;
    let from = BOX.left;
    columns[i]!.forEach((value, j) => {
      if (value === null) return;
      const at = `${x(xs[j]!).toFixed(1)} ${y(value).toFixed(1)}`;
      path += path === "" ? `M${at}` : line.stepped && before !== null ? `H${x(xs[j]!).toFixed(1)}V${y(value).toFixed(1)}` : `L${at}`;
      before = value;
      from = x(xs[j]!);
    });
    out.push(`<path d="${path}" fill="none" stroke="${colour(line.colour)}" stroke-width="${line.width ?? 2}" stroke-linejoin="round"${line.dash ? ` stroke-dasharray="${line.dash.join(" ")}"` : ""}/>`);
    if (line.end && before !== null) ends.push({ from: Math.min(from, right), at: y(before), text: line.end, colour: colour(line.colour) });
  });
  for (const dot of spec.dots ?? []) {
    out.push(`<path d="${markerPath(dot.shape, x(dot.x), y(dot.y), 11)}" fill="${colour("--panel")}" stroke="${colour(dot.colour)}" stroke-width="2"/>`);
  }
  out.push("</g>");
  const placed = spread(ends.map(({ at }) => at), 18, BOX.top, bottom);
  ends.forEach((end, i) => text([Math.max(...ends.map(({ from }) => from)) + 8, placed[i]! + 4], end.text, `font-weight="600" fill="${end.colour}"`));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="Helvetica, Arial, sans-serif" font-size="14">
<title>${escape(spec.title)}</title><desc>${escape(spec.description)}</desc>
<rect width="100%" height="100%" fill="${colour("--panel")}"/>${out.join("\n")}</svg>`;
}

/** The picture at twice its size. */
export async function pngOf(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDTH * 2;
    canvas.height = HEIGHT * 2;
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be made"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
