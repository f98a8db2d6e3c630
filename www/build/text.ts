// Text with mathematics, typeset while building: `<!-- include file -->` puts a fragment in,
// `$…$` and `$$…$$` in it become MathML; `<!-- papers -->` becomes every paper's card. Nothing of
// it is left at run time. Also lists the built files, for the service worker.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import temml from "temml";
import type { Plugin } from "vite";
import { papers } from "../papers.ts";

function mathml(tex: string, displayMode: boolean): string {
  const plain = tex.replaceAll("&amp;", "&").replaceAll("&lt;", "<").replaceAll("&gt;", ">");
  return temml
    .renderToString(plain.trim(), { displayMode, throwOnError: true, xml: true })
    // A strict Content-Security-Policy refuses style attributes; the page's own rules do instead.
    .replace(/ style="[^"]*"/g, "");
}

export function typeset(html: string): string {
  return html
    .replace(/\$\$([^$]+)\$\$(?:\s*\(([^()]+)\))?/g, (_, tex: string, number?: string) => {
      const label = number ? `<span class="equation-number">(${number})</span>` : "";
      return `<div class="equation">${mathml(tex, true)}${label}</div>`;
    })
    .replace(/\$([^$\n]+)\$/g, (_, tex: string) => mathml(tex, false));
}

export function text(): Plugin {
  return {
    name: "paperglass-text",
    transformIndexHtml: {
      order: "pre",
      handler: (html, { filename }) =>
        html
          .replace("<!-- papers -->", () => papers.map(({ word }) => readFileSync(resolve(dirname(filename), word, "card.html"), "utf8")).join("\n"))
          .replace(/<!-- include (\S+) -->/g, (_, file: string) => typeset(readFileSync(resolve(dirname(filename), file), "utf8"))),
    },
    handleHotUpdate({ file, server }) {
      if (file.endsWith(".html")) server.ws.send({ type: "full-reload" });
    },
    generateBundle: { order: "post", handler(_, bundle) {
      // What to keep for offline use. The WebGPU build is several times everything else: it is
      // kept only where it was loaded. What is in neither list belongs to an older build.
      const files = Object.values(bundle)
        .map((file) => ({ name: file.fileName, size: file.type === "asset" ? file.source.length : file.code.length }))
        .filter(({ name }) => !name.endsWith(".map"));
      const names = (small: boolean) => files.filter(({ size }) => size < 6_000_000 === small).map(({ name }) => name);
      this.emitFile({ type: "asset", fileName: "files.json", source: JSON.stringify({ small: names(true), large: names(false) }) });
    } },
  };
}
