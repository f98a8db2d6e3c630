// For the browser tests: the built page under a sub-path, with the strict policy, and the
// package's folder beside it, as a stranger's server would have them.

import { join } from "node:path";
import { root } from "../../tools/shared/paths.mjs";
import { listen, serve } from "../../tools/shared/serve.mjs";

const page = await listen(serve(join(root, "dist"), { base: "/some/path/" }), 4199);
const library = await listen(serve(join(root, "pkg"), { strict: false }), 4299);
console.log(`page at ${page}/some/path/, package at ${library}/`);
