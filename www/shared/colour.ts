// Colours of the theme as the canvas needs them: resolved, and resolved anew when the scheme
// or the theme changes.

export class Palette {
  private probe = document.createElement("span");
  private known = new Map<string, string>();
  private scheme = "";

  constructor(private root: ShadowRoot | HTMLElement) {
    this.probe.hidden = true;
    root.append(this.probe);
  }

  /** The colour behind a custom property such as `--ink`. */
  get(name: string): string {
    const host = this.root instanceof ShadowRoot ? this.root.host : this.root;
    const scheme = getComputedStyle(host).getPropertyValue("color-scheme") + matchMedia("(prefers-color-scheme: dark)").matches;
    if (scheme !== this.scheme) {
      this.known.clear();
      this.scheme = scheme;
    }
    let colour = this.known.get(name);
    if (!colour) {
      this.probe.style.color = `var(${name})`;
      colour = getComputedStyle(this.probe).color;
      this.known.set(name, colour);
    }
    return colour;
  }

  font(pixels: number, weight = 400): string {
    return `${weight} ${pixels}px ${getComputedStyle(this.probe).fontFamily}`;
  }
}

/** Calls back when the colour scheme changes, by the system or by the page's button. */
export function onScheme(changed: () => void): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = new MutationObserver(changed);
  dark.addEventListener("change", changed);
  contrast.observe(document.documentElement, { attributes: true, attributeFilter: ["data-scheme"] });
  return () => {
    dark.removeEventListener("change", changed);
    contrast.disconnect();
  };
}
