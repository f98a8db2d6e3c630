// Which device is faster for an experiment is measured, not assumed: a small network can be
// bound by the graphics card's dispatches. A few steps on each, once a visit.

import type { Engine } from "./engine.js";

/** What is going to run. */
export interface Sample {
  paper: string;
  config: unknown;
  /** Runs at a time: on the CPU they have a core each, on WebGPU they share the device. */
  runs?: number;
}

/** Milliseconds of measuring on each device. */
const LONG_ENOUGH = 120;
const MOST_STEPS = 256;

/** Milliseconds a training step takes on an engine, reading nothing back. */
export async function millisecondsAStep(engine: Engine, { paper, config }: Sample): Promise<number> {
  const id = -1; // No run of the crew's has it.
  await engine.start(id, paper, config);
  try {
    await engine.advance(id, 3); // Pipelines are made, code is compiled.
    for (let steps = 1; ; steps *= 2) {
      const start = performance.now();
      await engine.advance(id, steps);
      const took = performance.now() - start;
      if (took > LONG_ENOUGH || steps >= MOST_STEPS) return took / steps;
    }
  } finally {
    await engine.dispose(id);
  }
}

const digits = (milliseconds: number): string => `${Number(milliseconds.toPrecision(2))} ms`;

/** The faster device for so many runs, and the sentence that says why. */
export function faster(cpu: number, webgpu: number, runs: number, cores: number): { kind: "cpu" | "webgpu"; reason: string } {
  // Each round of the CPU takes as many runs one step further as it has cores.
  const [onCpu, onWebGpu] = [cpu * Math.ceil(runs / Math.min(cores, runs)), webgpu * runs];
  const all = runs > 1 ? `a step of all ${runs} runs` : "a step";
  const measured = `measured here, ${all} takes ${digits(onWebGpu)} on WebGPU and ${digits(onCpu)} on the CPU`;
  return { kind: onWebGpu <= onCpu ? "webgpu" : "cpu", reason: measured };
}
