// The crew: the lab's engines, which run sits on which, and what happens when one stops.
//
// Promise: no call is lost. When an engine stops (its device was lost, its code panicked) a new
// one on the CPU takes its runs: each from its last saved state, with everything done since
// done again, and then the call that failed.

import { type Sample, faster, millisecondsAStep } from "./calibrate.js";
import { type Device, type Engine, type Preference, type RunState, type WasmSources } from "./engine.js";
import { type Failure, PaperglassError, errorOf, failureOf } from "./errors.js";
import type { Handle } from "./remote.js";

/** What an environment (a browser, Node, a test) provides. */
export interface Platform {
  /** Engines worth having on the CPU. */
  cores(): number;
  /** A fresh engine; each call gives an instance of its own. */
  engine(): Promise<Handle>;
}

/** One thing that was done to a run since its last saved state. */
type Deed = { kind: "advance"; steps: number } | { kind: "control"; change: unknown };

/** A run as the crew keeps it: enough to build it again. */
export interface Member {
  id: number;
  seat: Seat;
  origin: { paper: string; config: unknown } | { bytes: Uint8Array };
  since: Deed[];
  /** Milliseconds of advancing since the last saved state. */
  unsaved: number;
}

interface Seat {
  handle: Handle;
  device: Device;
  members: Set<Member>;
  /** Set when the engine has stopped; resolves when its members sit elsewhere. */
  moved: Promise<void> | null;
}

const stopped = (failure: Failure) => failure.code === "crash" || failure.code === "device";
/** A run that stops engine after engine is given up. */
const MOST_MOVES = 3;

export class Crew {
  device!: Device;
  onMove: ((device: Device, reason: string) => void) | null = null;
  private seats: Seat[] = [];
  private next = 0;
  private closed = false;

  private constructor(private platform: Platform, private most: number, private from?: WasmSources) {}

  static async open(platform: Platform, preference: Preference, most = platform.cores(), sample?: Sample, from?: WasmSources): Promise<Crew> {
    const crew = new Crew(platform, Math.max(1, most), from);
    const seat = await crew.seat(preference);
    crew.device = seat.device;
    if (sample && preference === "auto" && seat.device.kind === "webgpu") await crew.calibrate(seat, sample);
    return crew;
  }

  /** Keeps the faster of WebGPU and the CPU; trouble while measuring leaves the CPU, which can run everything. */
  private async calibrate(gpu: Seat, sample: Sample): Promise<void> {
    const cpu = await this.seat("cpu");
    let chosen: { kind: "cpu" | "webgpu"; reason: string };
    try {
      const onCpu = await millisecondsAStep(cpu.handle.engine, sample);
      const onWebGpu = await millisecondsAStep(gpu.handle.engine, sample);
      chosen = faster(onCpu, onWebGpu, sample.runs ?? 1, this.most);
    } catch (thrown) {
      const failure = failureOf(thrown);
      // A wrong configuration is told when a run is started with it.
      if (failure.code === "config") return this.leave(cpu);
      chosen = { kind: "cpu", reason: `WebGPU failed in a first try (${failure.message})` };
    }
    this.leave(chosen.kind === "cpu" ? gpu : cpu);
    this.device = { ...(chosen.kind === "cpu" ? cpu : gpu).device, reason: chosen.reason };
  }

  private leave(seat: Seat): void {
    this.seats = this.seats.filter((other) => other !== seat);
    seat.handle.terminate();
  }

  private async seat(preference: Preference): Promise<Seat> {
    let handle: Handle | null = null;
    try {
      handle = await this.platform.engine();
      const device = await handle.engine.open(preference, this.from);
      const seat: Seat = { handle, device, members: new Set(), moved: null };
      if (this.closed) handle.terminate();
      else this.seats.push(seat);
      return seat;
    } catch (thrown) {
      handle?.terminate();
      const { message } = failureOf(thrown);
      throw new PaperglassError("load", `The WebAssembly part could not be loaded (${message}). Reload the page; if that does not help, check that the .wasm files are served.`);
    }
  }

  /** On WebGPU all runs share the one engine; on the CPU each has one of its own while there are cores. */
  private async freest(): Promise<Seat> {
    const usable = this.seats.filter((seat) => !seat.moved);
    const seat = usable.reduce<Seat | null>((best, seat) => (!best || seat.members.size < best.members.size ? seat : best), null);
    if (!seat || (seat.members.size > 0 && this.device.kind === "cpu" && this.seats.length < this.most)) return this.seat("cpu");
    return seat;
  }

  private arriving: Promise<unknown> = Promise.resolve();

  /** Starts or restores a run on the freest engine. */
  async admit(origin: Member["origin"]): Promise<{ member: Member; state: RunState }> {
    this.check();
    // One after another, so that several starts at once do not all see the same free seat.
    const member = await (this.arriving = this.arriving.catch(() => {}).then(async () => {
      const seat = await this.freest();
      const member: Member = { id: this.next++, seat, origin, since: [], unsaved: 0 };
      seat.members.add(member);
      return member;
    }) as Promise<Member>);
    try {
      return { member, state: await this.call(member, () => this.build(member), false) };
    } catch (error) {
      member.seat.members.delete(member);
      throw error;
    }
  }

  private build({ seat, id, origin }: Member): Promise<RunState> {
    const { engine } = seat.handle;
    return "bytes" in origin ? engine.restore(id, origin.bytes) : engine.start(id, origin.paper, origin.config);
  }

  private check(): void {
    if (this.closed) throw new PaperglassError("disposed", "This lab has been disposed of; open another with open().");
  }

  /** Does something with a run, on whatever engine it sits; again on another if that one stops. */
  async call<T>(member: Member, work: (engine: Engine) => Promise<T>, rebuild = true): Promise<T> {
    for (let moves = 0; ; moves++) {
      this.check();
      if (member.seat.moved) await member.seat.moved;
      const { seat } = member;
      try {
        return await work(seat.handle.engine);
      } catch (thrown) {
        const failure = failureOf(thrown);
        this.check();
        // Whatever a call says on an engine that another call has found stopped: it is done again.
        if (!(seat.moved || stopped(failure)) || moves >= MOST_MOVES) throw errorOf(failure);
        seat.moved ??= this.move(seat, failure, rebuild ? null : member);
        await seat.moved;
      }
    }
  }

  /** Gives the members of a stopped engine a new one; `unborn` has not been built yet. */
  private async move(old: Seat, failure: Failure, unborn: Member | null): Promise<void> {
    this.seats = this.seats.filter((seat) => seat !== old);
    old.handle.terminate(failure);
    const lost = old.device.kind === "webgpu";
    const seat = await this.seat("cpu");
    for (const member of old.members) {
      member.seat = seat;
      seat.members.add(member);
      if (member === unborn) continue;
      try {
        await this.build(member);
        for (const deed of member.since) {
          if (deed.kind === "advance") await seat.handle.engine.advance(member.id, deed.steps);
          else await seat.handle.engine.control(member.id, deed.change);
        }
      } catch {
        // Its next call will find the new engine stopped too, and move on or give up.
      }
    }
    if (lost) {
      seat.device = { kind: "cpu", reason: failure.message };
      this.device = seat.device;
    }
    const runs = old.members.size === 1 ? "its run goes" : "its runs go";
    const reason = lost
      ? `WebGPU stopped: ${failure.message}; ${runs} on on the CPU from the last saved state`
      : `the computation stopped unexpectedly (${failure.message}); ${runs} on from the last saved state`;
    this.onMove?.(this.device, reason);
  }

  /** Something that needs an engine but no run. */
  async any<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    for (let moves = 0; ; moves++) {
      this.check();
      const seat = this.seats.find((seat) => !seat.moved) ?? (await this.seat("cpu"));
      try {
        return await work(seat.handle.engine);
      } catch (thrown) {
        const failure = failureOf(thrown);
        this.check();
        if (!(seat.moved || stopped(failure)) || moves >= MOST_MOVES) throw errorOf(failure);
        await (seat.moved ??= this.move(seat, failure, null));
      }
    }
  }

  dismiss(member: Member): void {
    const { seat } = member;
    seat.members.delete(member);
    if (!this.closed && !seat.moved) seat.handle.engine.dispose(member.id).catch(() => {});
  }

  close(): void {
    this.closed = true;
    for (const seat of this.seats) seat.handle.terminate();
    this.seats = [];
  }
}
