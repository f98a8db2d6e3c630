// What every browser test shares: a page whose console must stay free of errors, and the
// shims that make a browser poorer than this one.

import AxeBuilder from "@axe-core/playwright";
import { type Page, expect, test as base } from "@playwright/test";

export const library = "http://localhost:4299";

/** A test may expect certain errors; anything else on the console fails it. */
export const test = base.extend<{ expectedErrors: RegExp[]; watched: void }>({
  expectedErrors: [[], { option: true }],
  watched: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (!expectedErrors.some((pattern) => pattern.test(text))) errors.push(text);
      };
      page.on("console", (message) => message.type() === "error" && note(`${message.text()} (${message.location().url})`));
      page.on("pageerror", (error) => note(String(error)));
      await use();
      expect(errors, "console errors").toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** No accessibility violation, shadow roots included. */
export async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(" ")).slice(0, 4).join("; ")})`);
  expect(found).toEqual([]);
}

/** Nothing is wider than the window; what is, is named. */
export async function fitsWidth(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const found = [`the page: ${scrollWidth} of ${clientWidth} px`];
    const look = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll("*")) {
        if (element.closest(".scroll")?.checkVisibility() && !element.matches(".scroll")) continue; // Scrolls by itself.
        const { right } = element.getBoundingClientRect();
        if (right > clientWidth + 0.5) found.push(`${element.localName}.${element.className} "${(element.textContent ?? "").trim().slice(0, 30)}" to ${right}`);
        if (element.shadowRoot) look(element.shadowRoot);
      }
    };
    look(document);
    return found.slice(0, 12);
  });
  expect(wide).toEqual([]);
}

/** Scripts that run before any of the page's own, in the window and in every worker. */
export const shims = {
  noGpu: "delete Object.getPrototypeOf(navigator).gpu; Object.defineProperty(navigator, 'gpu', { value: undefined });",
  noAdapter: "if (navigator.gpu) navigator.gpu.requestAdapter = async () => null;",
  noTimestamps: `if (navigator.gpu) {
    const ask = navigator.gpu.requestAdapter.bind(navigator.gpu);
    navigator.gpu.requestAdapter = async (options) => {
      const adapter = await ask(options);
      const features = new Set([...adapter.features].filter((name) => name !== "timestamp-query"));
      Object.defineProperty(adapter, "features", { value: features });
      return adapter;
    };
  }`,
  deviceRefused: `if (globalThis.GPUAdapter) GPUAdapter.prototype.requestDevice = async () => { throw new DOMException("no device today", "OperationError"); };`,
};

/**
 * Puts a shim in front of the page and of its workers: a worker's script is replaced by one
 * that runs the shim first and then imports the real one.
 */
export async function poorer(page: Page, shim: string): Promise<void> {
  await page.addInitScript(shim);
  await page.route(/worker[^/]*\.js(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${shim}\n;${await response.text()}` });
  });
}

/** Opens a page that serves the package, so that its modules can be imported by address. */
export async function stranger(page: Page): Promise<void> {
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  await page.goto(`${library}/package.json`);
}
