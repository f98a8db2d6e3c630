// Over time: leaving frees everything, a hidden tab goes on, and without a network the page works.

import { expect, test } from "./support.js";

test("ten times started and left: no worker stays, the page's memory does not grow", async ({ page }) => {
  await page.goto("grokking/?modulus=11&width=32&device=cpu");
  const client = await page.context().newCDPSession(page);
  const heap = async () => {
    await client.send("HeapProfiler.collectGarbage");
    return ((await client.send("Runtime.getHeapUsage")) as { usedSize: number }).usedSize;
  };
  const round = async () => {
    await page.waitForFunction(() => (document.querySelector("paperglass-grokking") as any).comparison?.step >= 60);
    await page.evaluate(() => {
      const element = document.querySelector("paperglass-grokking")!;
      const home = element.parentElement!;
      element.remove();
      (window as any).home = home;
      (window as any).left = element;
    });
    await expect.poll(() => page.workers().length).toBe(0);
    await page.evaluate(() => (window as any).home.append((window as any).left));
  };
  await round();
  await round();
  const before = await heap();
  for (let i = 0; i < 8; i++) await round();
  const after = await heap();
  expect(after - before).toBeLessThan(3_000_000);
});

test("leaving the page stops its work", async ({ page }) => {
  await page.goto("grokking/?modulus=11&width=32&device=cpu");
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  await page.goto("");
  await expect.poll(() => page.workers().length).toBe(0);
});

test("without a network, once it has been loaded", async ({ page, context }) => {
  await page.goto("grokking/?modulus=11&width=32&device=cpu");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(async () => (await (await caches.open("paperglass-1")).keys()).filter(({ url }) => url.endsWith(".wasm")).length), { timeout: 30_000 }).toBeGreaterThan(0);
  await page.waitForTimeout(1000);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator("paperglass-grokking .status")).toContainText(/step [1-9]/);
  await page.goto("");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Papers you can push on");
});
