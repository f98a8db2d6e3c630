// From the package and www/ to the static page in dist/.

import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run, stage } from "./command.mjs";
import { root } from "./paths.mjs";

/** Builds beside dist/ and swaps, so that a server never shows half a page. */
export async function buildPage() {
  const [dist, fresh, old] = ["dist", ".dist-fresh", ".dist-old"].map((name) => join(root, name));
  await stage("Page", () =>
    run("vite", ["build", "--config", "www/vite.config.ts", "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"]),
  );
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}
