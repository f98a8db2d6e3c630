/// <reference lib="esnext.disposable" preserve="true" />
// A running experiment, as the user of the package holds it.
//
// Promise: calls are queued and answered in order, whatever their number; a long advance is cut
// into slices, so that disposing takes effect at once; the state is saved every few seconds of
// work, so that little is done twice when a device is lost.

import type { Crew, Member } from "./crew.js";
import { PaperglassError } from "./errors.js";
import type { PaperName, Papers } from "./papers.js";
import type { RunState } from "./engine.js";

/** Milliseconds that one slice of a long advance should take. */
const SLICE = 150;
/** Milliseconds of advancing between two saved states. */
const SAVE_EVERY = 5000;

export interface FrameOptions<P extends PaperName> {
  /** Training steps between two frames, at least 1. Default 20. */
  every?: number;
  /** Parts of the snapshot to read at each frame. Default none. */
  parts?: readonly Papers[P]["part"][];
  /** The step after which the frames end. Default: never. */
  until?: number;
  /** Ends the frames when aborted. */
  signal?: AbortSignal;
}

export interface Frame<P extends PaperName> {
  /** Training steps done. */
  step: number;
  /** Training steps a second since the last frame, reading included. */
  stepsPerSecond: number;
  snapshot: Papers[P]["snapshot"];
}

export class Run<P extends PaperName = PaperName> {
  /** The paper's one word. */
  readonly paper: P;
  private state: RunState;
  private disposed = false;
  private tail: Promise<unknown> = Promise.resolve();
  /** Milliseconds that a step takes, as far as known. */
  private pace = 0;

  /** Runs are made by `lab.start` and `lab.restore`. */
  constructor(private crew: Crew, private member: Member, state: RunState) {
    this.state = state;
    this.paper = state.paper as P;
  }

  /** Training steps done. */
  get step(): number {
    return this.state.step;
  }

  /** The whole configuration, with the changes made by `control`. */
  get config(): Papers[P]["config"] {
    return this.state.config as unknown as Papers[P]["config"];
  }

  private check(): void {
    if (this.disposed) throw new PaperglassError("disposed", "This run has been disposed of; start another with lab.start().");
  }

  private queue<T>(work: () => Promise<T>): Promise<T> {
    if (this.disposed) return Promise.reject(this.gone());
    const result = this.tail.then(() => {
      this.check();
      return work();
    });
    this.tail = result.catch(() => {});
    return result;
  }

  private gone(): PaperglassError {
    return new PaperglassError("disposed", "This run has been disposed of; start another with lab.start().");
  }

  /**
   * Trains for `steps` steps (a whole number from 0); resolves when they are done.
   * Reads nothing back.
   */
  async advance(steps: number): Promise<void> {
    if (!Number.isInteger(steps) || steps < 0 || steps > 0xffffffff) {
      const problem = { field: "steps", value: String(steps), expected: "a whole number from 0" };
      throw new PaperglassError("config", `steps is ${steps}; expected a whole number from 0`, [problem]);
    }
    return this.queue(() => this.slices(steps));
  }

  private async slices(steps: number): Promise<void> {
    for (let rest = steps; rest > 0; ) {
      const slice = Math.min(rest, Math.max(1, this.pace ? Math.floor(SLICE / this.pace) : 1));
      const start = performance.now();
      this.state.step = await this.crew.call(this.member, (engine) => engine.advance(this.member.id, slice));
      const took = performance.now() - start;
      this.pace = took / slice || 0.01;
      this.member.since.push({ kind: "advance", steps: slice });
      this.member.unsaved += took;
      rest -= slice;
      if (this.member.unsaved > SAVE_EVERY) await this.remember();
      if (this.disposed) throw this.gone();
    }
  }

  private async remember(): Promise<Uint8Array> {
    const bytes = await this.crew.call(this.member, (engine) => engine.save(this.member.id));
    this.member.origin = { bytes };
    this.member.since = [];
    this.member.unsaved = 0;
    return bytes;
  }

  /** Reads back the parts asked for, in one transaction; a part that the task has not is absent. */
  async snapshot(parts: readonly Papers[P]["part"][]): Promise<Papers[P]["snapshot"]> {
    if (!Array.isArray(parts) || !parts.every((part) => typeof part === "string")) {
      throw new PaperglassError("unknown-part", `parts is ${JSON.stringify(parts)}; expected a list of the parts' names`);
    }
    return this.queue(
      () => this.crew.call(this.member, (engine) => engine.snapshot(this.member.id, [...parts])) as Promise<Papers[P]["snapshot"]>,
    );
  }

  /**
   * Changes live fields of the running experiment. Rejects with code `config` and every problem
   * (a field that needs a new run is one); nothing is changed then.
   */
  control(change: Partial<Papers[P]["config"]> & { [more: string]: unknown }): Promise<void> {
    return this.queue(async () => {
      const config = await this.crew.call(this.member, (engine) => engine.control(this.member.id, change));
      this.member.since.push({ kind: "control", change });
      this.state.config = config;
    });
  }

  /** The whole state as a safetensors file: restore and advance equals advance. */
  save(): Promise<Uint8Array> {
    return this.queue(async () => (await this.remember()).slice());
  }

  /** Trains and measures for as long as frames are taken; between two of them it does nothing. */
  async *frames(options: FrameOptions<P> = {}): AsyncGenerator<Frame<P>, void, undefined> {
    const { every = 20, parts = [], until = Infinity, signal } = options;
    while (this.step < until && !signal?.aborted) {
      const [from, start] = [this.step, performance.now()];
      await this.advance(Math.min(Math.max(1, Math.floor(every)), until - from));
      const snapshot = await this.snapshot(parts);
      yield { step: this.step, stepsPerSecond: ((this.step - from) * 1000) / (performance.now() - start), snapshot };
    }
  }

  /** Frees the run's memory; later calls are answered with the code `disposed`. May be called again. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    // After the call in hand: an engine does not like its run freed under it.
    void this.tail.then(() => this.crew.dismiss(this.member));
  }
}

export interface Run<P extends PaperName> extends Disposable {}
// Older browsers have no Symbol.dispose; dispose() works everywhere.
if (typeof Symbol.dispose === "symbol") {
  Object.defineProperty(Run.prototype, Symbol.dispose, { value: Run.prototype.dispose });
}
