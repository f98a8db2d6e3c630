// Claims, run from their cards exactly as stated: those that are cheap enough for a test.
// The others run natively, at the same margins, in tests/grokking_claims.rs.

import { expect, test } from "./support.js";

for (const [id, title, steps] of [
  ["grokking.orthograd", "Orthogonal gradients grok at once", 150],
  ["grokking.weight-decay", "Weight decay groks too", 300],
] as const) {
  test(`${id} comes out reproduced`, async ({ page }) => {
    await page.goto("grokking/?device=cpu");
    const card = page.locator(`[data-claim="${id}"]`);
    await expect(card).toHaveAttribute("data-status", "idle");
    await expect(card.getByRole("heading")).toHaveText(title);
    await card.getByRole("button", { name: "Run this experiment" }).click();
    await expect(card).toHaveAttribute("data-status", "running");
    await expect(card).toHaveAttribute("data-status", "reproduced", { timeout: 110_000 });
    const measured = Number(await card.getAttribute("data-measured"));
    expect(measured).toBeGreaterThan(0);
    expect(measured).toBeLessThanOrEqual(steps);
    await expect(card).toContainText("Reproduced here");
    await page.reload();
    await expect(card).toHaveAttribute("data-status", "reproduced");
    await page.goto("");
    await expect(page.getByText("Reproduced in this browser: 1 of 7 claims")).toBeVisible();
  });
}

test("every claim has a card, and one that is stopped is idle again", async ({ page }) => {
  await page.goto("grokking/?device=cpu");
  const ids = await page.locator("[data-claim]").evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset["claim"]));
  expect(ids.sort()).toEqual(["norm-rises", "orthograd", "paper-scale", "precision", "softmax-stalls", "stablemax", "weight-decay"].map((id) => `grokking.${id}`));
  const card = page.locator('[data-claim="grokking.stablemax"]');
  await card.getByRole("button", { name: "Run this experiment" }).click();
  await expect(card.getByText(/of 2,700 steps/)).toBeVisible();
  await card.getByRole("button", { name: "Stop" }).click();
  await expect(card).toHaveAttribute("data-status", "idle");
});
