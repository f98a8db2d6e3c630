// The package in Node: one engine in this thread, on the CPU. The WebAssembly file is read from
// the package's folder.

import type * as Wasm from "../wasm/cpu/paperglass.js";
import type { Platform } from "./crew.js";
import { LocalEngine } from "./engine.js";
import { functionsOver } from "./functions.js";
import { type Lab, type OpenOptions, openLab } from "./lab.js";

export * from "./public.js";

let instances = 0;

/** A module instance of its own: one that has panicked cannot be used again. */
async function load(): Promise<typeof Wasm> {
  const { readFile } = await import("node:fs/promises");
  const folder = new URL("../wasm/cpu/", import.meta.url);
  const script = new URL("paperglass.js", folder);
  if (instances++ > 0) script.search = `?instance=${instances}`;
  const wasm = (await import(script.href)) as typeof Wasm;
  wasm.initSync({ module: await readFile(new URL("paperglass_bg.wasm", folder)) });
  return wasm;
}

const platform: Platform = {
  cores: () => 1,
  async engine() {
    return { engine: new LocalEngine(load), terminate() {} };
  },
};

/** Opens a lab in this thread, on the CPU. */
export async function open(options: OpenOptions = {}): Promise<Lab> {
  const lab = await openLab(platform, { ...options, device: options.device === undefined || options.device === "auto" ? "cpu" : options.device });
  if (options.device !== "cpu") lab.device.reason = "Node offers no WebGPU";
  return lab;
}

export const { stablemax, stablemaxCrossEntropy, softmaxCrossEntropy } = functionsOver(load);
