// Interim stand-in for what `cargo test` writes.
export type Kind = { "type": "integer", min: number, max: number, } | { "type": "number", min: number, max: number, } | { "type": "choice", choices: Array<string>, } | { "type": "flag" };
export type Field = { name: string, label: string, description: string, group: string, live: boolean, } & Kind;
export type Problem = { field: string, value: string, expected: string, };
export type Arm<C> = { id: string, label: string, config: C, };
export type Preset<C> = { id: string, title: string, description: string, arms: Array<Arm<C>>, steps: number, every: number, };
export type PaperFigure = { figure: string, scale: string, place: string, };
export type ClaimArm<C> = { id: string, label: string, config: C, steps: number, every: number, };
export type Quantity = { "type": "constant", value: number, } | { "type": "at", arm: string, series: string, step: number, } | { "type": "maximumBy", arm: string, series: string, step: number, } | { "type": "minimumBy", arm: string, series: string, step: number, } | { "type": "stepReaching", arm: string, series: string, level: number, } | { "type": "ratio", over: Quantity, under: Quantity, };
export type Relation = "atLeast" | "atMost" | "above" | "below";
export type Condition = { text: string, left: Quantity, relation: Relation, right: Quantity, };
export type Claim<C> = { id: string, title: string, statement: string, caveat: string, paper: PaperFigure, seeds: Array<number>, arms: Array<ClaimArm<C>>, conditions: Array<Condition>, measured: Quantity, measuredLabel: string, unit: string, };
export type Record = { arm: string, seed: number, steps: Array<number>, series: { [key in string]: Array<number> }, };
export type Finding = { text: string, left: number, right: number, holds: boolean, };
export type Verdict = { claim: string, reproduced: boolean, measured: number, spread: [number, number], findings: Array<Finding>, };
