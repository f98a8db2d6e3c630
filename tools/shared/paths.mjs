// Where things lie. Compiled dependencies and tools are kept outside the clone, so that a fresh
// clone on the same machine starts warm.

import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const caches = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
export const cache = process.env.PAPERGLASS_CACHE || join(caches, "paperglass");
/** Cargo's target directory; an explicit CARGO_TARGET_DIR wins. */
export const target = process.env.CARGO_TARGET_DIR || join(cache, "target");
export const tools = join(cache, "tools");
export const wasmTriple = "wasm32-unknown-unknown";

/** The version of a crate in Cargo.lock. */
export function locked(name) {
  const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
  const found = lock.match(new RegExp(`name = "${name}"\\nversion = "([^"]+)"`));
  if (!found) throw new Error(`Cargo.lock has no ${name}`);
  return found[1];
}

/** The version of this crate, and so of the package. */
export const version = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^version = "([^"]+)"/m)[1];

/** The environment for every command: our tools and the packages' commands on PATH, one target directory. */
export function environment() {
  const cargo = join(process.env.CARGO_HOME || join(homedir(), ".cargo"), "bin");
  const path = [join(tools, "bin"), join(root, "node_modules", ".bin"), process.env.PATH, existsSync(cargo) ? cargo : ""];
  return { ...process.env, CARGO_TARGET_DIR: target, PATH: path.filter(Boolean).join(":") };
}
