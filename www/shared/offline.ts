// Makes the page work without a network once it has been loaded.

/** Registers the service worker, in production and where browsers allow it. `root`: from the page's folder to the site's. */
export function offline(root: "./" | "../"): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // Vite's base is relative, so the worker is found from the page's own folder, under any path.
  const address = new URL(`${root}sw.js`, document.baseURI);
  const register = async () => {
    await navigator.serviceWorker.register(address, { scope: new URL("./", address).pathname });
    const { active } = await navigator.serviceWorker.ready;
    // The first visit was loaded before there was a worker: it is told what belongs to the page.
    const files = (await (await fetch(new URL(`${root}files.json`, document.baseURI))).json()) as string[];
    const site = new URL(root, document.baseURI);
    const pages = files.filter((name) => name.endsWith("index.html")).map((name) => name.slice(0, -"index.html".length));
    active?.postMessage({ keep: [...pages, ...files, "files.json", "icon.svg", "manifest.webmanifest"].map((name) => new URL(name, site).href) });
  };
  addEventListener("load", () => setTimeout(() => void register().catch(() => {}), 3000));
}
