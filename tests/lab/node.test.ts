// The built package in Node: the real WebAssembly, through the door that users take.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const built = new URL("../../pkg/node.js", import.meta.url);
if (!existsSync(built)) throw new Error("pkg/ has not been built; run npm run build first");
const { open, stablemax, stablemaxCrossEntropy, softmaxCrossEntropy, PaperglassError } =
  (await import(built.href)) as typeof import("../../www/lab/node.js");
const tiny = { modulus: 11, width: 32 };

test("a run trains, is measured, changed, saved and restored", async () => {
  const lab = await open();
  expect(lab.device).toEqual({ kind: "cpu", reason: "Node offers no WebGPU" });
  const run = await lab.start("grokking", tiny);
  await run.advance(20);
  const { accuracy, table, loss } = await run.snapshot(["accuracy", "table"]);
  expect(accuracy!.train).toBeGreaterThan(0);
  expect(table!.correct).toBeInstanceOf(Uint8Array);
  expect(table!.correct).toHaveLength(121);
  expect(loss).toBeUndefined();
  await run.control({ loss: "stablemax", inspectSample: 3 });
  expect(run.config.loss).toBe("stablemax");
  const bytes = await run.save();
  const again = await lab.restore<"grokking">(bytes.buffer as ArrayBuffer); // As a file gives it.
  await Promise.all([run.advance(7), again.advance(7)]);
  expect(await again.snapshot(["loss", "norms"])).toEqual(await run.snapshot(["loss", "norms"]));
});

test("bad input: every problem at once, the reason for a refusal, nothing else changed", async () => {
  const lab = await open({ device: "cpu" });
  const refused = await lab.start("grokking", { modulus: 12, width: 4, colour: 1 } as object).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PaperglassError);
  expect((refused as InstanceType<typeof PaperglassError>).problems.map(({ field }) => field).sort()).toEqual(["colour", "modulus", "width"]);
  const run = await lab.start("grokking", tiny);
  await expect(run.control({ modulus: 13 })).rejects.toMatchObject({ code: "config", problems: [{ field: "modulus" }] });
  expect(run.config.modulus).toBe(11);
  await expect(run.snapshot(["soul" as "loss"])).rejects.toMatchObject({ code: "unknown-part" });
  const bytes = await run.save();
  bytes[bytes.length - 3]! ^= 1;
  await expect(lab.restore(bytes)).rejects.toMatchObject({ code: "restore", message: expect.stringContaining("checksum") });
  await expect(lab.restore(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({ code: "restore" });
  await expect(lab.judge("grokking.nonsense", [])).rejects.toMatchObject({ code: "unknown-claim" });
  expect(await lab.validate("grokking", { trainShare: 2 })).toMatchObject([{ field: "trainShare" }]);
  await run.advance(1);
  expect(run.step).toBe(1);
});

test("the functions by themselves", async () => {
  const logits = new Float32Array([0, 1, -1, 20, 0, 0]);
  const probabilities = await stablemax(logits, 3);
  [1, 2, 0.5].forEach((score, i) => expect(probabilities[i]).toBeCloseTo(score / 3.5, 6));
  expect((await stablemaxCrossEntropy(logits, new Uint32Array([1, 0])))[0]).toBeCloseTo(-Math.log(2 / 3.5), 6);
  const exact = Math.log1p(2 * Math.exp(-20));
  const [, full] = await softmaxCrossEntropy(logits, new Uint32Array([1, 0]), { bits: 53 });
  expect(full! / exact).toBeCloseTo(1, 4);
  // Neither plain f32 nor eleven bits can hold a rival of e^-20.
  expect((await softmaxCrossEntropy(logits, new Uint32Array([1, 0])))[1]).toBe(0);
  expect((await softmaxCrossEntropy(logits, new Uint32Array([1, 0]), { bits: 11 }))[1]).toBe(0);
  await expect(stablemax(logits, 4)).rejects.toBeInstanceOf(PaperglassError);
});

test("a long advance lets the rest of the program have its turn, and ends when its run or lab is disposed of", async () => {
  const lab = await open({ device: "cpu" });
  const run = await lab.start("grokking", tiny);
  setTimeout(() => run.dispose(), 100);
  await expect(run.advance(100_000_000)).rejects.toMatchObject({ code: "disposed" });
  const other = await lab.start("grokking", tiny);
  setTimeout(() => lab.dispose(), 100);
  await expect(other.advance(100_000_000)).rejects.toMatchObject({ code: "disposed" });
});

test("a lab takes over the memory of one that was disposed of, and none of its numbers", async () => {
  const losses: number[] = [];
  let first = 0;
  for (let labs = 0; labs < 6; labs++) {
    const lab = await open({ device: "cpu" });
    const run = await lab.start("grokking", { ...tiny, modulus: 47 });
    await run.advance(5);
    losses.push((await run.snapshot(["loss"])).loss!.train);
    lab.dispose();
    first ||= process.memoryUsage().external;
  }
  expect(new Set(losses).size).toBe(1);
  // Bytes; five more instances of WebAssembly would add about nineteen million.
  expect(process.memoryUsage().external - first).toBeLessThan(10e6);
});

test("the WebAssembly file may come from elsewhere: its path, its address, its bytes", async () => {
  const file = new URL("../../pkg/wasm/cpu/paperglass_bg.wasm", import.meta.url);
  for (const cpu of [fileURLToPath(file), file.href, file, new Uint8Array(readFileSync(file))]) {
    const lab = await open({ wasm: { cpu } });
    const run = await lab.start("grokking", tiny);
    await run.advance(1);
    expect(run.step).toBe(1);
    lab.dispose();
  }
  await expect(open({ wasm: { cpu: new Uint8Array(8) } })).rejects.toMatchObject({ code: "load", message: expect.stringContaining("magic word") });
});
