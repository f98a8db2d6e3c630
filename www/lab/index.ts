// The package in a browser: engines live in workers. Importing it touches nothing, so it is
// safe on a server too.

import type { Platform } from "./crew.js";
import { functionsOver } from "./functions.js";
import { type Lab, type OpenOptions, openLab } from "./lab.js";
import { remoteEngine } from "./remote.js";

export * from "./public.js";

const platform: Platform = {
  cores: () => Math.min(8, globalThis.navigator?.hardwareConcurrency || 2),
  async engine() {
    return remoteEngine(new Worker(new URL("./worker.js", import.meta.url), { type: "module" }));
  },
};

/** Opens a lab: chooses a device, loads what it needs, starts a worker. */
export function open(options?: OpenOptions): Promise<Lab> {
  return openLab(platform, options);
}

export const { stablemax, stablemaxCrossEntropy, softmaxCrossEntropy } = functionsOver(async () => {
  const wasm = await import("../wasm/cpu/paperglass.js");
  await wasm.default();
  return wasm;
});
