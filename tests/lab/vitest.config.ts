// The package's TypeScript and the page's pure functions, in Node.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { dir: new URL(".", import.meta.url).pathname, include: ["**/*.test.ts"], environment: "node", testTimeout: 60_000 },
});
