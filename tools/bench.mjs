// npm run bench: steps a second of the grokking experiment on the CPU, natively and in the
// browser, two whole experiments by the clock, and what one step asks of WebGPU.
//
// Times are medians with their spread. On WebGPU it counts and does not time: an emulated
// adapter, which is what a headless machine has, says nothing about anybody's GPU.

import { cpus } from "node:os";
import { join } from "node:path";
import { main, run, stage } from "./shared/command.mjs";
import { buildScripts } from "./shared/everything.mjs";
import { root } from "./shared/paths.mjs";
import { listen, serve } from "./shared/serve.mjs";
import { browser, setup } from "./shared/setup.mjs";
import { buildWasm } from "./shared/wasm.mjs";

const rows = [];
const add = (row) => {
  rows.push(row);
  console.log(`  ${JSON.stringify(row)}`);
};

async function native() {
  const text = await run("cargo", ["bench", "--bench", "grokking", "--locked"], { quiet: true, keep: true });
  for (const line of text.split("\n")) if (line.startsWith("{")) add(JSON.parse(line));
}

/** Runs in the page: milliseconds a step of every arm, one run at a time. */
async function stepsInBrowser({ presets, repeats }) {
  const { open } = await import("/index.js");
  const lab = await open({ device: "cpu", workers: 1 });
  const found = [];
  for (const { id, arms, steps } of presets) {
    for (const arm of arms) {
      const run = await lab.start("grokking", arm.config);
      await run.advance(2 * steps); // until the compiler has done its best
      const times = [];
      for (let i = 0; i < repeats; i++) {
        const start = performance.now();
        await run.advance(steps);
        times.push((performance.now() - start) / steps);
      }
      times.sort((a, b) => a - b);
      found.push({ preset: id, arm: arm.id, milliseconds: times[repeats >> 1], spread: [times[0], times[repeats - 1]] });
      run.dispose();
    }
  }
  lab.dispose();
  return found;
}

/** Runs in the page: whole experiments by the clock, measured as often as the page measures. */
async function experimentsInBrowser({ arms, every, goal }) {
  const { open } = await import("/index.js");
  const lab = await open({ device: "cpu" });
  const start = performance.now();
  const steps = await Promise.all(arms.map(async ({ config, steps }) => {
    const run = await lab.start("grokking", config);
    let reached = null;
    while (run.step < steps) {
      await run.advance(every);
      const { accuracy } = await run.snapshot(["accuracy"]);
      if (reached === null && accuracy.test >= goal) reached = run.step;
      if (reached !== null && arms.length === 1) break;
    }
    run.dispose();
    return reached;
  }));
  const seconds = (performance.now() - start) / 1000;
  lab.dispose();
  return { seconds, steps };
}

/** Runs in the page: WebGPU's calls in a window of steps, counted by wrapping its prototypes. */
async function countsInBrowser({ config, steps }) {
  const counts = { dispatches: 0, submits: 0, bufferWrites: 0, bindGroups: 0, maps: 0 };
  const wrap = (prototype, name, count) => {
    const original = prototype[name];
    prototype[name] = function (...given) {
      counts[count] += 1;
      return original.apply(this, given);
    };
  };
  wrap(GPUComputePassEncoder.prototype, "dispatchWorkgroups", "dispatches");
  wrap(GPUComputePassEncoder.prototype, "dispatchWorkgroupsIndirect", "dispatches");
  wrap(GPUQueue.prototype, "submit", "submits");
  wrap(GPUQueue.prototype, "writeBuffer", "bufferWrites");
  wrap(GPUDevice.prototype, "createBindGroup", "bindGroups");
  wrap(GPUBuffer.prototype, "mapAsync", "maps");
  const wasm = await import("/wasm/webgpu/paperglass.js");
  await wasm.default();
  const device = await wasm.openCompute("webgpu");
  const run = wasm.startRun("grokking", config);
  await run.advance(3); // pipelines are made
  for (const name of Object.keys(counts)) counts[name] = 0;
  await run.advance(steps);
  return { device: device.kind, adapter: device.adapter, ...Object.fromEntries(Object.entries(counts).map(([name, n]) => [`${name}AStep`, n / steps])) };
}

async function inBrowser() {
  const { chromium } = await import("@playwright/test");
  const { presets } = await import("../pkg/generated/grokking.js");
  const server = serve(join(root, "pkg"), { strict: false });
  const address = await listen(server, 4190);
  const launched = await chromium.launch({
    executablePath: browser().chromium,
    args: ["--no-sandbox", "--enable-unsafe-webgpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const fresh = async () => {
    const page = await launched.newPage();
    await page.goto(`${address}/package.json`);
    return page;
  };
  const preset = (id) => presets.find((preset) => preset.id === id);
  const arm = (id, name) => preset(id).arms.find((arm) => arm.id === name);
  const device = `CPU WebAssembly, one worker, Chromium ${launched.version()}`;
  try {
    const timed = [{ ...preset("four-curves"), steps: 20 }, { ...preset("paper-scale"), steps: 4 }];
    for (const row of await (await fresh()).evaluate(stepsInBrowser, { presets: timed, repeats: 5 })) {
      add({ ...row, device, stepsPerSecond: 1000 / row.milliseconds });
    }
    const lengths = { orthograd: 150, "weight-decay": 300, stablemax: 900, softmax: 1000 };
    const four = preset("four-curves").arms.map(({ id, config }) => ({ config, steps: lengths[id] }));
    add({ experiment: "four curves, each as far as its claim goes", aim: "60 s on two cores", ...await (await fresh()).evaluate(experimentsInBrowser, { arms: four, every: 20, goal: 0.99 }) });
    const large = [{ config: arm("paper-scale", "orthograd").config, steps: 300 }];
    add({ experiment: "p = 113, orthogonal gradient, until 99 % of the held-out sums", aim: "15 s", ...await (await fresh()).evaluate(experimentsInBrowser, { arms: large, every: 10, goal: 0.99 }) });
    const tiny = { ...arm("four-curves", "orthograd").config, modulus: 11, width: 32 };
    add({ webgpu: "two hidden layers, orthogonal AdamW", aim: "at most 40 dispatches a step", ...await (await fresh()).evaluate(countsInBrowser, { config: tiny, steps: 20 }) });
  } finally {
    await launched.close();
    server.close();
  }
}

await main(async () => {
  await setup({ forTests: true });
  await buildWasm("cpu");
  await buildWasm("webgpu", { optimize: false });
  await buildScripts({ webgpu: true });
  console.log(`\nMachine: ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`);
  await stage("Natively", native);
  await stage("In the browser", inBrowser);
});
