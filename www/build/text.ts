// Text with mathematics, typeset while building: `<!-- include file -->` puts a fragment in,
// `$…$` and `$$…$$` inside `<div data-math>` become MathML. Nothing of it is left at run time.

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import temml from "temml";
import type { Plugin } from "vite";

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
        html.replace(/<!-- include (\S+) -->/g, (_, file: string) =>
          typeset(readFileSync(resolve(dirname(filename), file), "utf8")),
        ),
    },
    handleHotUpdate({ file, server }) {
      if (file.endsWith(".html")) server.ws.send({ type: "full-reload" });
    },
  };
}
