// Width, colours, reduced motion: on a phone and on a wide screen. Pictures are kept in
// test-results, for people to look at.

import { accessible, expect, fitsWidth, test } from "./support.js";

for (const scheme of ["light", "dark"] as const) {
  test(`both pages fit and are accessible, ${scheme}`, async ({ page }, { project }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await page.goto("");
    await fitsWidth(page);
    await page.screenshot({ path: `test-results/pictures/landing-${project.name}-${scheme}.png`, fullPage: true });
    await page.goto("grokking/?modulus=11&width=32&device=cpu");
    await expect(page.locator("paperglass-grokking .legend li").first()).toContainText(/\d %/);
    for (const name of ["Logit gaps", "Floating-point microscope", "Frequencies and circles"]) await page.getByRole("button", { name, exact: true }).click();
    await page.getByText("All settings", { exact: true }).click();
    await expect(page.locator("#view-fourier paperglass-heatmap").first()).toBeVisible();
    await fitsWidth(page);
    await accessible(page);
    await page.screenshot({ path: `test-results/pictures/grokking-${project.name}-${scheme}.png`, fullPage: true });
  });
}
