// What a line chart shows, as plain data: the chart on screen, its table, its spoken
// description and its exported picture are all made from this.

export interface Line {
  label: string;
  /** A custom property's name, such as `--arm-0`. */
  colour: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  dash?: number[];
  width?: number;
  /** What stands at the line's end; without it the line has no direct label. */
  end?: string;
  /** A shape set on the line here and there: 0 circle, 1 square, 2 triangle, 3 diamond, 4 cross, 5 down. */
  marker?: number;
  /** Bars' outline instead of straight lines between points. */
  stepped?: boolean;
  /** A faint filling under the line. */
  filled?: boolean;
}

/** A point worth noticing, with its words. */
export interface Dot {
  x: number;
  y: number;
  colour: string;
  shape: number;
  text: string;
}

/** A straight line across the chart, with its words. */
export interface Rule {
  axis: "x" | "y";
  at: number;
  text: string;
  colour?: string;
}

export interface PlotSpec {
  /** For the exported file's name and heading. */
  title: string;
  xLabel: string;
  yLabel: string;
  /** The horizontal axis is the training step: hovering shows that step in every view. */
  overTime?: boolean;
  xLog?: boolean;
  yLog?: boolean;
  xRange?: [number, number];
  yRange?: [number, number];
  lines: Line[];
  dots?: Dot[];
  rules?: Rule[];
  xFormat?: (value: number) => string;
  yFormat?: (value: number) => string;
  /** One or two sentences: what the chart shows happening. */
  description: string;
}

/** The least and greatest finite value of some lists; positive ones only for a log axis. */
export function extent(lists: ArrayLike<number>[], positive = false): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const value = list[i]!;
      if (!Number.isFinite(value) || (positive && value <= 0)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : positive ? [0.1, 1] : [0, 1];
}

/** The ranges a chart spans, from what it was given or from its data. */
export function ranges(spec: PlotSpec): { x: [number, number]; y: [number, number] } {
  const widen = ([low, high]: [number, number], log?: boolean): [number, number] => {
    if (log) return low === high ? [low / 3, high * 3] : [low / 1.3, high * 1.3];
    const room = (high - low || Math.abs(high) || 1) * 0.05;
    return [low - room, high + room];
  };
  return {
    x: spec.xRange ?? extent(spec.lines.map((line) => line.x), spec.xLog),
    y: spec.yRange ?? widen(extent(spec.lines.map((line) => line.y), spec.yLog), spec.yLog),
  };
}

/** Moves labels apart so that none covers another; `at` are their wished-for centres. */
export function spread(at: number[], distance: number, low: number, high: number): number[] {
  const order = at.map((_, i) => i).sort((a, b) => at[a]! - at[b]!);
  const placed = [...at];
  let least = low;
  for (const i of order) {
    placed[i] = Math.max(placed[i]!, least);
    least = placed[i]! + distance;
  }
  let most = high;
  for (const i of [...order].reverse()) {
    placed[i] = Math.min(placed[i]!, most);
    most = placed[i]! - distance;
  }
  return placed;
}

/** The corners of a marker of about `size` across, as one path. */
export function markerPath(shape: number, x: number, y: number, size: number): string {
  const r = size / 2;
  switch (shape % 6) {
    case 0:
      return `M${x - r},${y}a${r},${r} 0 1,0 ${size},0a${r},${r} 0 1,0 ${-size},0z`;
    case 1:
      return `M${x - r},${y - r}h${size}v${size}h${-size}z`;
    case 2:
      return `M${x},${y - r * 1.2}l${r * 1.2},${r * 2.1}h${-r * 2.4}z`;
    case 3:
      return `M${x},${y - r * 1.3}l${r * 1.3},${r * 1.3}l${-r * 1.3},${r * 1.3}l${-r * 1.3},${-r * 1.3}z`;
    case 4:
      return `M${x - r},${y - r / 3}h${r - r / 3}v${-r + r / 3}h${(2 * r) / 3}v${r - r / 3}h${r - r / 3}v${(2 * r) / 3}h${-r + r / 3}v${r - r / 3}h${(-2 * r) / 3}v${-r + r / 3}h${-r + r / 3}z`;
    default:
      return `M${x},${y + r * 1.2}l${r * 1.2},${-r * 2.1}h${-r * 2.4}z`;
  }
}
