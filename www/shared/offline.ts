// Makes the page work without a network once it has been loaded.

/** Registers the service worker, in production and where browsers allow it. `root`: from the page's folder to the site's. */
export function offline(root: "./" | "../"): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // Vite's base is relative, so the worker is found from the page's own folder, under any path.
  const site = new URL(root, document.baseURI);
  const at = (name: string) => new URL(name, site).href;
  const register = async () => {
    await navigator.serviceWorker.register(at("sw.js"), { scope: site.pathname });
    const { active } = await navigator.serviceWorker.ready;
    // The first visit was loaded before there was a worker: it is told what belongs to the page.
    const { small, large } = (await (await fetch(at("files.json"))).json()) as { small: string[]; large: string[] };
    const pages = small.filter((name) => name.endsWith("index.html")).map((name) => name.slice(0, -"index.html".length));
    active?.postMessage({ keep: [...pages, ...small, "files.json", "icon.svg", "manifest.webmanifest"].map(at), also: large.map(at) });
  };
  // Later than the page's own work; without a worker everything works but offline use.
  addEventListener("load", () => setTimeout(() => void register().catch(() => {}), 3000));
}
