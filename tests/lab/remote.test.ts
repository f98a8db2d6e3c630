// The wire: answers by number, transferred buffers, and workers that die.

import { expect, test } from "vitest";
import { failureOf } from "../../www/lab/errors.js";
import { transferable, type Answer, type Request } from "../../www/lab/protocol.js";
import { remoteEngine, type WorkerLike } from "../../www/lab/remote.js";

function fakeWorker() {
  const sent: Request[] = [];
  const worker: WorkerLike = { postMessage: (message) => void sent.push(message as Request), terminate() {}, onmessage: null, onerror: null, onmessageerror: null };
  const answer = (data: Answer) => worker.onmessage!({ data } as MessageEvent<Answer>);
  return { worker, sent, answer };
}

test("answers find their calls, whatever their order", async () => {
  const { worker, sent, answer } = fakeWorker();
  const { engine } = remoteEngine(worker);
  const [first, second] = [engine.advance(0, 5), engine.save(1)];
  expect(sent.map(({ method, parameters }) => [method, parameters])).toEqual([["advance", [0, 5]], ["save", [1]]]);
  answer({ number: 1, value: "bytes" });
  answer({ number: 0, value: 5 });
  expect(await Promise.all([first, second])).toEqual([5, "bytes"]);
});

test("a worker that dies answers every open call and every later one", async () => {
  const { worker } = fakeWorker();
  const { engine } = remoteEngine(worker);
  const open = engine.advance(0, 5);
  worker.onerror!({ message: "out of memory" } as ErrorEvent);
  await expect(open).rejects.toEqual({ code: "crash", message: "out of memory" });
  await expect(engine.save(0)).rejects.toMatchObject({ code: "crash" });
});

test("every buffer of a snapshot is transferred once", () => {
  const floats = new Float32Array(4);
  const view = floats.subarray(1);
  expect(transferable({ a: floats, b: { c: view, d: [new Uint8Array(2)] }, e: 1, f: null })).toHaveLength(2);
});

test("a trap is a crash, an error with a code is itself, anything else is a crash", () => {
  expect(failureOf(new WebAssembly.RuntimeError("unreachable"))).toEqual({ code: "crash", message: "unreachable" });
  expect(failureOf(Object.assign(new Error("no"), { code: "restore" }))).toEqual({ code: "restore", message: "no" });
  expect(failureOf("odd")).toEqual({ code: "crash", message: "odd" });
});
