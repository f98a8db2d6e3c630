// npm run dev: the page with hot reload. Changes of Rust and of the package's TypeScript are
// built again and reload the page.

import { watch } from "node:fs";
import { join } from "node:path";
import { Sentence, main, run } from "./shared/command.mjs";
import { buildScripts } from "./shared/everything.mjs";
import { root } from "./shared/paths.mjs";
import { setup } from "./shared/setup.mjs";
import { buildWasm } from "./shared/wasm.mjs";

const webgpu = process.argv.includes("--webgpu");

await main(async () => {
  await setup();
  const rust = async () => {
    await buildWasm("cpu", { optimize: false });
    if (webgpu) await buildWasm("webgpu", { optimize: false });
  };
  await rust();
  await buildScripts({ webgpu });

  let waiting = null;
  let wanted = new Set();
  let busy = false;
  const rebuild = async () => {
    if (busy || !wanted.size) return;
    busy = true;
    const jobs = wanted;
    wanted = new Set();
    try {
      if (jobs.has("rust")) await rust();
      await buildScripts({ webgpu });
    } catch (error) {
      // A mistake in the code is no reason to stop; the next change tries again.
      console.error(error instanceof Sentence ? error.message : error);
    }
    busy = false;
    void rebuild();
  };
  const changed = (job) => () => {
    wanted.add(job);
    clearTimeout(waiting);
    waiting = setTimeout(rebuild, 150);
  };
  watch(join(root, "src"), { recursive: true }, changed("rust"));
  watch(join(root, "www", "lab"), { recursive: true }, changed("scripts"));
  if (!webgpu) console.log("\n  CPU only; `npm run dev -- --webgpu` builds the WebGPU part too.");
  await run("vite", ["--config", "www/vite.config.ts"]);
});
