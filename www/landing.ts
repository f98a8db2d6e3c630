// The landing page is complete without this script; it adds what this browser remembers.

import { remembered } from "./shared/claims-store.js";
import { offline } from "./shared/offline.js";
import { schemeButton } from "./shared/scheme.js";

schemeButton();

for (const line of document.querySelectorAll<HTMLElement>("[data-claims-of]")) {
  const { run, reproduced } = remembered(line.dataset["claimsOf"]!);
  if (!run) continue;
  line.textContent = `Reproduced in this browser: ${reproduced} of ${line.dataset["claims"]} claims`;
  line.classList.toggle("some", reproduced > 0);
}

offline("./");
