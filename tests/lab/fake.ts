// An engine without WebAssembly, whose state is a list of what was done to it; it can be made
// to stop, as a worker does when its device is lost or its code panics.

import type { Engine, Preference } from "../../www/lab/engine.js";
import type { Failure } from "../../www/lab/errors.js";
import type { Platform } from "../../www/lab/crew.js";

interface FakeRun {
  step: number;
  config: Record<string, unknown>;
  done: string[];
}

export class FakeEngine implements Engine {
  runs = new Map<number, FakeRun>();
  /** The next call that advances fails with this. */
  stop: Failure | null = null;
  dead = false;
  /** Rejects the calls being answered, as the end of a worker does. */
  cut: (failure: unknown) => void = () => {};
  private ended = new Promise<never>((_, reject) => (this.cut = reject));
  /** Calls being answered at this moment, for each run. */
  open_ = new Map<number, number>();
  most = 0;
  freed: number[] = [];

  private opened: "cpu" | "webgpu" = "cpu";

  /** `slow`: the kind on which every call takes a while. */
  constructor(private kind: "cpu" | "webgpu", private slow?: "cpu" | "webgpu") {
    this.ended.catch(() => {}); // Nobody may be waiting when it ends.
  }

  async open(preference: Preference) {
    this.opened = preference === "cpu" ? "cpu" : this.kind;
    return { kind: this.opened, reason: "asked for" };
  }

  private async on<T>(id: number, work: (run: FakeRun) => T): Promise<T> {
    if (this.dead) throw { code: "crash", message: "it is dead" };
    const run = this.runs.get(id);
    if (!run) throw { code: "disposed", message: "no such run" };
    const now = (this.open_.get(id) ?? 0) + 1;
    this.open_.set(id, now);
    this.most = Math.max(this.most, now);
    await Promise.race([this.ended, new Promise((resolve) => setTimeout(resolve, this.opened === this.slow ? 60 : 1))]);
    this.open_.set(id, this.open_.get(id)! - 1);
    return work(run);
  }

  async start(id: number, paper: string, config: unknown) {
    if (paper !== "grokking") throw { code: "unknown-paper", message: `there is no paper called "${paper}"` };
    const given = config as Record<string, unknown>;
    if (given["modulus"] === 12) {
      throw { code: "config", message: "modulus", problems: [{ field: "modulus", value: "12", expected: "a prime" }] };
    }
    this.runs.set(id, { step: 0, config: { ...given }, done: [] });
    return { paper, step: 0, config: given };
  }

  async restore(id: number, bytes: Uint8Array) {
    const run = JSON.parse(new TextDecoder().decode(bytes)) as FakeRun;
    this.runs.set(id, run);
    return { paper: "grokking", step: run.step, config: run.config };
  }

  advance(id: number, steps: number) {
    const { stop } = this;
    if (stop) {
      this.stop = null;
      this.dead = true;
      return Promise.reject(stop);
    }
    return this.on(id, (run) => {
      run.step += steps;
      run.done.push(`advance ${steps}`);
      return run.step;
    });
  }

  snapshot(id: number, parts: string[]) {
    return this.on(id, (run) => ({ step: run.step, parts, done: [...run.done] }));
  }

  control(id: number, change: unknown) {
    return this.on(id, (run) => {
      run.done.push(`control ${JSON.stringify(change)}`);
      return Object.assign(run.config, change);
    });
  }

  save(id: number) {
    return this.on(id, (run) => new TextEncoder().encode(JSON.stringify(run)));
  }

  async dispose(id: number) {
    this.freed.push(id);
    this.runs.delete(id);
  }

  async judge() {
    return { claim: "", reproduced: true, measured: 1, spread: [1, 1] as [number, number], findings: [] };
  }

  async validate() {
    return [];
  }
}

/** A platform of fake engines, which it keeps for the tests to look at. */
export function fakePlatform(kind: "cpu" | "webgpu" = "cpu", cores = 2, slow?: "cpu" | "webgpu"): Platform & { engines: FakeEngine[]; terminated: number } {
  const engines: FakeEngine[] = [];
  return {
    engines,
    terminated: 0,
    cores: () => cores,
    async engine() {
      const engine = new FakeEngine(kind, slow);
      engines.push(engine);
      return {
        engine,
        terminate: (failure = { code: "disposed", message: "gone" } as Failure) => {
          this.terminated++;
          engine.dead = true;
          engine.cut(failure);
        },
      };
    },
  };
}
