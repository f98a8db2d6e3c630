// A static file server for the built page: what any static host does, with strict headers.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8", ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml",
  ".png": "image/png", ".ico": "image/x-icon", ".webmanifest": "application/manifest+json", ".map": "application/json",
};

/** The strictest policy under which the page must work. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The file that an address means, or null. Never one outside the folder. */
function find(folder, address) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, "http://local").pathname);
  } catch {
    return null;
  }
  const file = normalize(join(folder, path));
  if (file !== folder && !file.startsWith(folder + sep)) return null;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile()) return { file, size: stats.size };
  if (!stats?.isDirectory()) return null;
  if (!path.endsWith("/")) return { redirect: `${path}/` };
  const index = statSync(join(file, "index.html"), { throwIfNoEntry: false });
  return index ? { file: join(file, "index.html"), size: index.size } : null;
}

/** Serves `folder` under `base` ("/" or "/some/path/"). `strict: false` leaves the policy out. */
export function serve(folder, { base = "/", strict = true } = {}) {
  return createServer((request, response) => {
    const address = request.url ?? "/";
    const found = address.startsWith(base) ? find(folder, address.slice(base.length - 1)) : null;
    if (!found || !["GET", "HEAD"].includes(request.method)) {
      response.writeHead(found ? 405 : 404, { "content-type": "text/plain; charset=utf-8" });
      return response.end(found ? "Only GET and HEAD are answered." : `There is nothing at ${address}. The page is at ${base}`);
    }
    if (found.redirect) {
      response.writeHead(301, { location: base.slice(0, -1) + found.redirect });
      return response.end();
    }
    const hashed = /-[\w-]{8,}\.\w+$/.test(found.file);
    response.writeHead(200, {
      "content-type": types[extname(found.file)] ?? "application/octet-stream",
      "content-length": found.size,
      "cache-control": hashed ? "public, max-age=31536000, immutable" : "no-cache",
      "x-content-type-options": "nosniff",
      ...(strict ? { "content-security-policy": policy } : {}),
    });
    if (request.method === "HEAD") return response.end();
    createReadStream(found.file).on("error", () => response.destroy()).pipe(response);
  });
}

/** Listens on `port`, or on the next free one; resolves to the address. */
export function listen(server, port, host = "127.0.0.1") {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      if (error.code !== "EADDRINUSE" || port === 0) return reject(error);
      listen(server, port + 1, host).then(resolve, reject);
    });
    server.listen(port, host, () => resolve(`http://localhost:${server.address().port}`));
  });
}
