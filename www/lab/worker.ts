// A worker: one engine, answering requests. Loads a WebAssembly build only when asked to open.

import { LocalEngine } from "./engine.js";
import { failureOf } from "./errors.js";
import { type Request, transferable } from "./protocol.js";

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: "unhandledrejection", listener: (event: PromiseRejectionEvent) => void): void;
  reportError(error: unknown): void;
};

const engine = new LocalEngine(async (kind, from) => {
  // Two literal imports, so that bundlers see both files.
  const wasm = await (kind === "cpu" ? import("../wasm/cpu/paperglass.js") : import("../wasm/webgpu/paperglass.js"));
  if (!wasm.missing) await wasm.default(from === undefined ? undefined : { module_or_path: from });
  return wasm;
});

// A panic in a promise's callback would reach nobody, and its call would wait for ever; reported,
// it reaches the page as the worker's error.
scope.addEventListener("unhandledrejection", ({ reason }) => {
  if (reason instanceof WebAssembly.RuntimeError) scope.reportError(reason);
});

scope.onmessage = async ({ data: { number, method, parameters } }) => {
  try {
    const work = engine[method] as (...given: unknown[]) => Promise<unknown>;
    const value = await work.apply(engine, parameters);
    scope.postMessage({ number, value }, transferable(value));
  } catch (error) {
    scope.postMessage({ number, failure: failureOf(error) }, []);
  }
};
