// Service worker: the page works offline once it has been loaded. What has a hash in its name
// never changes and comes from the cache; everything else comes from the network when there is
// one. Knows only its own folder, so any sub-path will do.

const CACHE = "paperglass-1";
const hashed = /-[\w-]{8,}\.(js|css|wasm|svg|png|woff2)$/;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith("paperglass-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const address = new URL(request.url);
  if (hashed.test(address.pathname)) {
    const kept = await cache.match(request);
    if (kept) return kept;
  }
  try {
    const response = await fetch(request);
    if (response.ok && response.type === "basic") await cache.put(request, response.clone());
    return response;
  } catch (error) {
    // A page is the same page whatever its query says.
    const kept = await cache.match(request, { ignoreSearch: request.mode === "navigate" });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === self.location.origin) event.respondWith(answer(request));
});

// What was loaded before this worker took over is fetched once more, from the browser's own cache.
self.addEventListener("message", (event) => {
  if (!Array.isArray(event.data?.keep)) return;
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await Promise.allSettled(event.data.keep.filter((url) => new URL(url).origin === self.location.origin).map((url) => cache.add(url)));
  };
  event.waitUntil(keep());
});
