// "Copy as code": this very run, seed and interventions included, as a program that uses the
// package or the crate. Pure functions.

import type { Arm } from "./comparison.js";

/** The fields that differ from the paper's defaults. */
export function differing(config: Record<string, unknown>, defaults: Record<string, unknown>): [string, unknown][] {
  return Object.entries(config).filter(([name, value]) => defaults[name] !== value);
}

const literal = (entries: [string, unknown][]): string =>
  entries.length ? `{ ${entries.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")} }` : "{}";

/** What happens in order: advances and changes. */
function course(arm: Arm, until: number): ({ advance: number } | { change: Record<string, unknown> })[] {
  const deeds: ({ advance: number } | { change: Record<string, unknown> })[] = [];
  let step = 0;
  for (const { step: at, change } of arm.interventions) {
    if (at > step) deeds.push({ advance: at - step });
    deeds.push({ change });
    step = at;
  }
  if (until > step) deeds.push({ advance: until - step });
  return deeds;
}

export function typescriptOf(paper: string, arm: Arm, defaults: Record<string, unknown>, until: number): string {
  const lines = course(arm, until).map((deed) => ("advance" in deed ? `await run.advance(${deed.advance});` : `await run.control(${literal(Object.entries(deed.change))});`));
  return `// npm install paperglass
import { open } from "paperglass";

const lab = await open({ device: "auto" });
const run = await lab.start("${paper}", ${literal(differing(arm.config, defaults))});
${lines.join("\n")}
const { accuracy, loss } = await run.snapshot(["accuracy", "loss"]);
console.log(run.step, accuracy, loss);
run.dispose();
lab.dispose();
`;
}

export function rustOf(paper: string, type: string, arm: Arm, defaults: Record<string, unknown>, until: number): string {
  const json = (entries: [string, unknown][]) => `json!(${JSON.stringify(Object.fromEntries(entries))})`;
  const lines = course(arm, until).map((deed) => ("advance" in deed ? `    run.advance(${deed.advance});` : `    run.control(&${json(Object.entries(deed.change))})?;`));
  return `// cargo add paperglass pollster serde_json
use paperglass::{config::from_json, device::Compute, experiment::{Experiment, ExperimentError}, ${paper}::{${type}, Part}};
use serde_json::json;

fn main() -> Result<(), ExperimentError> {
    let config = from_json(&${json(differing(arm.config, defaults))})?;
    let mut run = ${type}::new(config, &Compute::cpu("example"))?;
${lines.join("\n")}
    let snapshot = pollster::block_on(run.snapshot(&[Part::Accuracy, Part::Loss]))?;
    println!("{} {:?} {:?}", run.step(), snapshot.accuracy, snapshot.loss);
    Ok(())
}
`;
}
