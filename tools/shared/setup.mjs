// Set-up: everything that building and testing need, installed when absent, left alone when there.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { Sentence, ask, run, stage } from "./command.mjs";
import { cache, locked, root, tools, wasmTriple } from "./paths.mjs";

const WASM_PACK = "0.15.1";

/** npm's packages, exactly as locked. */
async function packages() {
  const [major] = process.versions.node.split(".").map(Number);
  if (major < 20) throw new Sentence(`Node 20 or newer is needed; this is ${process.version}. See https://nodejs.org.`);
  const lock = createHash("sha256").update(readFileSync(join(root, "package-lock.json"))).digest("hex");
  const mark = join(root, "node_modules", ".paperglass-lock");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return;
  await stage("npm packages", () => run("npm", ["ci", "--no-audit", "--no-fund"]));
  writeFileSync(mark, lock);
}

/** The toolchain that rust-toolchain.toml names, with the WebAssembly target. */
async function rust() {
  if (!ask("rustup", ["--version"])) {
    throw new Sentence("rustup was not found. Install it from https://rustup.rs, open a new terminal and try again.");
  }
  if (!ask("cargo", ["--version"])) await stage("Rust toolchain", () => run("rustup", ["toolchain", "install"]));
  if (ask("rustup", ["target", "list", "--installed"]).split("\n").includes(wasmTriple)) return;
  await stage("WebAssembly target", () => run("rustup", ["target", "add", wasmTriple]));
}

const cargoInstall = (crate, version, ...more) =>
  run("cargo", ["install", crate, "--version", version, "--root", tools, ...more], {
    env: { CARGO_TARGET_DIR: join(cache, "tools-target") },
  });

/** wasm-bindgen's command must be of exactly the library's version. */
async function wasmBindgen() {
  const version = locked("wasm-bindgen");
  if (ask("wasm-bindgen", ["--version"]) === `wasm-bindgen ${version}`) return;
  // Without --locked: its own lock file names releases that registries have withdrawn.
  await stage(`wasm-bindgen ${version}`, () => cargoInstall("wasm-bindgen-cli", version));
}

async function wasmPack() {
  if (ask("wasm-pack", ["--version"])) return;
  await stage(`wasm-pack ${WASM_PACK}`, () => cargoInstall("wasm-pack", WASM_PACK, "--locked"));
}

/** Where Chromium and its driver are. */
export function browser() {
  const first = (names) => names.map((name) => ask("sh", ["-c", `command -v ${name}`])).find(Boolean) ?? "";
  return {
    chromium: process.env.CHROMIUM || first(["chromium", "chromium-browser", "google-chrome"]),
    driver: process.env.CHROMEDRIVER || first(["chromedriver"]),
  };
}

async function chromium() {
  let { chromium, driver } = browser();
  const apt = ask("sh", ["-c", "command -v apt-get"]);
  if ((!chromium || !driver) && apt && process.getuid?.() === 0) {
    await stage("Chromium", async () => {
      await run("apt-get", ["update"], { quiet: true });
      await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium", "chromium-driver"], { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } });
    });
    ({ chromium, driver } = browser());
  }
  if (!chromium || !driver) {
    throw new Sentence(
      "The tests drive Chromium, and it or ChromeDriver was not found. On Debian or Ubuntu:\n" +
        "    sudo apt-get install chromium chromium-driver\n" +
        "elsewhere set CHROMIUM and CHROMEDRIVER to the two programs (of the same version).",
    );
  }
}

export async function setup({ forTests = false } = {}) {
  await packages();
  await rust();
  await wasmBindgen();
  if (!forTests) return;
  await wasmPack();
  await chromium();
}
