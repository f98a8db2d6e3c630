// npm test: set-up, build, and every test. Ends with one line: N passed, N failed.
//
// `npm test -- native browser` runs only the named suites; their names are printed at the start.

import { join } from "node:path";
import { Sentence, main, run, stage } from "./shared/command.mjs";
import { buildEverything } from "./shared/everything.mjs";
import { root } from "./shared/paths.mjs";
import { browser, setup } from "./shared/setup.mjs";
import { checkSizes } from "./shared/sizes.mjs";

const tally = { passed: 0, failed: 0, skipped: 0 };
const troubles = [];

function count(passed, failed, skipped = 0) {
  tally.passed += Number(passed);
  tally.failed += Number(failed);
  tally.skipped += Number(skipped);
}

/** Rust's harness, natively and in the browser: "test result: ok. 5 passed; 0 failed; 1 ignored". */
function countRust(text) {
  for (const [, passed, failed, ignored] of text.matchAll(/test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/g)) {
    count(passed, failed, ignored);
  }
}

/** Runs one suite; a suite that fails without naming a failed test counts as one. */
async function suite(name, work) {
  const before = tally.failed;
  await stage(name, async () => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Sentence)) throw error;
      if (tally.failed === before) tally.failed += 1;
      troubles.push(`${name}: ${error.message}`);
    }
  });
}

/** Runs a command and counts its tests, whether it succeeds or not. */
async function counted(command, args, take, options = {}) {
  try {
    take(await run(command, args, { keep: true, ...options }));
  } catch (error) {
    take(error.output ?? "");
    throw error;
  }
}

/** One check without a harness of its own. */
async function check(work) {
  await work();
  tally.passed += 1;
}

const wasmPack = async () => {
  const { chromium, driver } = browser();
  // Both test binaries in one build; the driver is given so that nothing is downloaded.
  const args = ["test", "--headless", "--chrome", "--chromedriver", driver, "--release", "-m", "no-install", "--"];
  await counted("wasm-pack", [...args, "--features", "webgpu", "--test", "web", "--test", "web_worker"], countRust, {
    // An emulated adapter compiles each of Burn's kernels in tenths of a second.
    env: { WASM_BINDGEN_TEST_TIMEOUT: "900", CHROME: chromium },
  });
};

const vitest = (config) =>
  counted("vitest", ["run", "--config", config], (text) => {
    const plain = text.replace(/\x1b\[[0-9;]*m/g, "");
    const line = plain.match(/^\s*Tests\s+(.*)$/m)?.[1] ?? "";
    count(line.match(/(\d+) passed/)?.[1] ?? 0, line.match(/(\d+) failed/)?.[1] ?? 0, line.match(/(\d+) skipped/)?.[1] ?? 0);
  });

const playwright = () =>
  counted("playwright", ["test", "--config", "tests/e2e/playwright.config.ts"], (text) => {
    const plain = text.replace(/\x1b\[[0-9;]*m/g, "");
    const number = (word) => plain.match(new RegExp(`^\\s*(\\d+) ${word}`, "m"))?.[1] ?? 0;
    count(number("passed"), Number(number("failed")) + Number(number("flaky")), number("skipped"));
  }, { env: { CHROMIUM: browser().chromium } });

const suites = {
  native: ["Native tests, claims among them", () => counted("cargo", ["test", "--release", "--locked", "--no-fail-fast"], countRust)],
  build: ["Build", () => check(() => buildEverything({ optimize: "cpu" }))],
  types: ["TypeScript types", () => check(() => run("tsc", ["--noEmit", "-p", "www"]))],
  lab: ["Package and page, in Node", () => vitest("tests/lab/vitest.config.ts")],
  browser: ["The crate in the browser, in a window and a worker, on the CPU and on WebGPU", wasmPack],
  package: ["The package's declarations", () => check(async () => (await import("./package.mjs")).checkPackage({ root }))],
  consumers: ["The tarball in strangers' projects", () => counted("node", ["--test", "--test-reporter=spec", join(root, "tests/consumers")], (text) => {
    const plain = text.replace(/\x1b\[[0-9;]*m/g, "");
    const number = (word) => plain.match(new RegExp(`^ℹ ${word} (\\d+)`, "m"))?.[1] ?? 0;
    count(number("pass"), number("fail"), number("skipped"));
  })],
  page: ["The page in Chromium", playwright],
  sizes: ["Sizes", () => check(() => {
    if (!checkSizes()) throw new Sentence("A download is more than one and a half times its aim.");
  })],
};

await main(async () => {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !(name in suites));
  if (unknown.length) throw new Sentence(`There is no suite "${unknown[0]}"; there are ${Object.keys(suites).join(", ")}.`);
  const start = Date.now();
  await setup({ forTests: true });
  for (const [name, [title, work]] of Object.entries(suites)) {
    if (!asked.length || asked.includes(name)) await suite(title, work);
  }
  for (const trouble of troubles) console.error(`\n✗ ${trouble}`);
  console.log(`\nAll suites: ${((Date.now() - start) / 60000).toFixed(1)} minutes, ${tally.skipped} skipped.`);
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
  process.exitCode = tally.failed || !tally.passed ? 1 : 0;
});
