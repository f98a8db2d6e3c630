// An engine in a worker, as seen from the page. A worker that dies answers every open request
// with a failure: no call waits for ever.

import type { Engine } from "./engine.js";
import type { Failure } from "./errors.js";
import type { Answer, Method } from "./protocol.js";

const methods: Method[] = ["open", "start", "restore", "advance", "snapshot", "control", "save", "dispose", "judge", "validate"];

export interface Handle {
  engine: Engine;
  /** Ends it; every open call is answered with `failure`. */
  terminate(failure?: Failure): void;
}

/** As much of a worker as is used, so that tests can do without one. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

export function remoteEngine(worker: WorkerLike): Handle {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(failure: Failure): void }>();
  let next = 0;
  let dead: Failure | null = null;

  const die = (failure: Failure) => {
    dead ??= failure;
    for (const { reject } of waiting.values()) reject(dead);
    waiting.clear();
  };
  worker.onmessage = ({ data }) => {
    const call = waiting.get(data.number);
    waiting.delete(data.number);
    if ("failure" in data) call?.reject(data.failure);
    else call?.resolve(data.value);
  };
  worker.onerror = (event) => {
    event.preventDefault?.();
    die({ code: "crash", message: event.message || "its worker could not be loaded" });
  };
  worker.onmessageerror = () => die({ code: "crash", message: "a message could not be read" });

  const call = (method: Method) => (...parameters: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      if (dead) return reject(dead);
      const number = next++;
      waiting.set(number, { resolve, reject });
      try {
        worker.postMessage({ number, method, parameters });
      } catch {
        // A function among the parameters, say: nothing was sent, and the worker is as it was.
        waiting.delete(number);
        reject({ code: "config", message: "this cannot be read as plain data; expected an object of named fields" });
      }
    });
  const engine = Object.fromEntries(methods.map((method) => [method, call(method)])) as unknown as Engine;
  return {
    engine,
    terminate(failure = { code: "disposed", message: "the lab has been disposed of; open another" }) {
      worker.terminate();
      die(failure);
    },
  };
}
