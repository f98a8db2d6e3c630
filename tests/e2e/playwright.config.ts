// Browser tests drive the production build in real Chromium, wide and on a phone's width.

import { defineConfig } from "@playwright/test";

const launchOptions = {
  executablePath: process.env["CHROMIUM"] || "/usr/bin/chromium",
  args: [
    "--no-sandbox", "--enable-unsafe-webgpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
  ],
};

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  // Runs train networks: two at a time already use both cores of a small machine.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: { baseURL: "http://localhost:4199/some/path/", launchOptions, trace: "off" },
  projects: [
    { name: "wide", use: { viewport: { width: 1440, height: 900 } } },
    // The phone's width repeats only what depends on it.
    { name: "phone", use: { viewport: { width: 390, height: 844 }, hasTouch: true }, testMatch: ["layout.spec.ts"] },
  ],
  webServer: {
    command: "node server.mjs",
    url: "http://localhost:4199/some/path/",
    reuseExistingServer: false,
    stdout: "ignore",
  },
});
