// The grokking page: address in, element and claims on one lab, address out.

import { claims, defaults, fields, presets } from "../generated/grokking.js";
import { addressOf, readAddress, type Settings } from "../shared/address.js";
import "../shared/claims.js";
import type { PaperglassClaims } from "../shared/claims.js";
import { offline } from "../shared/offline.js";
import { schemeButton } from "../shared/scheme.js";
import "../shared/share.js";
import type { PaperglassShare } from "../shared/share.js";
import "./element.js";
import type { PaperglassGrokking } from "./element.js";

schemeButton();
const tables = { fields, presets };
const element = document.querySelector<PaperglassGrokking>("paperglass-grokking")!;
const share = document.querySelector<PaperglassShare>("paperglass-share")!;

/** What the address asks for, and a sentence for everything in it that cannot be. */
function fromAddress(): Settings {
  const { problems, ...settings } = readAddress(tables, location.search);
  const list = document.createElement("ul");
  list.append(...problems.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  const box = document.querySelector("#problems")!;
  const dismiss = Object.assign(document.createElement("button"), { textContent: "Dismiss", type: "button" });
  dismiss.addEventListener("click", () => box.replaceChildren());
  box.replaceChildren(...(problems.length ? [list, dismiss] : []));
  return settings;
}

const first = fromAddress();
element.preset = first.preset ?? presets[0]!.id;
element.seed = first.seed ?? 0;
element.device = first.device ?? "auto";
element.changes = first.changes;
element.armChanges = first.arms;

element.addEventListener("paperglass-settings", (event) => {
  const settings = (event as CustomEvent<Settings>).detail;
  history.replaceState(null, "", `${location.pathname}${addressOf(settings, tables)}${location.hash}`);
});
addEventListener("popstate", () => {
  const settings = fromAddress();
  const now = element.settings;
  if (addressOf(settings, tables) === addressOf(now, tables)) return;
  element.restart({ preset: presets[0]!.id, seed: 0, device: "auto", ...settings });
});

Object.assign(share, { host: element, defaults, type: "Grokking", version: __PAPERGLASS_VERSION__ });

// Claims have a lab of their own, so that a running card and the stage do not share a queue.
const cards = document.querySelector<PaperglassClaims>("paperglass-claims")!;
cards.lab = element.sideLab;
cards.claims = claims;

// Terms in the text point at the view they speak of.
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[data-view]");
  if (!link) return;
  event.preventDefault();
  element.showView(link.dataset["view"]!);
});

offline("../");
