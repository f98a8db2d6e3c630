// npm run build: the npm package in pkg/ and the page in dist/, both WebAssembly builds included.

import { main, stage } from "./shared/command.mjs";
import { buildEverything } from "./shared/everything.mjs";
import { setup } from "./shared/setup.mjs";
import { checkSizes } from "./shared/sizes.mjs";

await main(async () => {
  await setup();
  await buildEverything();
  await stage("Sizes", () => {
    if (!checkSizes()) process.exitCode = 1;
  });
  console.log("\npkg/ is the npm package, dist/ the page.");
});
