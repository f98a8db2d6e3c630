// Service worker: the page works offline once it has been loaded. What has a hash in its name
// never changes and comes from the cache; everything else comes from the network when there is
// one. Knows only its own folder, so any sub-path will do.
//
// Promise: where storage is full or forbidden the page works as it would without this worker.

const CACHE = "paperglass-1";
const hashed = /-[\w-]{8,}\.(js|css|wasm|svg|png|woff2)$/;
const unchanging = (url) => hashed.test(new URL(url).pathname);

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith("paperglass-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

/** What is kept of a request, if anything. A page is the same page whatever its query says. */
async function found(request) {
  try {
    return await (await caches.open(CACHE)).match(request, { ignoreSearch: request.mode === "navigate" });
  } catch {
    return undefined;
  }
}

async function put(request, response) {
  try {
    const { origin, pathname } = new URL(request.url);
    // One copy a page, however many queries it was opened with.
    await (await caches.open(CACHE)).put(request.mode === "navigate" ? origin + pathname : request, response);
  } catch {
    // The visitor has the answer; only the copy is missing.
  }
}

async function answer(event) {
  const { request } = event;
  if (unchanging(request.url)) {
    const kept = await found(request);
    if (kept) return kept;
  }
  try {
    const response = await fetch(request);
    if (response.status === 200 && response.type === "basic") event.waitUntil(put(request, response.clone()));
    return response;
  } catch (error) {
    const kept = await found(request);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === self.location.origin) event.respondWith(answer(event));
});

// `keep`: what belongs to the page; what was loaded before this worker took over is fetched once
// more, from the browser's own cache. `also`: what stays if it is there. The rest is an older build's.
self.addEventListener("message", (event) => {
  const { keep, also } = event.data ?? {};
  if (!Array.isArray(keep) || !Array.isArray(also)) return;
  const renew = async () => {
    const cache = await caches.open(CACHE);
    const wanted = keep.filter((url) => new URL(url).origin === self.location.origin);
    const there = new Set((await cache.keys()).map(({ url }) => url));
    const all = await Promise.allSettled(wanted.filter((url) => !(unchanging(url) && there.has(url))).map((url) => cache.add(url)));
    // Only once the new build is complete.
    if (all.some(({ status }) => status === "rejected")) return;
    const current = new Set([...wanted, ...also]);
    for (const url of there) if (unchanging(url) && !current.has(url)) await cache.delete(url);
  };
  event.waitUntil(renew());
});
