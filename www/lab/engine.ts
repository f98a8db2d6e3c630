// Where runs live: an engine holds one WebAssembly instance on one device. In a browser each
// engine is in a worker (see remote.ts), in Node it is in the same thread. Every method is
// asynchronous and takes plain data, so that both look alike.

import type { Problem, Record as ClaimRecord, Verdict } from "../generated/shared.js";
import { failureOf } from "./errors.js";
import type * as Wasm from "../wasm/cpu/paperglass.js";
import { probeWebGpu } from "./probe.js";

/** Where the numbers are computed, and why there. */
export interface Device {
  kind: "cpu" | "webgpu";
  /** One sentence for a person. */
  reason: string;
  /** The graphics adapter, as far as the browser tells. */
  adapter?: string;
}

export type Preference = "auto" | "cpu" | "webgpu";

/** A run as an engine tells of it. */
export interface RunState {
  paper: string;
  step: number;
  config: Record<string, unknown>;
}

export interface Engine {
  open(preference: Preference, from?: WasmSources): Promise<Device>;
  start(id: number, paper: string, config: unknown): Promise<RunState>;
  restore(id: number, bytes: Uint8Array): Promise<RunState>;
  /** Resolves to the step reached. */
  advance(id: number, steps: number): Promise<number>;
  snapshot(id: number, parts: string[]): Promise<unknown>;
  /** Resolves to the configuration after the change. */
  control(id: number, change: unknown): Promise<Record<string, unknown>>;
  save(id: number): Promise<Uint8Array>;
  dispose(id: number): Promise<void>;
  judge(claim: string, records: ClaimRecord[]): Promise<Verdict>;
  validate(paper: string, config: unknown): Promise<Problem[]>;
}

/** A build from elsewhere than the package's folder: its address or its bytes. */
export type WasmSource = URL | string | ArrayBuffer | Uint8Array<ArrayBuffer>;
/** Where each of the two builds comes from; one that is not named comes from the package's folder. */
export interface WasmSources {
  cpu?: WasmSource;
  webgpu?: WasmSource;
}

/** Loads and initialises one of the two builds. */
export type Load = (kind: "cpu" | "webgpu", from?: WasmSource) => Promise<typeof Wasm>;

export class LocalEngine implements Engine {
  private wasm: typeof Wasm | null = null;
  private runs = new Map<number, Wasm.WasmRun>();
  /** Rejects when the graphics device is lost; never resolves. */
  private lost: Promise<never> = new Promise(() => {});

  constructor(private load: Load) {}

  async open(preference: Preference, from: WasmSources = {}): Promise<Device> {
    let reason = "asked for";
    if (preference !== "cpu") {
      const probe = await probeWebGpu();
      if (probe.usable && (!probe.software || preference === "webgpu")) {
        const opened = await this.openWebGpu(preference, from.webgpu);
        if (opened.kind === "webgpu") return { ...opened, ...(probe.adapter ? { adapter: probe.adapter } : {}) };
        reason = opened.reason;
      } else reason = probe.reason;
    }
    this.wasm = await this.load("cpu", from.cpu);
    await this.wasm.openCompute("cpu");
    return { kind: "cpu", reason };
  }

  /** The large build; any trouble with it is a reason to use the small one. */
  private async openWebGpu(preference: Preference, from?: WasmSource): Promise<Device> {
    try {
      const wasm = await this.load("webgpu", from);
      if (wasm.missing) return { kind: "cpu", reason: "the WebGPU part of this build is not there yet" };
      this.lost = lossOfDevice();
      const opened = await wasm.openCompute(preference);
      if (opened.kind === "webgpu") this.wasm = wasm;
      return opened;
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      return { kind: "cpu", reason: `WebGPU could not be started (${said})` };
    }
  }

  private get ready(): typeof Wasm {
    if (!this.wasm) throw { code: "device", message: "no device was opened" };
    return this.wasm;
  }

  private run(id: number): Wasm.WasmRun {
    const run = this.runs.get(id);
    if (!run) throw { code: "disposed", message: "this run has been disposed of; start another" };
    return run;
  }

  /** A device that is lost may never answer, or may answer with a backtrace before it is known to be lost. */
  private async answered<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([work, this.lost]);
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.code !== "device" && failure.code !== "crash") throw thrown;
      await Promise.race([this.lost, new Promise((resolve) => setTimeout(resolve, 1000))]);
      throw { ...failure, message: failure.message.split("\n")[0]! };
    }
  }

  private keep(id: number, run: Wasm.WasmRun): RunState {
    // A start that was done again after a crash may have a forerunner.
    this.runs.get(id)?.free();
    this.runs.set(id, run);
    return { paper: run.paper, step: run.step, config: run.config() };
  }

  async start(id: number, paper: string, config: unknown) {
    return this.keep(id, this.ready.startRun(paper, config));
  }

  async restore(id: number, bytes: Uint8Array) {
    return this.keep(id, this.ready.restoreRun(bytes));
  }

  async advance(id: number, steps: number) {
    const run = this.run(id);
    await this.answered(run.advance(steps));
    return run.step;
  }

  snapshot(id: number, parts: string[]) {
    return this.answered(this.run(id).snapshot(parts));
  }

  async control(id: number, change: unknown) {
    const run = this.run(id);
    run.control(change);
    return run.config();
  }

  save(id: number) {
    return this.answered(this.run(id).save());
  }

  async dispose(id: number) {
    this.runs.get(id)?.free();
    this.runs.delete(id);
  }

  /** Frees every run; for an engine whose thread lives on. */
  close(): void {
    for (const run of this.runs.values()) run.free();
    this.runs.clear();
  }

  async judge(claim: string, records: ClaimRecord[]) {
    return this.ready.judgeClaim(claim, records) as Verdict;
  }

  async validate(paper: string, config: unknown) {
    return this.ready.validateConfig(paper, config) as Problem[];
  }
}

interface Adapter {
  requestDevice(...given: unknown[]): Promise<{ lost: Promise<{ reason: string; message: string }> }>;
}

/** Watches the devices that are made from now on. */
function lossOfDevice(): Promise<never> {
  const prototype = (globalThis as { GPUAdapter?: { prototype: Adapter } }).GPUAdapter?.prototype;
  const loss = new Promise<never>((_, reject) => {
    if (!prototype) return;
    const ask = prototype.requestDevice;
    prototype.requestDevice = async function (...given) {
      const device = await ask.apply(this, given);
      void device.lost.then(({ message }) =>
        reject({ code: "device", message: `the graphics device was lost${message ? ` (${message})` : ""}` }),
      );
      return device;
    };
  });
  // Nobody may be waiting when it happens.
  loss.catch(() => {});
  return loss;
}
