// The page's pure functions: the address, exports, programs, recordings.

import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { fakePlatform } from "./fake.js";
import { claims, defaults, fields, presets } from "../../www/generated/grokking.js";
import { typeset } from "../../www/build/text.js";
import { openLab } from "../../www/lab/lab.js";
import { addressOf, readAddress } from "../../www/shared/address.js";
import { claimSeries, claimSteps, runClaim } from "../../www/shared/claim-run.js";
import { keep, kept, remembered } from "../../www/shared/claims-store.js";
import { differing, rustOf, typescriptOf } from "../../www/shared/code.js";
import type { Arm } from "../../www/shared/comparison.js";
import { csvOf } from "../../www/shared/export.js";
import { duration, median, percent, power, short } from "../../www/shared/numbers.js";
import { Recording, numbersOf } from "../../www/shared/recording.js";

const tables = { fields, presets };

test("settings go into the address and come back", () => {
  const settings = {
    preset: "tiny", seed: 7, device: "cpu" as const,
    changes: { modulus: 31, rescaleGradient: false, operation: "multiplication" },
    arms: { softmax: { loss: "stablemax", learningRate: 0.003 } },
  };
  const query = addressOf(settings, tables);
  expect(readAddress(tables, query)).toEqual({ ...settings, problems: [] });
  expect(addressOf({ preset: "four-curves", seed: 0, device: "auto", changes: {}, arms: {} }, tables)).toBe("");
});

test("every bad part of an address is named, and falls back by itself", () => {
  const read = readAddress(tables, "?modulus=300&width=&trainShare=abc&seed=-1&loss=hinge&nobody.loss=stablemax&softmax.beta1=2&preset=x&__proto__=1&learningRate=0.02");
  expect(read.problems).toHaveLength(9);
  expect(read.problems.join(" ")).toMatch(/modulus is “300”; expected a whole number from 5 to 127/);
  expect(read.changes).toEqual({ learningRate: 0.02 });
  expect(read.arms).toEqual({});
});

test("numbers as people write them", () => {
  expect([percent(1), percent(0.9912), percent(0), percent(NaN)]).toEqual(["100 %", "99.1 %", "0 %", "–"]);
  expect([short(0.5), short(1234.5), short(1.3e-7), short(Infinity)]).toEqual(["0.5", "1,235", "1.3·10⁻⁷", "never"]);
  expect([power(1e-8), duration(3), duration(75)]).toEqual(["10⁻⁸", "3.0 s", "1 min 15 s"]);
  expect([median([3, 1, 2]), median([1, 2, 3, 10]), median([])]).toEqual([2, 2.5, NaN]);
});

const recorded = (): Recording => {
  const recording = new Recording();
  for (let i = 0; i <= 10; i++) recording.add(i * 10, i, { accuracy: { train: 1, test: i / 10 }, table: { size: 3 } }, ["table"]);
  return recording;
};

test("a recording finds its numbers by step, and thins itself without losing its ends", () => {
  const recording = recorded();
  expect(recording.value("accuracy.test")).toBe(1);
  expect(recording.value("accuracy.test", 35)).toBeCloseTo(0.3);
  expect(recording.reaching("accuracy.test", 0.45)).toMatchObject({ step: 50, seconds: 5 });
  expect(recording.frame("table", 42)?.step).toBe(40);
  for (let i = 11; i < 10_000; i++) recording.add(i * 10, i, { accuracy: { train: 1, test: 1 } }, []);
  expect(recording.steps.length).toBeLessThanOrEqual(3001);
  expect([recording.steps[0], recording.lastStep]).toEqual([0, 99_990]);
  expect(recording.series.get("accuracy.test")).toHaveLength(recording.steps.length);
});

test("named arrays become series of their own", () => {
  const numbers = numbersOf({ step: 3, norms: { total: 2, tensors: ["a", "b"], weights: new Float32Array([1, 4]) } });
  expect([...numbers]).toEqual([["norms.total", 2], ["norms.weights.a", 1], ["norms.weights.b", 4]]);
});

const arm = (): Arm => ({
  id: "softmax", label: 'Softmax, "plain"', config: { ...defaults, modulus: 31, seed: 2 }, now: {}, run: null, step: 100, recording: recorded(),
  interventions: [{ step: 40, change: { loss: "stablemax" }, note: "StableMax" }],
});

test("CSV has a row a measurement and survives commas and quotes", () => {
  const rows = csvOf([arm()]).trim().split("\r\n");
  expect(rows[0]).toBe("arm,step,seconds,accuracy.test,accuracy.train,table.size");
  expect(rows).toHaveLength(12);
  expect(rows[4]).toBe("softmax,30,3,0.3,1,3");
});

test("a run as a program: only what differs, and what was done on the way", () => {
  expect(differing(arm().config, { ...defaults })).toEqual([["seed", 2], ["modulus", 31]]);
  const typescript = typescriptOf("grokking", arm(), { ...defaults }, 100);
  expect(typescript).toContain('lab.start("grokking", { seed: 2, modulus: 31 })');
  expect(typescript).toMatch(/advance\(40\);\nawait run\.control\(\{ loss: "stablemax" \}\);\nawait run\.advance\(60\);/);
  // The Rust program stands in examples/, where cargo compiles it; the TypeScript one runs in tests/consumers.
  const bare = { ...arm(), config: { ...arm().config, orthogonalGradient: "none" } };
  const example = readFileSync(new URL("../../examples/copied_from_the_page.rs", import.meta.url), "utf8");
  expect(rustOf("grokking", "Grokking", bare, { ...defaults }, 100)).toBe(example);
});

test("a claim asks for the series it speaks of, and no others", () => {
  const claim = claims.find(({ id }) => id === "grokking.norm-rises")!;
  expect(claimSeries(claim, claim.arms[0]!.id).sort()).toEqual(["accuracy.test", "norms.total"]);
  expect(claimSteps(claim)).toBe(claim.arms[0]!.steps * 3);
});

test("mathematics becomes MathML, without a style attribute that the policy would refuse", () => {
  const html = typeset("<p>$x^2$</p>$$\\frac{a}{b}$$ (12)");
  expect(html.match(/<math/g)).toHaveLength(2);
  expect(html).toContain('<span class="equation-number">(12)</span>');
  expect(html).not.toMatch(/style=/);
});

test("an address names one seed for all arms, and a dot too many is not read as one less", () => {
  const read = readAddress(tables, "?softmax.seed=3&softmax.loss.x=stablemax");
  expect(read.problems).toHaveLength(2);
  expect(read.problems.join(" ")).toMatch(/All arms share one seed/);
  expect(read.arms).toEqual({});
  // What the preset has anyway is not written.
  expect(addressOf({ preset: "four-curves", changes: { modulus: 47 }, arms: {} }, tables)).toBe("");
});

test("verdicts survive storage, infinity among them, and nonsense there is ignored", () => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => items.get(key) ?? null, setItem: (key: string, value: string) => void items.set(key, value) });
  const verdict = { claim: "grokking.orthograd", reproduced: false, measured: Infinity, spread: [80, Infinity] as [number, number], findings: [] };
  keep(verdict, "CPU");
  expect(kept()["grokking.orthograd"]!.verdict).toEqual(verdict);
  expect(remembered("grokking")).toEqual({ run: 1, reproduced: 0 });
  for (const nonsense of ["{", "null", '{"a":{"verdict":{"claim":1}}}']) {
    items.set("paperglass.claims.1", nonsense);
    expect(kept()).toEqual({});
  }
  vi.unstubAllGlobals();
});

test("a claim whose one run fails stops the others, and a stopped one frees them all", async () => {
  const claim = claims.find(({ id }) => id === "grokking.orthograd")!;
  const platform = fakePlatform("cpu", 4);
  const lab = await openLab(platform);
  const broken = { ...claim, arms: [...claim.arms, { ...claim.arms[0]!, id: "broken", config: { ...claim.arms[0]!.config, modulus: 12 } }] };
  await expect(runClaim(lab, "grokking", broken, new AbortController().signal, () => {})).rejects.toMatchObject({ code: "config" });
  const stop = new AbortController();
  const running = runClaim(lab, "grokking", { ...claim, arms: [{ ...claim.arms[0]!, steps: 1e6 }] }, stop.signal, () => {});
  setTimeout(() => stop.abort(new Error("enough")), 20);
  await expect(running).rejects.toThrow("enough");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(platform.engines.flatMap(({ runs }) => [...runs.keys()])).toEqual([]);
});
