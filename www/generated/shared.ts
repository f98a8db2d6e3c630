// Written from the Rust structs by `PAPERGLASS_UPDATE=1 cargo test --release --lib`. Do not edit.

/**
 * One curve among several: a named configuration.
 */
export type Arm<C> = { 
/**
 * A short word for programs and the address bar.
 */
id: string, 
/**
 * What a legend says.
 */
label: string, config: C, };

/**
 * A claim of a paper.
 */
export type Claim<C> = { 
/**
 * `<paper>.<id>`.
 */
id: string, title: string, 
/**
 * What must come out and by which measure, in one line.
 */
statement: string, 
/**
 * What this small scale does not show, if anything.
 */
caveat: string, paper: PaperFigure, seeds: Array<number>, arms: Array<ClaimArm<C>>, conditions: Array<Condition>, 
/**
 * The number that the card shows, and its unit ("%" multiplies it by 100).
 */
measured: Quantity, measuredLabel: string, unit: string, };

/**
 * One arm of a claim: a configuration (its seed is replaced by each of the claim's seeds).
 */
export type ClaimArm<C> = { id: string, label: string, config: C, 
/**
 * Steps to run.
 */
steps: number, 
/**
 * Steps between two measurements.
 */
every: number, };

/**
 * One thing that must hold, of the medians over seeds.
 */
export type Condition = { 
/**
 * In words, for the card.
 */
text: string, left: Quantity, relation: Relation, right: Quantity, };

/**
 * One field of a configuration: its bounds and what a person needs to know to set it.
 */
export type Field = { 
/**
 * The field's name in Rust's serde form, JavaScript and the address bar.
 */
name: string, 
/**
 * A short label for a form.
 */
label: string, 
/**
 * What it does, in one sentence, with its unit.
 */
description: string, 
/**
 * The heading it stands under in a form.
 */
group: string, 
/**
 * Whether `control` can change it in a running experiment.
 */
live: boolean, } & ({ "type": "integer", min: number, max: number, } | { "type": "number", min: number, max: number, } | { "type": "choice", choices: Array<string>, } | { "type": "flag" });

/**
 * A condition with the medians that were compared.
 */
export type Finding = { text: string, left: number, right: number, holds: boolean, };

/**
 * What the paper reports, to stand beside what was measured here.
 */
export type PaperFigure = { 
/**
 * The paper's figure, as text ("about 98 % at 75,000 steps").
 */
figure: string, 
/**
 * The scale at which the paper reports it.
 */
scale: string, 
/**
 * Where it stands ("Fig. 1b").
 */
place: string, };

/**
 * A comparison that is ready to run: arms with the same seed, data and start.
 */
export type Preset<C> = { id: string, title: string, 
/**
 * What it shows, in one or two sentences.
 */
description: string, arms: Array<Arm<C>>, 
/**
 * Steps after which the effect has been seen.
 */
steps: number, 
/**
 * Steps between two measurements.
 */
every: number, };

/**
 * One thing wrong with a configuration.
 */
export type Problem = { 
/**
 * The field's name, or the unknown name that was given.
 */
field: string, 
/**
 * The offending value, as JSON text.
 */
value: string, 
/**
 * What would be right.
 */
expected: string, };

/**
 * A number taken from the records of one seed.
 */
export type Quantity = { "type": "constant", value: number, } | { "type": "at", arm: string, series: string, step: number, } | { "type": "maximumBy", arm: string, series: string, step: number, } | { "type": "minimumBy", arm: string, series: string, step: number, } | { "type": "stepReaching", arm: string, series: string, level: number, } | { "type": "ratio", over: Quantity, under: Quantity, };

/**
 * What one arm measured with one seed. Series are named by their place in the snapshot
 * (`accuracy.test`); `steps[i]` is the step of the i-th value of each.
 */
export type Record = { arm: string, seed: number, steps: Array<number>, series: { [key in string]: Array<number> }, };

export type Relation = "atLeast" | "atMost" | "above" | "below";

/**
 * Whether a claim was met.
 */
export type Verdict = { claim: string, reproduced: boolean, 
/**
 * The median over seeds of the claim's measured quantity.
 */
measured: number, 
/**
 * Its least and greatest value over seeds.
 */
spread: [number, number], findings: Array<Finding>, };

