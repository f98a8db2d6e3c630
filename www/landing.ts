// The landing page is complete without this script; it adds what this browser remembers.

import { kept } from "./shared/claims-store.js";
import { offline } from "./shared/offline.js";
import { schemeButton } from "./shared/scheme.js";

schemeButton();

const verdicts = Object.values(kept());
for (const line of document.querySelectorAll<HTMLElement>("[data-claims-of]")) {
  const own = verdicts.filter(({ verdict }) => verdict.claim.startsWith(`${line.dataset["claimsOf"]}.`));
  const reproduced = own.filter(({ verdict }) => verdict.reproduced).length;
  if (own.length) line.textContent = `Reproduced in this browser: ${reproduced} of ${line.dataset["claims"]} claims`;
}

offline("./");
