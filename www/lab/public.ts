// What both entries (index.ts for browsers, node.ts for Node) offer alike.

export { PaperglassError, type ErrorCode } from "./errors.js";
export { Lab, type OpenOptions } from "./lab.js";
export { Run, type Frame, type FrameOptions } from "./run.js";
export type { Sample } from "./calibrate.js";
export type { Device, Preference, WasmSource, WasmSources } from "./engine.js";
export type { PaperName, Papers } from "./papers.js";
export type { Arm, Claim, Field, Preset, Problem, Record as ClaimRecord, Verdict } from "../generated/shared.js";
