// Errors that a program can tell apart (by `code`) and a person can act on (by `message`).

import type { Problem } from "../generated/shared.js";

/**
 * What went wrong:
 * `config` a configuration or change is not valid (see `problems`); `unknown-paper`,
 * `unknown-part`, `unknown-claim` there is no such thing; `restore` saved bytes were refused;
 * `device` the computation stopped and could not be brought back; `disposed` the run or lab was
 * disposed of; `load` the WebAssembly file could not be loaded.
 */
export type ErrorCode =
  | "config" | "unknown-paper" | "unknown-part" | "unknown-claim" | "restore" | "device" | "disposed" | "load";

export class PaperglassError extends Error {
  override name = "PaperglassError";
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Every problem of a configuration, naming field, value and what was expected. */
    readonly problems: Problem[] = [],
  ) {
    super(message);
  }
}

/** An error as it crosses from a worker: plain data. `crash`: the worker must not be used again. */
export interface Failure {
  code: ErrorCode | "crash";
  message: string;
  problems?: Problem[];
}

/** What was thrown, as plain data. A WebAssembly trap (a panic, no memory) leaves the instance unusable. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof WebAssembly.RuntimeError) return { code: "crash", message: thrown.message };
  if (thrown !== null && typeof thrown === "object" && "code" in thrown && typeof thrown.code === "string") {
    const { code, message, problems } = thrown as unknown as Failure;
    return { code, message, ...(problems ? { problems } : {}) };
  }
  return { code: "crash", message: thrown instanceof Error ? thrown.message : String(thrown) };
}

export function errorOf({ code, message, problems }: Failure): PaperglassError {
  return new PaperglassError(code === "crash" ? "device" : code, message, problems);
}
