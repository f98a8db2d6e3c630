// The page's light and dark: the system's choice, or the visitor's, kept in this browser.

const names = { auto: "Colours: system", light: "Colours: light", dark: "Colours: dark" } as const;
type Scheme = keyof typeof names;
const order: Scheme[] = ["auto", "light", "dark"];

function kept(): Scheme {
  try {
    const found = localStorage.getItem("paperglass.scheme");
    return order.includes(found as Scheme) ? (found as Scheme) : "auto";
  } catch {
    return "auto"; // Storage may be forbidden.
  }
}

function apply(scheme: Scheme, button: HTMLButtonElement | null): void {
  const root = document.documentElement;
  if (scheme === "auto") root.removeAttribute("data-scheme");
  else root.dataset["scheme"] = scheme;
  if (button) button.textContent = names[scheme];
}

/** Makes `<button class="scheme" hidden>` work; without a script it stays hidden. */
export function schemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>("button.scheme");
  let scheme = kept();
  apply(scheme, button);
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    scheme = order[(order.indexOf(scheme) + 1) % order.length]!;
    apply(scheme, button);
    try {
      localStorage.setItem("paperglass.scheme", scheme);
    } catch {
      // It lasts for this page then.
    }
  });
}
