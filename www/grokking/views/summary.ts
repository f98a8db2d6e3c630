// How many steps and seconds each arm needed, in numbers: of this run, and over several seeds.

import { html } from "lit";
import { count, duration, percent } from "../../shared/numbers.js";
import "../../shared/seeds.js";
import type { View } from "./view.js";

const levels = [0.5, 0.95, 0.99, 1];

export const summary: View = {
  id: "summary",
  title: "Steps and seconds",
  hint: "When each arm first reached 50, 95, 99 and 100 % on sums it was never shown: in this run, and over several seeds.",
  small: [],
  large: [],
  render: (context) => html`<div class="scroll" tabindex="0" role="region" aria-label="Steps and seconds to each accuracy"><table>
    <thead><tr><th scope="col">Held-out accuracy</th>${levels.map((level) => html`<th scope="col">${percent(level).replace(".0", "")}</th>`)}<th scope="col">now</th></tr></thead>
    <tbody>${context.arms.map((arm) => html`<tr>
      <th scope="row"><paperglass-swatch slot-number=${context.slot(arm)}></paperglass-swatch> ${arm.label}</th>
      ${levels.map((level) => {
        const reached = arm.recording.reaching("accuracy.test", level);
        return html`<td>${reached ? html`${count(reached.step)}<br><span class="soft">${duration(reached.seconds)}</span>` : "–"}</td>`;
      })}
      <td>${percent(arm.recording.value("accuracy.test", context.shown))}</td></tr>`)}</tbody></table></div>
    <p class="note">Steps, and below them seconds of training with all arms running at once. Measured every few steps, so a figure is an upper bound.</p>
    <h4>Over several seeds</h4>
    <paperglass-seeds paper="grokking" .lab=${context.lab} .arms=${context.arms.map(({ id, label, config }) => ({ id, label, config }))}
      steps=${context.comparison.steps} every=${context.comparison.every}></paperglass-seeds>`,
};
