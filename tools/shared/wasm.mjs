// From Rust to the two WebAssembly files: the CPU build, and the CPU with WebGPU.

import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, stage } from "./command.mjs";
import { cache, root, target, wasmTriple } from "./paths.mjs";

/** What wasm-opt does to each; the large one at -O3 would take many minutes for a few percent. */
const passes = { cpu: "-O3", webgpu: "-O2" };
const features = ["simd", "bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types", "multivalue"];

/** Builds one of the two into pkg/wasm/<kind>. `optimize: false` leaves wasm-opt out. */
export async function buildWasm(kind, { optimize = true } = {}) {
  const more = kind === "webgpu" ? ["--features", "webgpu"] : [];
  await stage(`Rust to WebAssembly (${kind})`, () =>
    run("cargo", ["build", "--release", "--lib", "--locked", "--target", wasmTriple, ...more]),
  );
  const out = join(root, "pkg", "wasm", kind);
  const fresh = join(cache, "wasm", kind);
  await run("wasm-bindgen", [
    join(target, wasmTriple, "release", "paperglass.wasm"),
    "--target", "web", "--out-dir", fresh, "--out-name", "paperglass",
  ]);
  const raw = join(fresh, "paperglass_bg.wasm");
  const finished = optimize ? await optimized(kind, raw) : raw;
  mkdirSync(out, { recursive: true });
  // The declarations are written by hand (www/wasm), with the types that Rust's plain objects lack.
  for (const name of readdirSync(fresh).filter((name) => !name.endsWith(".d.ts"))) {
    const from = name === "paperglass_bg.wasm" ? finished : join(fresh, name);
    const to = join(out, name);
    // An untouched file keeps its time, so that nothing downstream is built again.
    if (!existsSync(to) || !readFileSync(to).equals(readFileSync(from))) copyFileSync(from, to);
  }
}

/** wasm-opt takes minutes, so its results are kept by what went in. */
async function optimized(kind, raw) {
  const recipe = [passes[kind], "--strip-debug", "--strip-producers", ...features.map((name) => `--enable-${name}`)];
  const hash = createHash("sha256").update(readFileSync(raw)).update(recipe.join()).digest("hex").slice(0, 24);
  const store = join(cache, "wasm-opt");
  const kept = join(store, `${kind}-${hash}.wasm`);
  mkdirSync(store, { recursive: true });
  if (!existsSync(kept)) {
    await stage(`wasm-opt (${kind}, ${(statSync(raw).size / 1e6).toFixed(1)} MB)`, () =>
      run("wasm-opt", [raw, "-o", `${kept}.part`, ...recipe]),
    );
    copyFileSync(`${kept}.part`, kept);
    rmSync(`${kept}.part`);
    forget(store, kind, kept);
  }
  return kept;
}

/** Keeps the three newest results of a kind. */
function forget(store, kind, newest) {
  const all = readdirSync(store).filter((name) => name.startsWith(`${kind}-`)).map((name) => join(store, name));
  all.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of all.slice(3)) if (old !== newest) rmSync(old);
}

/** A stand-in for the WebGPU build, which says that it is one. */
export function stubWebGpu() {
  const out = join(root, "pkg", "wasm", "webgpu");
  if (existsSync(join(out, "paperglass_bg.wasm"))) return;
  mkdirSync(out, { recursive: true });
  const text = "// The WebGPU part has not been built.\nexport const missing = true;\nexport default async function init() {\n  throw new Error(\"the WebGPU part of this build is not there\");\n}\n";
  writeFileSync(join(out, "paperglass.js"), text);
}
