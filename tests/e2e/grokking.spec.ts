// The grokking page on the CPU: it starts by itself, every control works, nothing is lost.

import { readFile } from "node:fs/promises";
import { accessible, expect, test } from "./support.js";

/** A tiny experiment, so that the tests need not wait: two seconds for what takes a minute. */
const tiny = "grokking/?modulus=11&width=32";
const element = "paperglass-grokking";

/** The step that the status line tells. */
const step = async (page: import("@playwright/test").Page): Promise<number> => {
  const text = await page.locator(`${element} .status`).innerText();
  return Number(text.match(/step ([\d,]+)/)?.[1]?.replaceAll(",", "") ?? -1);
};

test("starts by itself, says what it does, how fast, where and why there", async ({ page }) => {
  await page.goto("grokking/");
  const status = page.locator(`${element} .status`);
  await expect(status).toContainText("Training 4 networks on 1,767 sums modulo 47");
  await expect(status).toContainText(/step \d+ of 1,200 · [\d.]+ steps\/s/);
  await expect(status).toContainText(/on the CPU/);
  await expect(status).toContainText(/Why there: WebGPU is emulated in software/);
  // The main effect, within thirty seconds of arrival.
  await expect(page.locator(`${element} .legend li`).first()).toContainText(/Orthogonal gradient\s+(9[5-9]\.\d|100) %/, { timeout: 30_000 });
});

test("run, pause, step and rewind, by button and by key", async ({ page }) => {
  await page.goto(tiny);
  await expect.poll(() => step(page)).toBeGreaterThan(20);
  await page.keyboard.press("Space");
  const controls = page.locator("paperglass-controls");
  await expect(controls.getByRole("button", { name: /^Run/ })).toBeVisible();
  await page.waitForTimeout(300);
  const paused = await step(page);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => step(page)).toBe(paused + 1);
  await controls.getByRole("button", { name: /^Step/ }).click();
  await expect.poll(() => step(page)).toBe(paused + 2);
  await page.keyboard.press("r");
  await expect.poll(() => step(page)).toBe(0);
  await controls.getByRole("button", { name: /^Run/ }).click();
  await expect.poll(() => step(page)).toBeGreaterThan(0);
});

test("the same seed gives the same run, another seed another", async ({ page }) => {
  const held = async (address: string) => {
    await page.goto(address);
    await page.waitForFunction(() => (document.querySelector("paperglass-grokking") as any).comparison?.step >= 100);
    return page.evaluate(() => (document.querySelector("paperglass-grokking") as any).comparison.arms.map((arm: any) => arm.recording.series.get("accuracy.test").slice(0, 8)));
  };
  const first = await held(`${tiny}&seed=5`);
  expect(await held(`${tiny}&seed=5`)).toEqual(first);
  expect(await held(`${tiny}&seed=6`)).not.toEqual(first);
});

test("the address holds the configuration and gives it back", async ({ page }) => {
  await page.goto("grokking/");
  await page.getByLabel("Experiment", { exact: true }).selectOption("tiny");
  await page.getByLabel("Seed", { exact: true }).first().fill("7");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.url()).toMatch(/\?preset=tiny&seed=7$/);
  await page.getByText("All settings", { exact: true }).click();
  await page.getByLabel("Modulus p").fill("13");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.url()).toMatch(/modulus=13/);
  await page.reload();
  await expect(page.locator(`${element} .status`)).toContainText("sums modulo 13");
  await page.getByRole("button", { name: "Reset to defaults" }).click();
  await expect.poll(() => page.url()).toMatch(/\?preset=tiny$/);
});

test("a bad address: a sentence for each problem, the default instead, the page runs", async ({ page }) => {
  await page.goto("grokking/?modulus=12.5&width=9999&seed=x&preset=nonsense&colour=1&device=tpu&modulus2=3");
  const problems = page.locator("#problems");
  for (const text of [/modulus is “12.5”; expected a whole number from 5 to 127/, /width is “9999”/, /seed is “x”/, /no preset “nonsense”/, /no setting “colour”/, /device is “tpu”/]) {
    await expect(problems).toContainText(text);
  }
  await expect(page.locator(`${element} .status`)).toContainText("sums modulo 47");
});

test("what only Rust can see is said too: a modulus that is no prime", async ({ page }) => {
  await page.goto("grokking/?modulus=12&width=32");
  await expect(page.locator(`${element} .notice`)).toContainText(/modulus is 12; expected a prime/);
});

test("stepping in: buttons, bits and the counterfactual change the running arms", async ({ page }) => {
  await page.goto(tiny);
  await expect.poll(() => step(page)).toBeGreaterThan(20);
  await page.getByLabel("Precision of the softmax sum").focus();
  await page.keyboard.press("ArrowLeft");
  await page.getByLabel("Multiply all logits by").fill("1");
  await page.getByRole("button", { name: "Switch to StableMax" }).click();
  await expect(page.getByText("No arm is left to itself now")).toBeVisible();
  const softmax = await page.evaluate(() => (document.querySelector("paperglass-grokking") as any).comparison.arms.find((arm: any) => arm.id === "softmax"));
  expect(softmax.now).toMatchObject({ loss: "stablemaxComplement", significandBits: "11", logitScale: 10 });
  expect(softmax.interventions.map(({ note }: { note: string }) => note)).toEqual(["11 bits", "StableMax"]);
});

test("every view shows something, and one that is closed asks for nothing", async ({ page }) => {
  await page.goto(tiny);
  await expect.poll(() => step(page)).toBeGreaterThan(20);
  const chooser = page.getByRole("group", { name: "Views" }).getByRole("button");
  const names = await chooser.allInnerTexts();
  expect(names).toHaveLength(9);
  for (const name of names) {
    const button = chooser.filter({ hasText: name });
    if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
  }
  await expect(page.locator("#view-microscope")).toContainText(/mod 11/);
  await expect(page.locator("#view-fourier paperglass-heatmap")).toHaveCount(4);
  await expect(page.locator("#view-table paperglass-heatmap")).toHaveCount(4);
  await expect(page.locator("#view-gaps table")).toContainText("Softmax");
  await expect(page.getByText("Not measured yet.")).toHaveCount(0);
  for (const name of ["StableMax in f32", "f16, 11 bits"]) await page.getByRole("button", { name, exact: true }).click();
  await accessible(page);
  for (const name of names) await chooser.filter({ hasText: name }).click();
  const wanted = await page.evaluate(() => [...(document.querySelector("paperglass-grokking") as any).comparison.large]);
  expect(wanted).toEqual([]);
});

test("a live setting changes the running arms, is in the address, and a rewind starts with it", async ({ page }) => {
  await page.goto(tiny);
  await expect.poll(() => step(page)).toBeGreaterThan(20);
  await page.getByText("All settings", { exact: true }).click();
  await page.getByLabel("Weight decay", { exact: true }).fill("0.5");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.url()).toMatch(/weightDecay=0.5/);
  const arms = () => page.evaluate(() => (document.querySelector("paperglass-grokking") as any).comparison.arms.map((arm: any) => [arm.config.weightDecay, arm.now.weightDecay, arm.interventions.length]));
  await expect.poll(arms).toEqual([[0, 0.5, 1], [1, 0.5, 1], [0, 0.5, 1], [0, 0.5, 1]]);
  await page.locator("paperglass-controls").getByRole("button", { name: /^Rewind/ }).click();
  await expect.poll(arms).toEqual([0, 1, 2, 3].map(() => [0.5, 0.5, 0]));
  await page.getByLabel("Learning rate", { exact: true }).fill("-3");
  await page.keyboard.press("Tab");
  await expect(page.getByText("“-3” is not a number from 0.000001 to 100.")).toBeVisible();
});

test("the seeds table measures every arm over the seeds asked for", async ({ page }) => {
  await page.goto(tiny);
  await expect.poll(() => step(page)).toBeGreaterThan(5);
  await page.getByRole("button", { name: "Steps and seconds", exact: true }).click();
  await page.getByLabel("Seeds from 0, how many").fill("2");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Measure over 2 seeds" }).click();
  const table = page.getByRole("region", { name: "Steps to each accuracy over seeds" });
  await expect(table.getByRole("row")).toHaveCount(5);
  await expect(page.getByRole("button", { name: "Measure over 2 seeds" })).toBeVisible({ timeout: 100_000 });
  for (const row of await table.getByRole("row").all()) if (!(await row.innerText()).startsWith("Held-out")) await expect(row.getByRole("cell").last()).toHaveText("2");
});

test("the time slider takes every view back, and now is a button away", async ({ page }) => {
  await page.goto(tiny);
  await expect.poll(() => step(page)).toBeGreaterThan(150);
  await page.keyboard.press("Space");
  await page.getByLabel("Time").fill("40");
  await expect(page.locator("paperglass-controls output")).toHaveText("step 40");
  const shown = await page.evaluate(() => (document.querySelector("paperglass-grokking") as any).comparison.shown);
  expect(shown).toBe(40);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(page.locator("paperglass-controls output")).not.toHaveText("step 40");
});

test("export and copy as code: files that hold the run, programs that say it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${tiny}&seed=2`);
  await expect.poll(() => step(page)).toBeGreaterThan(50);
  await page.keyboard.press("Space");
  await page.locator("paperglass-share summary").click();
  const save = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).first().click()]);
    return { name: file.suggestedFilename(), bytes: await readFile((await file.path())!) };
  };
  const csv = await save("Every series, CSV");
  expect(csv.name).toBe("grokking-four-curves-seed-2.csv");
  const rows = csv.bytes.toString().trim().split("\r\n").map((row) => row.split(","));
  expect(rows[0]!.slice(0, 3)).toEqual(["arm", "step", "seconds"]);
  expect(new Set(rows.slice(1).map(([arm]) => arm))).toEqual(new Set(["orthograd", "weight-decay", "stablemax", "softmax"]));
  const json = JSON.parse((await save("Configuration and result")).bytes.toString());
  expect(json.arms[0].config).toMatchObject({ modulus: 11, width: 32, seed: 2 });
  expect(json.arms[0].series["accuracy.test"].length).toBe(json.arms[0].steps.length);
  expect((await save("sums, SVG")).bytes.toString()).toMatch(/^<svg xmlns[\s\S]*Orthogonal[\s\S]*<\/svg>$/);
  expect((await save("sums, PNG")).bytes.subarray(1, 4).toString()).toBe("PNG");
  await page.locator("paperglass-share summary").click();
  await page.getByRole("button", { name: "Copy link" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.getByRole("button", { name: "Copy as code" }).click();
  const program = page.getByLabel("The program");
  await expect(program).toContainText('lab.start("grokking", { seed: 2, modulus: 11, width: 32 })');
  await page.getByRole("button", { name: "Rust", exact: true }).click();
  await expect(program).toContainText("Grokking::new(config");
  await accessible(page);
  await page.keyboard.press("Escape");
  await expect(program).toBeHidden();
});

test("by keyboard alone: every control is reached and shows its focus", async ({ page }) => {
  await page.goto(`${tiny}&device=cpu`);
  await expect.poll(() => step(page)).toBeGreaterThan(10);
  const seen = new Set<string>();
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press("Tab");
    const { name, outlined } = await page.evaluate(() => {
      let at: Element | null = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      const style = at ? getComputedStyle(at) : null;
      return { name: `${at?.tagName} ${at?.id || at?.getAttribute("aria-label") || at?.textContent?.trim().slice(0, 30)}`, outlined: style !== null && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 };
    });
    if (name.startsWith("BODY")) break; // past the last one
    expect(outlined, `${name} shows its focus`).toBe(true);
    seen.add(name);
  }
  const all = [...seen].join("\n");
  for (const wanted of ["Skip to the experiment", "Pause", "speed", "scrub", "preset", "seed", "device", "Copy link", "Switch to StableMax", "bits", "scale", "Table of answers", "All settings"]) {
    expect(all).toContain(wanted);
  }
});
