// The npm package around the WebAssembly files: TypeScript compiled, the element bundled, the
// manifest written. Checks it as npm's users would meet it.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Sentence, run } from "./shared/command.mjs";

const entry = (name, node = name) => ({
  types: `./${name}.d.ts`,
  ...(node === name ? {} : { node: `./${node}.js` }),
  default: `./${name}.js`,
});

function manifest(root, version, papers) {
  const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
  const field = (name) => cargo.match(new RegExp(`^${name} = "([^"]+)"`, "m"))[1];
  return {
    name: "paperglass",
    version,
    description: field("description"),
    license: `(${field("license")})`,
    repository: { type: "git", url: `git+${field("repository")}.git` },
    keywords: ["machine-learning", "webgpu", "webassembly", "grokking", "stablemax"],
    type: "module",
    main: "./index.js",
    types: "./index.d.ts",
    exports: {
      ".": entry("index", "node"),
      ...Object.fromEntries(papers.map((paper) => [`./${paper}.js`, entry(paper)])),
      "./wasm/*": "./wasm/*",
      "./package.json": "./package.json",
    },
    sideEffects: ["./lab/worker.js", ...papers.map((paper) => `./${paper}.js`)],
    engines: { node: ">=20" },
  };
}

/** Each paper's live view as an element: Lit and the plots inside, the package itself beside. */
async function elements(root, papers) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: Object.fromEntries(papers.map((paper) => [paper, join(root, "www", paper, "element.ts")])),
    outdir: join(root, "pkg"),
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    legalComments: "inline",
    plugins: [
      {
        name: "beside",
        setup(build) {
          build.onResolve({ filter: /^paperglass$/ }, () => ({ path: "./index.js", external: true }));
          // Vite's `?inline` is the file's text.
          build.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path.replace("?inline", "")), namespace: "text" }));
          build.onLoad({ filter: /.*/, namespace: "text" }, ({ path }) => ({ contents: readFileSync(path, "utf8"), loader: "text" }));
        },
      },
    ],
  });
  for (const paper of papers) {
    writeFileSync(join(root, "pkg", `${paper}.d.ts`), `// Defines the element <paperglass-${paper}>.\nexport {};\n`);
  }
}

/** Fills pkg/ around pkg/wasm, which is built before. */
export async function buildPackage({ root, version }) {
  const pkg = join(root, "pkg");
  mkdirSync(pkg, { recursive: true });
  for (const old of ["lab", "generated"]) rmSync(join(pkg, old), { recursive: true, force: true });
  await run("tsc", ["-p", join(root, "www", "lab")]);
  for (const [name, from] of [["index", "index"], ["node", "node"]]) {
    writeFileSync(join(pkg, `${name}.js`), `export * from "./lab/${from}.js";\n`);
    writeFileSync(join(pkg, `${name}.d.ts`), `export * from "./lab/${from}.js";\n`);
  }
  for (const kind of ["cpu", "webgpu"]) {
    const declarations = join(root, "www", "wasm", kind, "paperglass.d.ts");
    if (existsSync(join(pkg, "wasm", kind))) copyFileSync(declarations, join(pkg, "wasm", kind, "paperglass.d.ts"));
  }
  const papers = JSON.parse(readFileSync(join(root, "www", "papers.json"), "utf8"));
  const words = papers.map(({ word }) => word).filter((word) => existsSync(join(root, "www", word, "element.ts")));
  await elements(root, words);
  writeFileSync(join(pkg, "package.json"), `${JSON.stringify(manifest(root, version, words), null, 2)}\n`);
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, name), join(pkg, name));
  copyFileSync(join(root, "www", "lab", "README.md"), join(pkg, "README.md"));
  // npm leaves out what .gitignore names; an empty .npmignore overrules it.
  rmSync(join(pkg, ".gitignore"), { force: true });
  writeFileSync(join(pkg, ".npmignore"), "");
}

/** Fails if publint or "are the types wrong?" has an objection. */
export async function checkPackage({ root }) {
  const { publint } = await import("publint");
  const { formatMessage } = await import("publint/utils");
  const pkg = join(root, "pkg");
  const about = JSON.parse(readFileSync(join(pkg, "package.json"), "utf8"));
  const { messages } = await publint({ pkgDir: pkg, strict: true });
  for (const message of messages) console.log(`  ${message.type}: ${formatMessage(message, about)}`);
  if (messages.some(({ type }) => type === "error")) throw new Sentence("publint has objections to the package.");
  const entrypoints = Object.keys(about.exports).filter((name) => name.endsWith(".js") || name === ".");
  await run("attw", ["--pack", pkg, "--profile", "esm-only", "--entrypoints", ...entrypoints]);
}
