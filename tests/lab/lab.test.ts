// Labs and runs over fake engines: queueing, frames, errors, and what happens when one stops.

import { expect, test } from "vitest";
import { openLab } from "../../www/lab/lab.js";
import type { Run } from "../../www/lab/run.js";
import { fakePlatform } from "./fake.js";

type Told = { step: number; done: string[] };
const told = async (run: Run<"grokking">) => (await run.snapshot([])) as unknown as Told;
/** What was done, with slices of advancing put together. */
const summary = (done: string[]) => {
  const steps = done.filter((deed) => deed.startsWith("advance")).reduce((sum, deed) => sum + Number(deed.split(" ")[1]), 0);
  return { steps, controls: done.filter((deed) => deed.startsWith("control")) };
};

test("calls on one run are queued and answered in order", async () => {
  const platform = fakePlatform();
  const lab = await openLab(platform);
  const run = await lab.start("grokking", {});
  const answers: string[] = [];
  await Promise.all([
    run.advance(3).then(() => answers.push("advance")),
    run.control({ learningRate: 1 }).then(() => answers.push("control")),
    run.save().then(() => answers.push("save")),
    run.snapshot([]).then(() => answers.push("snapshot")),
  ]);
  expect(answers).toEqual(["advance", "control", "save", "snapshot"]);
  expect(platform.engines[0]!.most).toBe(1);
  expect(run.step).toBe(3);
  expect(run.config.learningRate).toBe(1);
});

test("a failed call does not stop those after it", async () => {
  const lab = await openLab(fakePlatform());
  const run = await lab.start("grokking", {});
  const failed = run.advance(-1);
  const next = run.advance(2);
  await expect(failed).rejects.toMatchObject({ code: "config", problems: [{ field: "steps", value: "-1" }] });
  await next;
  expect(run.step).toBe(2);
});

test("errors carry code and problems", async () => {
  const lab = await openLab(fakePlatform());
  await expect(lab.start("grokking", { modulus: 12 })).rejects.toMatchObject({
    name: "PaperglassError", code: "config", problems: [{ field: "modulus", value: "12", expected: "a prime" }],
  });
  await expect(lab.start("alchemy" as "grokking")).rejects.toMatchObject({ code: "unknown-paper" });
  await expect(openLab(fakePlatform(), { device: "tpu" as "cpu" })).rejects.toMatchObject({ code: "config", problems: [{ field: "device" }] });
});

test("a disposed run answers with a clear error, is freed once, and disposing again does nothing", async () => {
  const platform = fakePlatform("cpu", 2, "cpu"); // Slow, so that the advance is still under way.
  const lab = await openLab(platform);
  const run = await lab.start("grokking", {});
  const open = run.advance(1_000_000);
  await new Promise((resolve) => setTimeout(resolve, 5));
  run.dispose();
  run.dispose();
  await expect(open).rejects.toMatchObject({ code: "disposed" });
  await expect(run.advance(1)).rejects.toMatchObject({ code: "disposed", message: expect.stringContaining("lab.start") });
  await expect(run.snapshot([])).rejects.toMatchObject({ code: "disposed" });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(platform.engines[0]!.freed).toEqual([0]);
});

test("using disposes", async () => {
  const platform = fakePlatform();
  const lab = await openLab(platform);
  const run = await lab.start("grokking", {});
  run[Symbol.dispose]();
  await expect(run.save()).rejects.toMatchObject({ code: "disposed" });
  lab[Symbol.dispose]();
  await expect(lab.start("grokking")).rejects.toMatchObject({ code: "disposed" });
  expect(platform.terminated).toBe(1);
});

test("frames come every so many steps, end at `until`, and stop on break", async () => {
  const lab = await openLab(fakePlatform());
  const run = await lab.start("grokking", {});
  const steps: number[] = [];
  for await (const frame of run.frames({ every: 4, until: 10 })) {
    steps.push(frame.step);
    expect(frame.stepsPerSecond).toBeGreaterThan(0);
  }
  expect(steps).toEqual([4, 8, 10]);
  for await (const frame of run.frames({ every: 5 })) if (frame.step >= 20) break;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(run.step).toBe(20);
  const stop = new AbortController();
  for await (const frame of run.frames({ every: 5, signal: stop.signal })) if (frame.step === 30) stop.abort();
  expect(run.step).toBe(30);
});

test("runs on the CPU have an engine each while there are cores, then share", async () => {
  const platform = fakePlatform("cpu", 2);
  const lab = await openLab(platform);
  await Promise.all([1, 2, 3, 4].map((seed) => lab.start("grokking", { seed })));
  expect(platform.engines.map(({ runs }) => runs.size)).toEqual([2, 2]);
});

test("runs on WebGPU share one engine", async () => {
  const platform = fakePlatform("webgpu", 4);
  const lab = await openLab(platform, { device: "webgpu" });
  expect(lab.device.kind).toBe("webgpu");
  await Promise.all([1, 2, 3].map((seed) => lab.start("grokking", { seed })));
  expect(platform.engines).toHaveLength(1);
});

test("a lost device: every run goes on on the CPU with all that was done to it, and the lab says so", async () => {
  const platform = fakePlatform("webgpu");
  const lab = await openLab(platform, { device: "webgpu" });
  const changes: string[] = [];
  lab.onDeviceChange = ({ device, reason }) => changes.push(`${device.kind}: ${reason}`);
  const [first, second] = [await lab.start("grokking", {}), await lab.start("grokking", { seed: 1 })];
  await first.advance(5);
  await first.save();
  await first.control({ loss: "stablemax" });
  await first.advance(2);
  await second.advance(7);
  // The second run's call is open when the first finds the device gone.
  const open = second.advance(1);
  await Promise.resolve();
  platform.engines[0]!.stop = { code: "device", message: "the graphics device was lost" };
  await Promise.all([first.advance(10), open]);
  expect(platform.engines).toHaveLength(2);
  expect(summary((await told(first)).done)).toEqual({ steps: 17, controls: ['control {"loss":"stablemax"}'] });
  expect((await told(first)).step).toBe(17);
  expect((await told(second)).step).toBe(8);
  expect(first.config.loss).toBe("stablemax");
  expect(lab.device.kind).toBe("cpu");
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatch(/cpu: WebGPU stopped: the graphics device was lost.*last saved state/);
});

test("a panic throws its engine away and the run goes on; one that panics again and again is given up", async () => {
  const platform = fakePlatform();
  const lab = await openLab(platform);
  const reasons: string[] = [];
  lab.onDeviceChange = ({ reason }) => reasons.push(reason);
  const run = await lab.start("grokking", {});
  await run.advance(3);
  platform.engines[0]!.stop = { code: "crash", message: "unreachable" };
  await run.advance(2);
  expect(run.step).toBe(5);
  expect(platform.terminated).toBe(1);
  expect(reasons[0]).toMatch(/stopped unexpectedly \(unreachable\)/);
  const make = platform.engine.bind(platform);
  platform.engine = async () => {
    const handle = await make();
    (handle.engine as unknown as { dead: boolean }).dead = true;
    return handle;
  };
  platform.engines[1]!.stop = { code: "crash", message: "unreachable" };
  await expect(run.advance(1)).rejects.toMatchObject({ code: "device" });
});

test("what was saved is restored, in another lab too", async () => {
  const lab = await openLab(fakePlatform());
  const run = await lab.start("grokking", { seed: 9 });
  await run.advance(4);
  const bytes = await run.save();
  const again = await (await openLab(fakePlatform())).restore<"grokking">(bytes);
  expect([again.step, again.config.seed, again.paper]).toEqual([4, 9, "grokking"]);
  bytes.fill(0); // The lab has a copy of its own.
  await again.advance(1);
  expect(again.step).toBe(5);
});

test("the faster device is measured: a few steps on each, and the sentence says so", async () => {
  for (const [slow, kind] of [["webgpu", "cpu"], ["cpu", "webgpu"]] as const) {
    const platform = fakePlatform("webgpu", 4, slow);
    const lab = await openLab(platform, { sample: { paper: "grokking", config: {}, runs: 4 } });
    expect(lab.device.kind).toBe(kind);
    expect(lab.device.reason).toMatch(/measured here, a step of all 4 runs takes .* ms on WebGPU and .* ms on the CPU/);
    expect(platform.terminated).toBe(1);
    const run = await lab.start("grokking", {});
    await run.advance(3);
    expect(run.step).toBe(3);
  }
});

test("without a sample, or when asked for by name, nothing is measured", async () => {
  const platform = fakePlatform("webgpu");
  await openLab(platform, { device: "webgpu", sample: { paper: "grokking", config: {} } });
  await openLab(platform);
  expect(platform.engines.every(({ runs }) => runs.size === 0)).toBe(true);
  expect(platform.engines).toHaveLength(2);
});
