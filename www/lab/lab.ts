/// <reference lib="esnext.disposable" preserve="true" />
// The lab: the package's one door. It is opened on a device, starts and restores runs, and
// judges claims.

import type { Problem, Record as ClaimRecord, Verdict } from "../generated/shared.js";
import type { Sample } from "./calibrate.js";
import { Crew, type Platform } from "./crew.js";
import type { Device, Preference, WasmSource, WasmSources } from "./engine.js";
import { PaperglassError } from "./errors.js";
import type { PaperName, Papers } from "./papers.js";
import { Run } from "./run.js";

export interface OpenOptions {
  /**
   * `auto` (the default): WebGPU where a real adapter can do it, else the CPU. `cpu`, `webgpu`:
   * that one; WebGPU falls to the CPU where it cannot work at all, and `lab.device` says why.
   */
  device?: Preference;
  /**
   * With `auto` and a real graphics adapter: what is going to run. A few steps of it are timed on
   * WebGPU and on the CPU, and the faster one is kept; `lab.device.reason` has both times.
   */
  sample?: Sample;
  /** Most workers on the CPU. Default: one a core, 8 at most. In Node everything is in-thread. */
  workers?: number;
  /**
   * Where the `.wasm` files come from, if not from the package's own folder: an address (a relative
   * one is the page's; in Node, a `file:` address or a path) or bytes.
   */
  wasm?: WasmSources;
}

/** Types do not hold in JavaScript, and what WebAssembly says of a wrong kind of argument looks like a crash. */
function named(value: unknown, code: "unknown-paper" | "unknown-claim", what: string): void {
  if (typeof value !== "string") throw new PaperglassError(code, `there is no ${what} called ${String(value)}; expected its name`);
}

/** A copy of saved bytes, which nobody else can change. */
function bytesOf(given: unknown): Uint8Array {
  if (given instanceof Uint8Array) return Uint8Array.from(given);
  if (given instanceof ArrayBuffer) return new Uint8Array(given.slice(0));
  throw new PaperglassError("restore", "this is not a saved Paperglass run; expected the bytes that save() returned");
}

export class Lab {
  /** Told when a device was lost or a computation stopped: the runs go on from their last saved state. */
  onDeviceChange: ((change: { device: Device; reason: string }) => void) | null = null;

  /** Labs are made by `open`. */
  constructor(private crew: Crew) {
    // In a turn of its own: what a listener throws is its page's affair, and must not fail the run.
    crew.onMove = (device, reason) => queueMicrotask(() => this.onDeviceChange?.({ device, reason }));
  }

  /** Where the numbers are computed, and why there. */
  get device(): Device {
    return this.crew.device;
  }

  /**
   * Starts a run: a partial configuration over the paper's default. Rejects with code `config`
   * and every problem at once.
   */
  async start<P extends PaperName>(paper: P, config: Partial<Papers[P]["config"]> = {}): Promise<Run<P>> {
    named(paper, "unknown-paper", "paper");
    const { member, state } = await this.crew.admit({ paper, config });
    return new Run<P>(this.crew, member, state);
  }

  /** Rebuilds a run from the bytes of `save`. Rejects with code `restore` and the reason. */
  async restore<P extends PaperName = PaperName>(bytes: Uint8Array | ArrayBuffer): Promise<Run<P>> {
    const { member, state } = await this.crew.admit({ bytes: bytesOf(bytes) });
    return new Run<P>(this.crew, member, state);
  }

  /** The verdict on a claim from what was recorded of its arms and seeds. */
  async judge(claim: string, records: ClaimRecord[]): Promise<Verdict> {
    named(claim, "unknown-claim", "claim");
    return this.crew.any((engine) => engine.judge(claim, records));
  }

  /** Every problem of a configuration; none if it is right. */
  async validate<P extends PaperName>(paper: P, config: Partial<Papers[P]["config"]> & { [more: string]: unknown }): Promise<Problem[]> {
    named(paper, "unknown-paper", "paper");
    return this.crew.any((engine) => engine.validate(paper, config));
  }

  /** Stops all runs and frees the workers. May be called again. */
  dispose(): void {
    this.crew.close();
  }
}

export interface Lab extends Disposable {}
if (typeof Symbol.dispose === "symbol") {
  Object.defineProperty(Lab.prototype, Symbol.dispose, { value: Lab.prototype.dispose });
}

/** Addresses as text: a worker cannot be sent an URL, and a relative one would be the worker's own. */
function placed(source: WasmSource | undefined): WasmSource | undefined {
  if (source instanceof URL) return source.href;
  const base = globalThis.document?.baseURI ?? globalThis.location?.href;
  return typeof source === "string" && base ? new URL(source, base).href : source;
}

export async function openLab(platform: Platform, { device = "auto", workers, sample, wasm }: OpenOptions = {}): Promise<Lab> {
  if (!["auto", "cpu", "webgpu"].includes(device)) {
    const expected = "auto, cpu or webgpu";
    throw new PaperglassError("config", `device is "${String(device)}"; expected ${expected}`, [{ field: "device", value: JSON.stringify(device), expected }]);
  }
  return new Lab(await Crew.open(platform, device, workers, sample, wasm && { cpu: placed(wasm.cpu), webgpu: placed(wasm.webgpu) }));
}
