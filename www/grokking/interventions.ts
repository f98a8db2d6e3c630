// What a visitor can do to a running comparison without starting it anew.

import { html, nothing } from "lit";
import type { Arm } from "../shared/comparison.js";
import { count, short } from "../shared/numbers.js";

export interface Act {
  (change: Record<string, unknown>, note: string, ids?: string[]): void;
}

/** An arm with nothing that keeps it from stalling. */
const bare = (arm: Arm): boolean =>
  String(arm.now["loss"]).startsWith("softmax") && arm.now["orthogonalGradient"] === "none" && arm.now["weightDecay"] === 0;

const bits = ["8", "11", "24", "53", "none"] as const;
const bitNames = { "8": "8 bits, as bfloat16", "11": "11 bits, as half precision", "24": "24 bits, as single precision", "53": "53 bits, as double precision", none: "no absorption at all" };

function unstick(arms: Arm[], act: Act) {
  const stuck = arms.filter(bare);
  const names = stuck.map(({ label }) => label).join(", ");
  /** A button that changes the arm chosen beside it, or every stuck one. */
  const button = (words: string, change: Record<string, unknown>, note: string) => html`<button @click=${(event: Event) => {
    const chosen = (event.currentTarget as Element).closest("section")!.querySelector("select")?.value;
    act(change, note, stuck.map(({ id }) => id).filter((id) => !chosen || id === chosen));
  }}>${words}</button>`;
  return html`<section>
    <h3>Unstick it</h3>
    ${stuck.length
      ? html`<p class="small soft">${names}: once the loss is exactly 0 nothing is learned any more. Step in and watch.</p>
        ${stuck.length > 1 ? html`<p class="row"><label for="whom">Change</label><select id="whom"><option value="">all ${stuck.length}</option>
          ${stuck.map(({ id, label }) => html`<option value=${id}>${label}</option>`)}</select></p>` : nothing}
        <div class="row">
          ${button("Switch to StableMax", { loss: "stablemaxComplement" }, "StableMax")}
          ${button("Make its gradient orthogonal", { orthogonalGradient: "perTensor", beta2: 0.999, epsilon: 1e-8 }, "orthogonal")}
          ${button("Do both", { loss: "stablemaxComplement", orthogonalGradient: "perTensor" }, "StableMax, orthogonal")}
          ${button("Add weight decay", { weightDecay: 1 }, "weight decay")}
        </div>
        <p class="small soft">Measured on this page's first experiment, stepping in at step 400: StableMax reaches 95 % about 700 steps later, weight decay within 200.
          The orthogonal gradient alone comes too late: 11 % after 600 steps, for most of the loss is 0 already.</p>`
      : html`<p class="small soft">No arm is left to itself now. Rewind to undo what was done.</p>`}
  </section>`;
}

function precision(arms: Arm[], act: Act) {
  const softmax = arms.filter((arm) => String(arm.now["loss"]).startsWith("softmax") && bare(arm));
  if (!softmax.length) return nothing;
  const now = softmax[0]!.now;
  const plain = now["loss"] === "softmaxCrossEntropy";
  const index = plain ? 2 : bits.indexOf(now["significandBits"] as (typeof bits)[number]);
  const text = plain ? "24 bits, as this computer adds" : bitNames[bits[index]!];
  return html`<section>
    <label class="slider" for="bits"><span>Precision of the softmax sum</span><output>${text}</output></label>
    <input id="bits" type="range" min="0" max="4" step="1" .value=${String(index)} aria-valuetext=${text}
      @change=${(event: Event) => {
        const chosen = bits[Number((event.target as HTMLInputElement).value)]!;
        act({ loss: "softmaxComplement", significandBits: chosen }, chosen === "none" ? "no absorption" : `${chosen} bits`, softmax.map(({ id }) => id));
      }}>
    <p class="small soft">Fewer bits: the rivals' terms vanish sooner. Applies to ${softmax.map(({ label }) => label).join(", ")}.</p>
  </section>`;
}

function counterfactual(arms: Arm[], act: Act) {
  const scale = Number(arms[0]?.now["logitScale"] ?? 1);
  return html`<section>
    <label class="slider" for="scale"><span>Multiply all logits by</span><output>${short(scale)}</output></label>
    <input id="scale" type="range" min="-1" max="2" step="0.05" .value=${String(Math.log10(scale))} aria-valuetext=${`times ${short(scale)}`}
      @input=${(event: Event) => {
        const factor = Number((10 ** Number((event.target as HTMLInputElement).value)).toPrecision(3));
        act({ logitScale: factor }, "");
      }}>
    <p class="small soft">A what-if, not training: no answer changes, yet the loss falls to 0 and the softmax collapses. Longer weights are all it takes.</p>
  </section>`;
}

function rate(arms: Arm[], act: Act) {
  const rates = arms.map((arm) => Number(arm.now["learningRate"]));
  const same = rates.every((rate) => rate === rates[0]);
  return html`<section>
    <h3>Learning rate</h3>
    <div class="row" role="group" aria-label="Multiply every arm's learning rate">
      ${[0.1, 0.3, 3, 10].map((factor) => html`<button class="chip" @click=${() => {
        for (const arm of arms) act({ learningRate: Number((Number(arm.now["learningRate"]) * factor).toPrecision(3)) }, `rate × ${short(factor)}`, [arm.id]);
      }}>× ${short(factor)}</button>`)}
    </div>
    <p class="small soft">Of every arm. Now ${same ? short(rates[0]!) : arms.map(({ label }, i) => `${label} ${short(rates[i]!)}`).join(", ")}.</p>
  </section>`;
}

export const interventions = (arms: Arm[], act: Act) =>
  arms.length ? html`${unstick(arms, act)}${precision(arms, act)}${counterfactual(arms, act)}${rate(arms, act)}` : nothing;

/** "4 networks on 1,767 sums" */
export function describe(arms: Arm[]): string {
  const config = arms[0]?.now;
  if (!config) return "Training";
  const networks = arms.length === 1 ? "1 network" : `${arms.length} networks`;
  const share = Number(config["trainShare"]);
  if (config["operation"] === "sparseParity") return `Training ${networks} on ${count(Number(config["paritySamples"]) * share)} samples`;
  const p = Number(config["modulus"]);
  const all = config["operation"] === "division" ? p * (p - 1) : p * p;
  const names: Record<string, string> = { addition: "sums", subtraction: "differences", multiplication: "products", division: "quotients" };
  return `Training ${networks} on ${count(Math.round(all * share))} ${names[String(config["operation"])] ?? "examples"} modulo ${p}`;
}
