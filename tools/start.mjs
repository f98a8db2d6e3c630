// npm start: set-up, build, serve. The page is served as soon as its CPU build is done; the
// WebGPU build follows and joins by itself at the next load of the page.

import { join } from "node:path";
import { main } from "./shared/command.mjs";
import { buildScripts } from "./shared/everything.mjs";
import { buildPage } from "./shared/page.mjs";
import { root } from "./shared/paths.mjs";
import { listen, serve } from "./shared/serve.mjs";
import { setup } from "./shared/setup.mjs";
import { buildWasm } from "./shared/wasm.mjs";

await main(async () => {
  console.log("Paperglass: a first build takes about ten minutes on two cores, later ones seconds.");
  await setup();
  // Optimised later: it takes minutes, changes the speed little, and someone is waiting.
  await buildWasm("cpu", { optimize: false });
  await buildScripts({ webgpu: false });
  await buildPage();
  const address = await listen(serve(join(root, "dist")), Number(process.env.PORT) || 4173);
  console.log(`\n  Paperglass is at ${address}\n\n  The WebGPU build goes on meanwhile; Ctrl-C stops.`);

  await buildWasm("webgpu", { optimize: false });
  await buildScripts({ webgpu: true });
  await buildPage();
  console.log(`\n  The WebGPU build has joined. Reload ${address} to use it.\n  Making both smaller (wasm-opt) ...`);

  await buildWasm("cpu");
  await buildWasm("webgpu");
  await buildScripts({ webgpu: true });
  await buildPage();
  console.log(`\n  All is built and optimised. Paperglass is at ${address}; Ctrl-C stops.`);
});
