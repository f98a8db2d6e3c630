// The paper's functions by themselves, on plain arrays, on the CPU.

import type * as Wasm from "../wasm/cpu/paperglass.js";
import { PaperglassError, errorOf, failureOf } from "./errors.js";

/** Makes the functions over a way to load the CPU build, which is loaded once, at the first call. */
export function functionsOver(load: () => Promise<typeof Wasm>) {
  let loaded: Promise<typeof Wasm> | null = null;
  const wasm = () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = null; // The next call tries again.
      throw new PaperglassError("load", `The WebAssembly part could not be loaded (${error instanceof Error ? error.message : String(error)}).`);
    }));
  const call = async <T>(work: (wasm: typeof Wasm) => Promise<T>): Promise<T> => {
    const ready = await wasm();
    try {
      return await work(ready);
    } catch (thrown) {
      throw errorOf(failureOf(thrown));
    }
  };
  return {
    /**
     * StableMax probabilities s(zᵢ) / Σⱼ s(zⱼ), s(z) = z + 1 for z ≥ 0 and 1 / (1 - z) below.
     * `logits`: rows of `classes` numbers, row-major; the answer has the same layout.
     */
    stablemax: (logits: Float32Array, classes: number): Promise<Float32Array> => call((wasm) => wasm.stablemax(logits, classes)),
    /** StableMax cross-entropy in nats, one a row; `targets`: the right class of each row. */
    stablemaxCrossEntropy: (logits: Float32Array, targets: Uint32Array): Promise<Float32Array> =>
      call((wasm) => wasm.stablemaxCrossEntropy(logits, targets)),
    /**
     * Softmax cross-entropy in nats, one a row. Without `bits` in plain `f32`, where rivals below
     * 2⁻²⁴ of the sum are absorbed and the loss can be exactly 0; with `bits` (8, 11, 24 or 53) from
     * the rivals' sum, which counts as 0 below 2⁻ᵇⁱᵗˢ: 53 is what double precision would give.
     */
    softmaxCrossEntropy: (logits: Float32Array, targets: Uint32Array, { bits }: { bits?: 8 | 11 | 24 | 53 } = {}): Promise<Float32Array> =>
      call((wasm) => wasm.softmaxCrossEntropy(logits, targets, bits)),
  };
}
