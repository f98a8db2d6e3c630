// What a visitor downloads, against the aims; more than one and a half times an aim is a failure.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./paths.mjs";

const gzipped = (file) => gzipSync(readFileSync(file), { level: 9 }).length / 1000;

/** Scripts and styles that an HTML file loads at once, with all that they import statically. */
function firstLoad(dist, html) {
  const wanted = new Set();
  const visit = (file) => {
    if (wanted.has(file) || !existsSync(file)) return;
    wanted.add(file);
    if (!file.endsWith(".js")) return;
    const text = readFileSync(file, "utf8");
    for (const [, path] of text.matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+\.js)["']/g)) visit(join(file, "..", path));
  };
  const text = readFileSync(html, "utf8");
  for (const [, path] of text.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)) visit(join(html, "..", path));
  return [...wanted];
}

/** Prints every size beside its aim, in kilobytes gzipped; false if one is far too large. */
export function checkSizes() {
  const dist = join(root, "dist");
  const rows = [["CPU WebAssembly", gzipped(join(root, "pkg/wasm/cpu/paperglass_bg.wasm")), 800]];
  const gpu = join(root, "pkg/wasm/webgpu/paperglass_bg.wasm");
  // Tests leave it unoptimised; it is loaded only where there is a real graphics adapter.
  if (existsSync(gpu)) rows.push(["CPU and WebGPU WebAssembly", gzipped(gpu), 3700]);
  for (const paper of readdirSync(dist).filter((name) => existsSync(join(dist, name, "index.html")))) {
    const size = firstLoad(dist, join(dist, paper, "index.html")).map(gzipped).reduce((a, b) => a + b, 0);
    rows.push([`page ${paper}, scripts and styles without lazy parts`, size, 150]);
  }
  let right = true;
  for (const [name, size, aim] of rows) {
    const fits = size <= 1.5 * aim;
    right &&= fits;
    console.log(`  ${fits ? "✓" : "✗"} ${name}: ${size.toFixed(0)} kB gzipped (aim ${aim} kB${fits ? "" : ", more than 1.5 times it"})`);
  }
  return right;
}
