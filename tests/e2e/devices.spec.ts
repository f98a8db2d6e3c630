// Which device is used, and why: on every kind of poor browser, and when a device is lost.

import { expect, library, poorer, shims, stranger, test } from "./support.js";

const tiny = { modulus: 11, width: 32 };

/** Opens a lab in the page, trains a little, and tells how it went. */
const train = async ({ library, device, config }: { library: string; device: string; config: object }) => {
  const { open } = await import(`${library}/index.js`);
  const lab = await open({ device });
  const run = await lab.start("grokking", config);
  await run.advance(5);
  const snapshot = await run.snapshot(["loss"]);
  const told = { kind: lab.device.kind, reason: lab.device.reason, step: run.step, loss: snapshot.loss.train };
  lab.dispose();
  return told;
};

for (const [name, shim, words] of [
  ["no navigator.gpu", shims.noGpu, /does not offer WebGPU/],
  ["no adapter", shims.noAdapter, /no graphics adapter/],
  ["an adapter without timestamp-query", shims.noTimestamps, /timestamp-query/],
  ["a refused device", shims.deviceRefused, /refused a device: no device today/],
] as const) {
  for (const device of ["auto", "webgpu"]) {
    test(`${name}, asked for ${device}: the CPU does it and says why`, async ({ page }) => {
      await poorer(page, shim);
      await stranger(page);
      const told = await page.evaluate(train, { library, device, config: tiny });
      expect(told).toMatchObject({ kind: "cpu", step: 5, reason: expect.stringMatching(words) });
      expect(told.loss).toBeGreaterThan(0);
    });
  }
}

test("a software adapter is left alone unless it is asked for", async ({ page }) => {
  await stranger(page);
  const auto = await page.evaluate(train, { library, device: "auto", config: tiny });
  expect(auto).toMatchObject({ kind: "cpu", reason: expect.stringMatching(/software/) });
  const forced = await page.evaluate(train, { library, device: "webgpu", config: tiny });
  expect(forced).toMatchObject({ kind: "webgpu", step: 5 });
  // The same seed: the same numbers, to the tolerance of the GPU's exp.
  expect(Math.abs(forced.loss - auto.loss)).toBeLessThan(2e-3 * auto.loss);
});

test("a device lost in mid-run: the run goes on on the CPU from its last saved state, and says so", async ({ page }) => {
  // Keeps hold of the device inside the worker, and loses it on request.
  await poorer(page, `if (globalThis.GPUAdapter) {
    const ask = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (...given) {
      const device = await ask.apply(this, given);
      new BroadcastChannel("lose").onmessage = () => device.destroy();
      return device;
    };
  }`);
  await stranger(page);
  const told = await page.evaluate(async ({ library, config }) => {
    const { open } = await import(`${library}/index.js`);
    const lab = await open({ device: "webgpu" });
    const before = lab.device.kind;
    const changes: { kind: string; reason: string }[] = [];
    lab.onDeviceChange = ({ device, reason }: { device: { kind: string }; reason: string }) => changes.push({ kind: device.kind, reason });
    const run = await lab.start("grokking", config);
    await run.advance(5);
    new BroadcastChannel("lose").postMessage("now");
    await run.advance(20);
    const { loss } = await run.snapshot(["loss"]);
    const steps = run.step;
    await run.control({ loss: "stablemax" });
    await run.advance(5);
    const told = { before, after: lab.device.kind, changes, steps, end: run.step, loss: loss.train };
    lab.dispose();
    return told;
  }, { library, config: tiny });
  expect(told).toMatchObject({ before: "webgpu", after: "cpu", steps: 25, end: 30 });
  expect(told.changes).toHaveLength(1);
  expect(told.changes[0]).toMatchObject({ kind: "cpu", reason: expect.stringMatching(/lost|stopped/) });
  expect(told.loss).toBeGreaterThan(0);
});

test.describe("a panic that no call hears of", () => {
  // The browser itself reports it, and the page's console shows that.
  test.use({ expectedErrors: [/RuntimeError: unreachable/] });

  test("is told to the page, and the run goes on in a new worker", async ({ page }) => {
    await poorer(page, `new BroadcastChannel("panic").onmessage = () => void Promise.reject(new WebAssembly.RuntimeError("unreachable"));`);
    await stranger(page);
    const told = await page.evaluate(async ({ library, config }) => {
      const { open } = await import(`${library}/index.js`);
      const lab = await open({ device: "cpu" });
      const changed = new Promise<string>((resolve) => (lab.onDeviceChange = ({ reason }: { reason: string }) => resolve(reason)));
      const run = await lab.start("grokking", config);
      await run.advance(5);
      const long = run.advance(5_000);
      new BroadcastChannel("panic").postMessage("now");
      const reason = await changed;
      await long;
      const told = { step: run.step, reason };
      lab.dispose();
      return told;
    }, { library, config: tiny });
    expect(told).toMatchObject({ step: 5005, reason: expect.stringMatching(/unreachable/) });
  });
});

test("a training step on WebGPU is eleven dispatches, uploads nothing and waits for nothing", async ({ page }) => {
  await stranger(page);
  const counts = await page.evaluate(async ({ library, config }) => {
    const counts = { dispatches: 0, writes: 0, maps: 0 };
    const wrap = (prototype: any, name: string, count: keyof typeof counts) => {
      const original = prototype[name];
      prototype[name] = function (...given: unknown[]) {
        counts[count] += 1;
        return original.apply(this, given);
      };
    };
    const scope = globalThis as any;
    wrap(scope.GPUComputePassEncoder.prototype, "dispatchWorkgroups", "dispatches");
    wrap(scope.GPUQueue.prototype, "writeBuffer", "writes");
    wrap(scope.GPUBuffer.prototype, "mapAsync", "maps");
    const wasm = await import(`${library}/wasm/webgpu/paperglass.js`);
    await wasm.default();
    await wasm.openCompute("webgpu");
    const run = wasm.startRun("grokking", config);
    await run.advance(2); // pipelines are made
    Object.assign(counts, { dispatches: 0, writes: 0, maps: 0 });
    await run.advance(20);
    return counts;
  }, { library, config: tiny });
  // Twenty steps, and the one read at the end by which an advance knows that they are done.
  expect(counts.dispatches).toBeLessThanOrEqual(20 * 11 + 2);
  expect(counts.writes).toBe(0);
  expect(counts.maps).toBe(1);
});

test("on the page: WebGPU lost in mid-run, all arms go on on the CPU, and a sentence says so", async ({ page }) => {
  await poorer(page, `if (globalThis.GPUAdapter) {
    const ask = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function (...given) {
      const device = await ask.apply(this, given);
      new BroadcastChannel("lose").onmessage = () => device.destroy();
      return device;
    };
  }`);
  await page.goto("grokking/?modulus=5&width=8&device=webgpu");
  const status = page.locator("paperglass-grokking .status");
  await expect(status).toContainText(/step [1-9]\d* .*on WebGPU \(google swiftshader\)/, { timeout: 90_000 });
  await page.evaluate(() => new BroadcastChannel("lose").postMessage("now"));
  await expect(page.locator("paperglass-grokking .notice")).toContainText(/WebGPU stopped: the (graphics device was lost|compute device stopped answering)[^\n]* from the last saved state/);
  await expect(status).toContainText(/on the CPU/);
  const step = () => page.evaluate(() => (document.querySelector("paperglass-grokking") as any).comparison.step as number);
  const before = await step();
  await expect.poll(step).toBeGreaterThan(before + 20);
});
