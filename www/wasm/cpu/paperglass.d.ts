// What the WebAssembly build exports (src/web), by hand and by contract: the real declarations
// are written beside it by wasm-bindgen, with `any` where Rust hands over plain objects.

export interface WasmRun {
  readonly paper: string;
  readonly step: number;
  config(): Record<string, unknown>;
  advance(steps: number): Promise<void>;
  snapshot(parts: string[]): Promise<Record<string, unknown>>;
  control(change: unknown): void;
  save(): Promise<Uint8Array>;
  free(): void;
}
/** True in the stand-in for a build that has not been made. */
export const missing: true | undefined;
export default function init(options?: { module_or_path: URL | string | BufferSource | Response }): Promise<unknown>;
export function initSync(options: { module: BufferSource }): unknown;
export function openCompute(preference: string): Promise<{ kind: "cpu" | "webgpu"; reason: string; adapter?: string }>;
export function startRun(paper: string, config: unknown): WasmRun;
export function restoreRun(bytes: Uint8Array): WasmRun;
export function judgeClaim(id: string, records: unknown): unknown;
export function validateConfig(paper: string, config: unknown): unknown[];
export function stablemax(logits: Float32Array, classes: number): Promise<Float32Array>;
export function stablemaxCrossEntropy(logits: Float32Array, targets: Uint32Array): Promise<Float32Array>;
export function softmaxCrossEntropy(logits: Float32Array, targets: Uint32Array, bits?: number): Promise<Float32Array>;
