// What the page and its workers say to each other: one request, one answer, by number.
// Arrays are transferred, not copied.

import type { Failure } from "./errors.js";
import type { Engine } from "./engine.js";

export type Method = keyof Engine;

export interface Request {
  number: number;
  method: Method;
  parameters: unknown[];
}

export type Answer = { number: number; value: unknown } | { number: number; failure: Failure };

/** The buffers of all typed arrays in a value, each once. */
export function transferable(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (value !== null && typeof value === "object") {
    for (const part of Object.values(value)) transferable(part, found);
  }
  return [...found];
}
