// What one run has shown so far: every number as a series, and the larger parts (tables,
// histograms, spectra) as frames. Both are thinned by halves, so that a tab left open for an
// hour does not grow: the whole history stays, only its spacing widens.

export interface Frame {
  step: number;
  /** A snapshot's larger parts; which ones depends on what was on screen. */
  parts: Record<string, unknown>;
}

const MOST_POINTS = 3000;
const MOST_FRAMES = 96;

const isList = (value: unknown): value is ArrayLike<number> =>
  Array.isArray(value) ? value.every((x) => typeof x === "number") : ArrayBuffer.isView(value);

/** Every number of a snapshot by its place: `accuracy.test`, `norms.weights.layer 1`. */
export function numbersOf(snapshot: object): Map<string, number> {
  const found = new Map<string, number>();
  for (const [part, body] of Object.entries(snapshot)) {
    if (body === null || typeof body !== "object") continue;
    const tensors = (body as { tensors?: string[] }).tensors;
    for (const [name, value] of Object.entries(body as object)) {
      if (typeof value === "number") found.set(`${part}.${name}`, value);
      else if (tensors && isList(value) && value.length === tensors.length) {
        tensors.forEach((tensor, i) => found.set(`${part}.${name}.${tensor}`, value[i]!));
      }
    }
  }
  return found;
}

export class Recording {
  steps: number[] = [];
  /** Seconds of training at each measurement, pauses left out. */
  seconds: number[] = [];
  series = new Map<string, number[]>();
  frames: Frame[] = [];

  get lastStep(): number {
    return this.steps.at(-1) ?? 0;
  }

  add(step: number, seconds: number, snapshot: object, large: readonly string[]): void {
    const numbers = numbersOf(snapshot);
    if (this.steps.length && this.lastStep === step) {
      // A view was opened while nothing moved: its numbers join the last measurement.
      for (const [name, value] of numbers) this.set(name, value);
    } else {
      this.steps.push(step);
      this.seconds.push(seconds);
      for (const [name, value] of numbers) this.set(name, value);
      for (const values of this.series.values()) while (values.length < this.steps.length) values.push(NaN);
    }
    const parts: Record<string, unknown> = {};
    for (const name of large) {
      const body = (snapshot as Record<string, unknown>)[name];
      if (body !== undefined) parts[name] = body;
    }
    if (Object.keys(parts).length) {
      const last = this.frames.at(-1);
      if (last?.step === step) Object.assign(last.parts, parts);
      else this.frames.push({ step, parts });
    }
    this.thin();
  }

  private set(name: string, value: number): void {
    let values = this.series.get(name);
    if (!values) this.series.set(name, (values = []));
    while (values.length < this.steps.length) values.push(NaN);
    values[this.steps.length - 1] = value;
  }

  private thin(): void {
    const halve = <T>(list: T[]) => list.filter((_, i) => i % 2 === 0 || i === list.length - 1);
    if (this.steps.length > MOST_POINTS) {
      this.steps = halve(this.steps);
      this.seconds = halve(this.seconds);
      for (const [name, values] of this.series) this.series.set(name, halve(values));
    }
    if (this.frames.length > MOST_FRAMES) this.frames = halve(this.frames);
  }

  /** The place of the last measurement not after a step; -1 before the first. */
  indexAt(step: number): number {
    let low = -1;
    let high = this.steps.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.steps[middle]! <= step) low = middle;
      else high = middle;
    }
    return low;
  }

  /** A number at a step, or now. */
  value(name: string, step?: number): number {
    const values = this.series.get(name);
    if (!values) return NaN;
    for (let i = step === undefined ? values.length - 1 : this.indexAt(step); i >= 0; i--) {
      if (!Number.isNaN(values[i]!)) return values[i]!;
    }
    return NaN;
  }

  /** The first measured step at which a series is at least `level`, with its place. */
  reaching(name: string, level: number): { step: number; seconds: number; index: number } | null {
    const values = this.series.get(name) ?? [];
    const index = values.findIndex((value) => value >= level);
    return index < 0 ? null : { step: this.steps[index]!, seconds: this.seconds[index]!, index };
  }

  /** The newest frame not after a step that holds a part; the very newest without a step. */
  frame<T>(part: string, step = Infinity): { step: number; body: T } | null {
    for (let i = this.frames.length - 1; i >= 0; i--) {
      const frame = this.frames[i]!;
      if (frame.step <= step && part in frame.parts) return { step: frame.step, body: frame.parts[part] as T };
    }
    return null;
  }
}
