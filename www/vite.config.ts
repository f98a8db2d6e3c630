// The page as static files: one HTML entry a paper, relative addresses so that any sub-path
// will do, nothing inline so that a strict Content-Security-Policy holds.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { papers } from "./papers.ts";
import { text } from "./build/text.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** Before the package has been built, development runs on a stand-in with made-up curves. */
const lab = existsSync(here("../pkg/index.js")) ? here("../pkg/index.js") : here("./dev/fake-lab.ts");

export default defineConfig(({ command }) => ({
  root: here("."),
  base: "./",
  plugins: [text()],
  resolve: {
    alias: { paperglass: command === "serve" ? lab : here("../pkg/index.js") },
  },
  worker: { format: "es" as const },
  server: { fs: { allow: [here("..")] } },
  build: {
    outDir: here("../dist"),
    emptyOutDir: true,
    target: "es2022",
    // Data addresses would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        index: here("./index.html"),
        ...Object.fromEntries(papers.map(({ word }) => [word, here(`./${word}/index.html`)])),
      },
    },
  },
}));
