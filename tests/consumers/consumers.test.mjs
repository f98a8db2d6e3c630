// The package as strangers meet it: packed into a tarball, installed into fresh projects, built
// by Vite and by webpack 5, loaded by a plain script tag, run in Node and imported on a server.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "@playwright/test";
import { build as esbuild } from "esbuild";
import webpack from "webpack";
import { build as vite } from "vite";
import { root } from "../../tools/shared/paths.mjs";
import { listen, serve } from "../../tools/shared/serve.mjs";
import { browser as programs } from "../../tools/shared/setup.mjs";

const home = mkdtempSync(join(tmpdir(), "paperglass-consumers-"));
let tarball;
let browser;

/** What each consumer does: train a little and show what came out. */
const app = `
import { open, stablemax } from "paperglass";
try {
  const lab = await open({ device: "cpu" });
  const run = await lab.start("grokking", { modulus: 11, width: 32 });
  const steps = [];
  for await (const frame of run.frames({ every: 2, parts: ["accuracy"], until: 6 })) steps.push(frame.step);
  const { accuracy } = await run.snapshot(["accuracy"]);
  const probabilities = await stablemax(new Float32Array([0, 1, -1]), 3);
  run.dispose();
  lab.dispose();
  globalThis.told = { kind: lab.device.kind, steps, accuracy, probabilities: [...probabilities] };
} catch (error) {
  globalThis.told = { error: String(error?.stack ?? error) };
}
`;
const page = (script) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>consumer</title><script type="module" src="${script}"></script>`;

/** A fresh project with the tarball installed. */
function project(name, files) {
  const folder = join(home, name);
  mkdirSync(folder);
  const about = { name, private: true, type: "module", version: "1.0.0" };
  for (const [file, text] of Object.entries({ "package.json": JSON.stringify(about), ...files })) writeFileSync(join(folder, file), text);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--offline", tarball], { cwd: folder, stdio: "pipe" });
  return folder;
}

function right(told) {
  assert.equal(told.error, undefined);
  assert.equal(told.kind, "cpu");
  assert.equal(told.steps.at(-1), 6);
  assert.ok(told.accuracy.train >= 0 && told.accuracy.train <= 1);
  // s(0) = 1, s(1) = 2, s(-1) = 1/2
  told.probabilities.forEach((p, i) => assert.ok(Math.abs(p - [1, 2, 0.5][i] / 3.5) < 1e-6));
}

async function inBrowser(folder) {
  const server = serve(folder, { strict: false });
  const address = await listen(server, 4500);
  const tab = await browser.newPage();
  const errors = [];
  tab.on("pageerror", (error) => errors.push(String(error)));
  try {
    await tab.goto(`${address}/index.html`);
    await tab.waitForFunction(() => globalThis.told, null, { timeout: 60_000 });
    right(await tab.evaluate(() => globalThis.told));
    assert.deepEqual(errors, []);
  } finally {
    await tab.close();
    server.close();
  }
}

/** Each of the two WebAssembly files exactly once. */
function wasmOnce(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(".wasm"));
  const sizes = files.map((name) => readFileSync(join(folder, String(name))).length);
  assert.equal(new Set(sizes).size, sizes.length, `a WebAssembly file was emitted twice: ${files.join(", ")}`);
  assert.equal(files.length, 2, `expected the two WebAssembly files, found ${files.join(", ")}`);
}

before(async () => {
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", home], { cwd: join(root, "pkg"), encoding: "utf8" });
  tarball = join(home, JSON.parse(packed)[0].filename);
  browser = await chromium.launch({ executablePath: programs().chromium, args: ["--no-sandbox"] });
});

after(async () => {
  await browser?.close();
  rmSync(home, { recursive: true, force: true });
});

test("Vite, without configuration", async () => {
  const folder = project("with-vite", { "index.html": page("/main.js"), "main.js": app });
  await vite({ root: folder, configFile: false, logLevel: "error", build: { target: "es2022" } });
  wasmOnce(join(folder, "dist"));
  await inBrowser(join(folder, "dist"));
});

test("webpack 5", async () => {
  const folder = project("with-webpack", { "main.js": app });
  const stats = await new Promise((resolve, reject) => {
    const config = { mode: "production", context: folder, entry: "./main.js", output: { path: join(folder, "dist"), publicPath: "" }, performance: false };
    webpack(config, (error, stats) => (error ? reject(error) : resolve(stats)));
  });
  assert.equal(stats.hasErrors(), false, stats.toString("errors-only"));
  writeFileSync(join(folder, "dist", "index.html"), page("./main.js"));
  wasmOnce(join(folder, "dist"));
  await inBrowser(join(folder, "dist"));
});

test("a plain script tag", async () => {
  const folder = project("plain", {
    "main.js": app.replace('"paperglass"', '"./node_modules/paperglass/index.js"'),
    "index.html": page("./main.js"),
  });
  await inBrowser(folder);
});

test("the element, in two lines", async () => {
  const folder = project("element", {
    "index.html": `<!doctype html><html lang="en"><meta charset="utf-8"><title>embedded</title>
<script type="module" src="./node_modules/paperglass/grokking.js"></script>
<paperglass-grokking preset="tiny" device="cpu"></paperglass-grokking>`,
  });
  const server = serve(folder, { strict: false });
  const address = await listen(server, 4500);
  const tab = await browser.newPage();
  try {
    await tab.goto(`${address}/index.html`);
    await tab.locator("paperglass-grokking .status").filter({ hasText: /step [1-9]/ }).waitFor({ timeout: 60_000 });
  } finally {
    await tab.close();
    server.close();
  }
});

test("Node, in-thread on the CPU", () => {
  const folder = project("in-node", { "main.mjs": `${app}\nconsole.log(JSON.stringify(globalThis.told));` });
  right(JSON.parse(execFileSync(process.execPath, ["main.mjs"], { cwd: folder, encoding: "utf8" }).trim().split("\n").at(-1)));
});

test("the program that the page copies runs as it is", async () => {
  const code = join(home, "code.mjs");
  await esbuild({ entryPoints: [join(root, "www/shared/code.ts")], outfile: code, bundle: true, format: "esm" });
  const { typescriptOf } = await import(code);
  const arm = { config: { seed: 2, modulus: 11, width: 32 }, interventions: [{ step: 3, change: { loss: "stablemax" } }] };
  const folder = project("copied", { "main.mjs": typescriptOf("grokking", arm, {}, 8) });
  const said = execFileSync(process.execPath, ["main.mjs"], { cwd: folder, encoding: "utf8" });
  assert.match(said, /^8 \{ train: [\d.]+, test: [\d.]+ \} \{ train: [\d.]+, test: [\d.]+ \}/);
});

test("an import on a server touches nothing", () => {
  const folder = project("on-a-server", {
    "main.mjs": `
      for (const name of ["window", "document", "navigator", "Worker", "fetch"]) {
        Object.defineProperty(globalThis, name, { get() { throw new Error(name + " was touched at import"); }, configurable: true });
      }
      const { open } = await import("paperglass");
      console.log(typeof open);`,
  });
  assert.equal(execFileSync(process.execPath, ["main.mjs"], { cwd: folder, encoding: "utf8" }).trim(), "function");
});

test("the types compile in a stranger's strict TypeScript", () => {
  const folder = project("typed", {
    "main.ts": `
      import { open, PaperglassError, type Run } from "paperglass";
      const lab = await open({ device: "auto" });
      const run: Run<"grokking"> = await lab.start("grokking", { modulus: 47, loss: "stablemax" });
      const snapshot = await run.snapshot(["accuracy", "table"]);
      const test: number | undefined = snapshot.accuracy?.test;
      const cells: Uint8Array | undefined = snapshot.table?.correct;
      // @ts-expect-error a loss that does not exist
      await run.control({ loss: "hinge" });
      // @ts-expect-error a paper that does not exist
      await lab.start("alchemy", {});
      export { test, cells, PaperglassError };`,
  });
  // With TypeScript's default libraries too, which do not know `Disposable`.
  for (const more of [{}, { lib: ["es2022", "dom", "esnext.disposable"] }, { module: "esnext", moduleResolution: "bundler" }]) {
    const compilerOptions = { strict: true, module: "nodenext", target: "es2022", noEmit: true, skipLibCheck: false, types: [], ...more };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", "."], { cwd: folder, stdio: "pipe", encoding: "utf8" });
  }
});
