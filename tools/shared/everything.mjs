// The stages of a whole build, in order.

import { stage } from "./command.mjs";
import { buildPage } from "./page.mjs";
import { root, version } from "./paths.mjs";
import { buildWasm, stubWebGpu } from "./wasm.mjs";

/** The package's scripts and declarations around whatever WebAssembly there is. */
export async function buildScripts({ webgpu }) {
  // Loaded late: it needs npm's packages, which set-up may just have installed.
  const { buildPackage } = await import("../package.mjs");
  if (!webgpu) stubWebGpu();
  await stage("Package", () => buildPackage({ root, version }));
}

/** `optimize`: "all", or "cpu" alone, since wasm-opt takes minutes on the large one. */
export async function buildEverything({ optimize = "all" } = {}) {
  await buildWasm("cpu");
  await buildWasm("webgpu", { optimize: optimize === "all" });
  await buildScripts({ webgpu: true });
  await buildPage();
}
