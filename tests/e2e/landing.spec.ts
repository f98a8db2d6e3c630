// The landing page: complete without a script, and it remembers what came true here.

import { accessible, expect, test } from "./support.js";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("everything is there: title, sentence, picture, link", async ({ page }) => {
    await page.goto("");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Papers you can push on");
    await expect(page.getByRole("article").getByRole("link")).toHaveAttribute("href", "./grokking/");
    await expect(page.getByRole("img", { name: /Accuracy on held-out sums/ })).toBeVisible();
    await expect(page.getByText("Seven claims, each a button away")).toBeVisible();
  });
});

test("loads no WebAssembly, and asks nobody else for anything", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("");
  await page.waitForLoadState("networkidle");
  expect(asked.filter((url) => url.endsWith(".wasm"))).toEqual([]);
  expect(asked.filter((url) => !url.startsWith("http://localhost:4199/some/path/"))).toEqual([]);
});

test("says which claims this browser has reproduced", async ({ page }) => {
  await page.addInitScript(() => {
    const verdict = (claim: string, reproduced: boolean) => ({ verdict: { claim, reproduced, measured: 1, spread: [1, 1], findings: [] }, at: "", device: "CPU" });
    localStorage.setItem("paperglass.claims.1", JSON.stringify({ a: verdict("grokking.orthograd", true), b: verdict("grokking.stablemax", false) }));
  });
  await page.goto("");
  await expect(page.getByText("Reproduced in this browser: 1 of 7 claims")).toBeVisible();
});

test("is accessible in light and dark, and the visitor's choice of colours stays", async ({ page }) => {
  await page.goto("");
  await accessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await accessible(page);
  await page.getByRole("button", { name: /Colours/ }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Colours: light" })).toBeVisible();
});
