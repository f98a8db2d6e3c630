// The package in Node: one engine in this thread, on the CPU. The WebAssembly file is read from
// the package's folder.

import type * as Wasm from "../wasm/cpu/paperglass.js";
import type { Platform } from "./crew.js";
import { LocalEngine, type WasmSource } from "./engine.js";
import type { Failure } from "./errors.js";
import { functionsOver } from "./functions.js";
import { type Lab, type OpenOptions, openLab } from "./lab.js";

export * from "./public.js";

let instances = 0;

/** Instances whose labs were disposed of. Node never lets go of a module, so the next lab takes one over. */
const idle: (typeof Wasm)[] = [];

/** A module instance of its own: one that has panicked cannot be used again. */
async function load(from?: WasmSource): Promise<typeof Wasm> {
  if (from === undefined && idle.length > 0) return idle.pop()!;
  const { readFile } = await import("node:fs/promises");
  const folder = new URL("../wasm/cpu/", import.meta.url);
  const script = new URL("paperglass.js", folder);
  if (instances++ > 0) script.search = `?instance=${instances}`;
  const wasm = (await import(script.href)) as typeof Wasm;
  const source = from ?? new URL("paperglass_bg.wasm", folder).href;
  const file = typeof source === "string" && source.startsWith("file:") ? new URL(source) : source;
  wasm.initSync({ module: typeof file === "string" || file instanceof URL ? await readFile(file) : file });
  return wasm;
}

/** In this thread a long advance must let timers and the rest of the program have their turn. */
class ThreadEngine extends LocalEngine {
  override async advance(id: number, steps: number) {
    const step = await super.advance(id, steps);
    await new Promise((resolve) => setImmediate(resolve));
    return step;
  }
}

const platform: Platform = {
  cores: () => 1,
  async engine() {
    let held: typeof Wasm | null = null;
    const engine = new ThreadEngine(async (_, from) => {
      const wasm = await load(from);
      if (from === undefined) held = wasm;
      return wasm;
    });
    const terminate = (failure?: Failure) => {
      if (failure) return; // What has panicked must not be touched.
      engine.close();
      if (held) idle.push(held);
      held = null;
    };
    return { engine, terminate };
  },
};

/** Opens a lab in this thread, on the CPU. */
export async function open(options: OpenOptions = {}): Promise<Lab> {
  const lab = await openLab(platform, { ...options, device: options.device === undefined || options.device === "auto" ? "cpu" : options.device });
  if (options.device !== "cpu") lab.device.reason = "Node offers no WebGPU";
  return lab;
}

export const { stablemax, stablemaxCrossEntropy, softmaxCrossEntropy } = functionsOver(load);
