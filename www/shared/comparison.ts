// Several arms with the same seed, data and start, trained side by side. The arms run at the
// same time in the lab's workers and stay within two measurements of each other, so that
// shared axes mean what they seem to mean. Knows no paper and draws nothing.

import type { Lab, Run } from "paperglass";
import { Recording } from "./recording.js";

export interface ArmSpec {
  id: string;
  label: string;
  config: Record<string, unknown>;
}

export interface Intervention {
  step: number;
  change: Record<string, unknown>;
  /** What was done, in words. */
  note: string;
}

export interface Arm extends ArmSpec {
  /** The configuration now, with every intervention. */
  now: Record<string, unknown>;
  run: Run | null;
  step: number;
  recording: Recording;
  interventions: Intervention[];
}

export type Status = "idle" | "starting" | "running" | "paused" | "finished" | "failed";

/** Steps a second for each place of the speed control; the last is "as fast as it goes". */
export const speeds = [1, 5, 20, 60, 200, Infinity] as const;

/** Larger parts are read at most this often while running, in milliseconds. */
const LARGE_EVERY = 350;

export class Comparison extends EventTarget {
  arms: Arm[] = [];
  status: Status = "idle";
  error: Error | null = null;
  speed = Infinity;
  /** Seconds of training, pauses left out. */
  seconds = 0;
  stepsPerSecond = 0;
  /** Steps after which it stops by itself; more when the visitor goes on. */
  until: number;
  /** A step from the past that the views show; `null` is now. */
  cursor: number | null = null;
  private preview: number | null = null;
  private small = new Set<string>();
  private large = new Set<string>();
  private lastLarge = 0;
  private generation = 0;
  private looping = false;
  private wake: (() => void) | null = null;

  constructor(
    private lab: Lab,
    readonly paper: string,
    readonly specs: ArmSpec[],
    readonly every: number,
    readonly steps: number,
  ) {
    super();
    this.until = steps;
    this.arms = specs.map((spec) => this.fresh(spec));
  }

  private fresh(spec: ArmSpec): Arm {
    return { ...spec, config: { ...spec.config }, now: { ...spec.config }, run: null, step: 0, recording: new Recording(), interventions: [] };
  }

  get step(): number {
    return this.arms.length ? Math.min(...this.arms.map((arm) => arm.step)) : 0;
  }

  get lastStep(): number {
    return Math.max(0, ...this.arms.map((arm) => arm.recording.lastStep));
  }

  /** The step the views show: under the pointer, else where the slider stands, else now. */
  get shown(): number | undefined {
    return this.preview ?? this.cursor ?? undefined;
  }

  private tell(kind: "status" | "measured" | "cursor"): void {
    this.dispatchEvent(new Event(kind));
  }

  private setStatus(status: Status): void {
    this.status = status;
    this.tell("status");
  }

  /** What to read back: `small` at every measurement, `large` a few times a second. */
  want(small: Iterable<string>, large: Iterable<string>): void {
    this.small = new Set(small);
    this.large = new Set(large);
    if (!this.looping && this.status !== "idle" && this.status !== "failed") void this.fillIn();
  }

  /** Builds the runs and measures their common start. */
  async start(): Promise<void> {
    const generation = ++this.generation;
    this.setStatus("starting");
    try {
      await Promise.all(
        this.arms.map(async (arm) => {
          const run = await this.lab.start(this.paper as "grokking", arm.config);
          if (generation !== this.generation) return run.dispose();
          arm.run = run;
          arm.step = run.step;
          await this.measure(arm, true);
        }),
      );
    } catch (error) {
      if (generation === this.generation) this.fail(error);
      return;
    }
    if (generation === this.generation) this.setStatus("paused");
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.stepsPerSecond = 0;
    this.wake?.();
    this.tell("status");
  }

  play(): void {
    if (this.status === "idle" || this.status === "starting" || this.status === "failed") return;
    if (this.step >= this.until) this.until = this.step + this.steps;
    this.cursor = null;
    this.setStatus("running");
    if (!this.looping) void this.loop();
    this.wake?.();
  }

  pause(): void {
    if (this.status === "running") this.setStatus("paused");
    this.wake?.();
  }

  /** One step of every arm. */
  async single(): Promise<void> {
    if (this.status === "starting" || this.status === "failed" || this.looping) return this.pause();
    this.cursor = null;
    await this.together(() => 1, true);
    this.tell("status");
  }

  private async together(window: (arm: Arm) => number, large: boolean): Promise<void> {
    const generation = this.generation;
    const started = performance.now();
    const before = this.seconds;
    try {
      await Promise.all(
        this.arms.map(async (arm) => {
          if (!arm.run) return;
          await arm.run.advance(window(arm));
          if (generation !== this.generation) return;
          arm.step = arm.run.step;
          this.seconds = Math.max(this.seconds, before + (performance.now() - started) / 1000);
          await this.measure(arm, large);
        }),
      );
    } catch (error) {
      if (generation === this.generation) this.fail(error);
    }
  }

  private async loop(): Promise<void> {
    this.looping = true;
    const generation = this.generation;
    while (this.status === "running" && generation === this.generation) {
      // Slow speeds measure more often, so that something moves at least four times a second.
      const window = Math.max(1, Math.min(this.every, Math.floor(this.speed / 4), this.until - this.step));
      const started = performance.now();
      const large = started - this.lastLarge > LARGE_EVERY;
      if (large) this.lastLarge = started;
      await this.together(() => window, large && this.large.size > 0);
      if (generation !== this.generation) break;
      const wanted = this.speed === Infinity ? 0 : (window / this.speed) * 1000;
      const rest = wanted - (performance.now() - started);
      if (rest > 0) await this.sleep(rest);
      const rate = window / ((performance.now() - started) / 1000);
      this.stepsPerSecond = this.stepsPerSecond ? this.stepsPerSecond * 0.8 + rate * 0.2 : rate;
      if ((this.status as Status) === "running" && this.step >= this.until) {
        this.setStatus("finished");
      }
    }
    if (generation !== this.generation) return;
    this.looping = false;
    await this.fillIn();
    this.tell("status");
  }

  private sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, milliseconds);
      const self = this;
      function done() {
        clearTimeout(timer);
        self.wake = null;
        resolve();
      }
      this.wake = done;
    });
  }

  private async measure(arm: Arm, large: boolean): Promise<void> {
    const run = arm.run;
    if (!run) return;
    const generation = this.generation;
    const parts = [...this.small, ...(large ? this.large : [])];
    const step = arm.step;
    const snapshot = await run.snapshot(parts as never[]);
    if (generation !== this.generation || arm.run !== run) return;
    arm.recording.add(step, this.seconds, snapshot, [...this.large]);
    this.tell("measured");
  }

  private filling = false;
  /** Reads what newly opened views lack while nothing moves. */
  private async fillIn(): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    try {
      await Promise.all(this.arms.map((arm) => this.measure(arm, true)));
    } catch (error) {
      if (this.arms.some((arm) => arm.run)) this.fail(error);
    } finally {
      this.filling = false;
    }
  }

  /** Reads the larger parts anew, for example after a control that changes what is measured. */
  refresh(): void {
    if (!this.looping) void this.fillIn();
    else this.lastLarge = 0;
  }

  /** Changes live fields of some arms (all without `ids`), now, and remembers that it did. */
  async control(change: Record<string, unknown>, note: string, ids?: string[]): Promise<void> {
    const generation = this.generation;
    await Promise.all(
      this.arms
        .filter((arm) => arm.run && (!ids || ids.includes(arm.id)))
        .map(async (arm) => {
          await arm.run!.control(change as never);
          if (generation !== this.generation) return;
          Object.assign(arm.now, change);
          if (note) arm.interventions.push({ step: arm.step, change, note });
        }),
    );
    this.tell("measured");
    this.refresh();
  }

  /** Back to the same initial state: interventions are undone, recordings start again. */
  async rewind(): Promise<void> {
    const playing = this.status === "running";
    this.stop();
    this.arms = this.specs.map((spec) => this.fresh(spec));
    this.seconds = 0;
    this.stepsPerSecond = 0;
    this.until = this.steps;
    this.cursor = this.preview = null;
    this.error = null;
    await this.start();
    if (playing) this.play();
  }

  scrub(step: number | null): void {
    this.cursor = step === null || step >= this.lastStep ? null : Math.max(0, Math.round(step));
    this.tell("cursor");
  }

  /** What the pointer stands on, over any chart; `null` when it has left. */
  peek(step: number | null): void {
    if (this.preview === step) return;
    this.preview = step;
    this.tell("cursor");
  }

  private fail(error: unknown): void {
    this.error = error instanceof Error ? error : new Error(String(error));
    this.stop();
    this.setStatus("failed");
  }

  private stop(): void {
    this.generation++;
    this.looping = false;
    this.wake?.();
    for (const arm of this.arms) {
      arm.run?.dispose();
      arm.run = null;
    }
  }

  dispose(): void {
    this.stop();
    this.status = "idle";
  }
}
