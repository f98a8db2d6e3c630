// Trouble that is nobody's crash: arguments of the wrong kind, callbacks that throw, engines that
// die with no run on them, browsers without workers. None of it may cost a run or hang a call.

import { expect, test, vi } from "vitest";
import { openLab } from "../../www/lab/lab.js";
import { remoteEngine, type WorkerLike } from "../../www/lab/remote.js";
import { fakePlatform } from "./fake.js";

test("arguments of the wrong kind are refused by name, and no engine is thrown away for them", async () => {
  const platform = fakePlatform();
  const lab = await openLab(platform);
  const changes: unknown[] = [];
  lab.onDeviceChange = (change) => changes.push(change);
  const run = await lab.start("grokking", {});
  await expect(lab.start(5 as unknown as "grokking")).rejects.toMatchObject({ code: "unknown-paper" });
  await expect(lab.validate(undefined as unknown as "grokking", {})).rejects.toMatchObject({ code: "unknown-paper" });
  await expect(lab.judge(null as never, [])).rejects.toMatchObject({ code: "unknown-claim" });
  await expect(lab.restore(undefined as never)).rejects.toMatchObject({ code: "restore" });
  await expect(lab.restore("bytes" as never)).rejects.toMatchObject({ code: "restore" });
  await expect(run.snapshot(undefined as never)).rejects.toMatchObject({ code: "unknown-part" });
  await expect(run.snapshot("loss" as never)).rejects.toMatchObject({ code: "unknown-part" });
  await expect(run.snapshot([3 as never])).rejects.toMatchObject({ code: "unknown-part" });
  await run.advance(2);
  expect([run.step, platform.terminated, changes]).toEqual([2, 0, []]);
});

test("an ArrayBuffer, as a file gives it, is restored too", async () => {
  const lab = await openLab(fakePlatform());
  const run = await lab.start("grokking", { seed: 4 });
  await run.advance(3);
  const { buffer } = await run.save();
  const again = await lab.restore<"grokking">(buffer as ArrayBuffer);
  expect([again.step, again.config.seed]).toEqual([3, 4]);
});

test("restored bytes are the lab's own, whoever owned the memory (Node's Buffer shares its slices)", async () => {
  const platform = fakePlatform();
  const lab = await openLab(platform);
  const run = await lab.start("grokking", { seed: 4 });
  const given = Buffer.from(await run.save());
  const again = await lab.restore<"grokking">(given);
  given.fill(0);
  for (const engine of platform.engines) engine.stop = { code: "crash", message: "unreachable" };
  await again.advance(1);
  expect([again.step, again.config.seed]).toEqual([1, 4]);
});

test("what cannot be sent to a worker is refused, and the worker lives", async () => {
  const worker: WorkerLike = { postMessage: (message) => void structuredClone(message), terminate() {}, onmessage: null, onerror: null, onmessageerror: null };
  const { engine } = remoteEngine(worker);
  await expect(engine.control(0, { loss: () => 1 })).rejects.toMatchObject({ code: "config", message: expect.stringContaining("plain data") });
  const open = engine.save(0);
  worker.onmessage!({ data: { number: 1, value: "bytes" } } as MessageEvent);
  expect(await open).toBe("bytes");
});

test("an onDeviceChange that throws does not fail the call that was being done again", async () => {
  const platform = fakePlatform();
  const lab = await openLab(platform);
  const run = await lab.start("grokking", {});
  const heard: unknown[] = [];
  vi.stubGlobal("queueMicrotask", (task: () => void) => void Promise.resolve().then(task).catch((error: unknown) => heard.push(error)));
  lab.onDeviceChange = () => {
    throw new Error("a mistake in the page");
  };
  platform.engines[0]!.stop = { code: "crash", message: "unreachable" };
  await run.advance(4);
  expect(run.step).toBe(4);
  vi.unstubAllGlobals();
  expect(heard).toMatchObject([{ message: "a mistake in the page" }]);
});

test("an engine that died with no run on it is replaced at the next question", async () => {
  const platform = fakePlatform();
  const lab = await openLab(platform);
  platform.engines[0]!.validate = () => Promise.reject({ code: "crash", message: "unreachable" });
  expect(await lab.validate("grokking", {})).toEqual([]);
  expect(platform.engines).toHaveLength(2);
});

test("where there are no workers, opening says so with the code `load`", async () => {
  const platform = fakePlatform();
  platform.engine = () => Promise.reject(new ReferenceError("Worker is not defined"));
  await expect(openLab(platform)).rejects.toMatchObject({ name: "PaperglassError", code: "load", message: expect.stringContaining("Worker is not defined") });
});

test("importing the browsers' entry touches nothing that a server lacks", async () => {
  const names = ["window", "document", "navigator", "Worker", "fetch", "location"];
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  const touched: string[] = [];
  for (const name of names) Object.defineProperty(globalThis, name, { configurable: true, get: () => void touched.push(name) });
  try {
    const entry = await import("../../www/lab/index.js");
    expect(typeof entry.open).toBe("function");
    expect(touched).toEqual([]);
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete (globalThis as Record<string, unknown>)[name];
    }
  }
});
