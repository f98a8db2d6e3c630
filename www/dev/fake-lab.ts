// Development only: a lab with made-up curves, so that the page can be worked on before the
// WebAssembly package has been built. Never part of the production page.

import type { Config, Snapshot } from "../generated/grokking.js";

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

class FakeRun {
  step = 0;
  constructor(public config: Config) {}
  private kind() {
    const c = this.config;
    if (c.orthogonalGradient !== "none") return { at: 60, width: 8, norm: 0.02 };
    if (c.weightDecay > 0) return { at: 170, width: 18, norm: -0.002 };
    if (c.loss.startsWith("stablemax")) return { at: 400 + 10 * c.seed, width: 70, norm: 1 };
    return { at: 1e9, width: 1, norm: 0.08 };
  }
  async advance(steps: number) {
    await new Promise((resolve) => setTimeout(resolve, steps * 1.2));
    this.step += steps;
  }
  async control(change: Partial<Config>) {
    this.config = { ...this.config, ...change };
  }
  async save() {
    return new Uint8Array();
  }
  dispose() {}
  async snapshot(parts: string[]): Promise<Snapshot> {
    const { at, width, norm } = this.kind();
    const t = this.step;
    const test = at > 1e8 ? 0.03 + 0.01 * Math.sin(t / 40) : sigmoid((t - at) / width);
    const train = sigmoid((t - 35) / 6);
    const stalled = at > 1e8;
    const p = this.config.modulus;
    const gap = 0.045 * t * this.config.logitScale;
    const all: Snapshot = {
      step: t,
      accuracy: { train, test },
      loss: { train: Math.exp(-t / 60) + 1e-8, test: stalled ? 3 + t / 60 : 4 * (1 - test) + 1e-4 },
      collapse: { softmaxCollapse: stalled ? sigmoid((t - 500) / 60) * 0.7 : 0, zeroTerms: stalled ? sigmoid((t - 500) / 60) * 0.7 : 0, zeroGradients: stalled ? sigmoid((t - 500) / 60) * 0.7 : 0 },
      norms: { total: 10 + norm * t, tensors: ["first", "second", "output"], weights: new Float32Array([8, 6 + norm * t, 5]), gradients: new Float32Array([1, 1, 1]).map((x) => x * Math.exp(-t / 200)) },
      alignment: { tensors: ["first", "second", "output"], before: new Float32Array([0.5, 0.8, 0.85]), after: new Float32Array([0, 0, 0]), whole: 0.7 },
      update: { tensors: ["first", "second", "output"], radial: new Float32Array([0.1, 0.2, 0.3]), tangential: new Float32Array([0.9, 0.8, 0.7]), turn: new Float32Array([1, 2, 3]) },
    };
    if (parts.includes("gaps")) {
      const edges = Float32Array.from({ length: 61 }, (_, i) => -20 + i);
      const bell = (mean: number, n: number) => Uint32Array.from({ length: 60 }, (_, i) => n * 0.13 * Math.exp(-(((i - 19.5 - mean) / 3) ** 2) / 2));
      all.gaps = { edges, train: bell(gap, 1767), test: bell(stalled ? -4 : gap * test - 2, 442), trainMean: gap, trainMinimum: gap - 6, trainMedian: gap, logitRms: 4 };
    }
    if (parts.includes("table")) {
      const rand = (i: number) => { const x = Math.sin(i * 12.9898 + 78.233) * 43758.5453; return x - Math.floor(x); };
      const trained = Uint8Array.from({ length: p * p }, (_, i) => (rand(i) < this.config.trainShare ? 1 : 0));
      const correct = trained.map((inside, i) => (rand(i + 9999) < (inside ? train : test) ? 1 : 0));
      all.table = { size: p, trained, correct, probability: Float32Array.from(correct, (x) => 0.1 + 0.85 * x) };
    }
    if (parts.includes("fourier")) {
      const f = (p - 1) / 2;
      const n = this.config.width;
      const neurons = Float32Array.from({ length: n * f }, (_, i) => (((i / f) | 0) * 7 % f === i % f ? 0.15 + 0.8 * test : (0.85 - 0.8 * test) / f));
      const power = Float32Array.from({ length: f }, (_, i) => 1 / f + 0.1 * test * Math.sin(i) ** 8);
      const circles = new Float32Array(3 * p * 2);
      for (let k = 0; k < 3; k++) for (let i = 0; i < p; i++) {
        circles[(k * p + i) * 2] = Math.cos((2 * Math.PI * i * (k + 3)) / p) * (0.3 + 0.7 * test);
        circles[(k * p + i) * 2 + 1] = Math.sin((2 * Math.PI * i * (k + 3)) / p) * (0.3 + 0.7 * test);
      }
      all.fourier = { discreteLogarithm: false, frequencies: f, power, neurons, concentration: 0.15 + 0.75 * test, circleFrequencies: new Uint32Array([3, 4, 5]), circles };
    }
    if (parts.includes("microscope")) {
      const rows = Array.from({ length: p }, (_, i) => ({ class: i, term: i ? Math.exp(-gap - i / 9) : 1, sum: 1, sumBits: "1.00000000000000000000000", termBits: "0.00000000000000000000000|0011", absorbed: i > 0 }));
      all.microscope = { sample: 0, question: `17 + 40 mod ${p} = 10`, target: 10, logits: new Float32Array(p), sums: ["f16", "f32", "f64", "stablemax"].map((arithmetic, i) => ({ arithmetic, significandBits: [11, 24, 53, 24][i]!, rows, loss: 0 })) };
    }
    return Object.fromEntries(Object.entries(all).filter(([key]) => key === "step" || parts.includes(key))) as Snapshot;
  }
}

export async function open() {
  return {
    device: { kind: "cpu" as const, reason: "this is a stand-in for development, not a device" },
    start: async (_paper: string, config: Partial<Config>) => new FakeRun(config as Config),
    restore: async () => new FakeRun({} as Config),
    judge: async (id: string) => ({ claim: id, reproduced: true, measured: 0.99, spread: [0.98, 1], findings: [] }),
    onDeviceChange: null,
    dispose() {},
  };
}
