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
  const call = async <T>(work: (wasm: typeof Wasm) => T): Promise<T> => {
    const ready = await wasm();
    try {
      return work(ready);
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
     * Softmax cross-entropy in nats, one a row. With `bits` (8, 11, 24 or 53) as a significand of
     * so many bits would give it; without, nothing is absorbed.
     */
    softmaxCrossEntropy: (logits: Float32Array, targets: Uint32Array, { bits }: { bits?: 8 | 11 | 24 | 53 } = {}): Promise<Float32Array> =>
      call((wasm) => wasm.softmaxCrossEntropy(logits, targets, bits)),
  };
}
