// The lab: the package's one door. It is opened on a device, starts and restores runs, and
// judges claims.

import type { Problem, Record as ClaimRecord, Verdict } from "../generated/shared.js";
import type { Sample } from "./calibrate.js";
import { Crew, type Platform } from "./crew.js";
import type { Device, Preference } from "./engine.js";
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
}

export class Lab {
  /** Told when a device was lost or a computation stopped: the runs go on from their last saved state. */
  onDeviceChange: ((change: { device: Device; reason: string }) => void) | null = null;

  /** Labs are made by `open`. */
  constructor(private crew: Crew) {
    crew.onMove = (device, reason) => this.onDeviceChange?.({ device, reason });
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
    const { member, state } = await this.crew.admit({ paper, config });
    return new Run<P>(this.crew, member, state);
  }

  /** Rebuilds a run from the bytes of `save`. Rejects with code `restore` and the reason. */
  async restore<P extends PaperName = PaperName>(bytes: Uint8Array): Promise<Run<P>> {
    const { member, state } = await this.crew.admit({ bytes: bytes.slice() });
    return new Run<P>(this.crew, member, state);
  }

  /** The verdict on a claim from what was recorded of its arms and seeds. */
  judge(claim: string, records: ClaimRecord[]): Promise<Verdict> {
    return this.crew.any((engine) => engine.judge(claim, records));
  }

  /** Every problem of a configuration; none if it is right. */
  validate<P extends PaperName>(paper: P, config: Partial<Papers[P]["config"]> & { [more: string]: unknown }): Promise<Problem[]> {
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

export async function openLab(platform: Platform, { device = "auto", workers, sample }: OpenOptions = {}): Promise<Lab> {
  if (!["auto", "cpu", "webgpu"].includes(device)) {
    const expected = "auto, cpu or webgpu";
    throw new PaperglassError("config", `device is "${String(device)}"; expected ${expected}`, [{ field: "device", value: JSON.stringify(device), expected }]);
  }
  return new Lab(await Crew.open(platform, device, workers, sample));
}
