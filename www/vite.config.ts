// The page as static files: one HTML entry a paper, relative addresses so that any sub-path
// will do, nothing inline so that a strict Content-Security-Policy holds.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { papers } from "./papers.ts";
import { text } from "./build/text.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const version = readFileSync(here("../Cargo.toml"), "utf8").match(/^version = "([^"]+)"/m)![1];

export default defineConfig({
  root: here("."),
  base: "./",
  plugins: [text()],
  define: { __PAPERGLASS_VERSION__: JSON.stringify(version) },
  resolve: {
    alias: { paperglass: here("../pkg/index.js") },
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
});
