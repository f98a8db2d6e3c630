// Every setting of an experiment as a form, made from the field table that Rust wrote: labels,
// descriptions, ranges. A live field changes the running experiment, any other starts a new one.

import { LitElement, css, html, nothing } from "lit";
import type { Field } from "../generated/shared.js";
import { parseField, rangeOf } from "./address.js";
import { base, controls } from "./style.js";

const names: Record<string, string> = { adamW: "AdamW", adam: "Adam", sgd: "gradient descent", mlp: "perceptron of several layers", stablemax: "StableMax", stablemaxComplement: "StableMax, complement" };
/** `oneHot` → `one hot` */
const spoken = (choice: string): string =>
  names[choice] ?? choice.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);

export class PaperglassFields extends LitElement {
  static override properties = {
    fields: { attribute: false }, values: { attribute: false }, arms: { attribute: false }, arm: { attribute: false },
    idle: { attribute: false }, problems: { state: true },
  };
  declare fields: Field[];
  /** The configuration shown: of one arm, or of the first where all are meant. */
  declare values: Record<string, unknown>;
  declare arms: { id: string; label: string }[];
  /** Which arm is being set; empty for all. */
  declare arm: string;
  /** Why a field does not matter now; fields that do are absent. */
  declare idle: Record<string, string>;
  declare private problems: Record<string, string>;

  static override styles = [
    base,
    controls,
    css`
      :host { display: block; }
      form { columns: 17rem; column-gap: 2rem; margin-top: 1rem; }
      fieldset { border: 0; padding: 0; margin: 0 0 0.6rem; min-width: 0; }
      legend { font: 600 1.05rem var(--serif); padding: 0; margin-bottom: 0.35rem; }
      .field { display: grid; gap: 0.2rem; break-inside: avoid; margin-bottom: 0.9rem; }
      .field > label, .check label { color: var(--ink); font-weight: 500; }
      .check { display: flex; gap: 0.5rem; align-items: center; }
      .about { font-size: 0.8125rem; color: var(--ink-soft); }
      .live { font-size: 0.75rem; color: var(--good); }
      .wrong { font-size: 0.8125rem; color: var(--bad); }
      [aria-invalid="true"] { border-color: var(--bad); }
      select, input[type="number"] { width: 100%; }
      .whose { display: flex; gap: 0.5rem; align-items: center; flex-wrap: wrap; }
      .whose select { width: auto; }
    `,
  ];

  constructor() {
    super();
    this.problems = {};
  }

  private set(field: Field, text: string): void {
    const value = parseField(field, text);
    this.problems = { ...this.problems, [field.name]: value === undefined ? `“${text}” is not ${rangeOf(field)}.` : "" };
    if (value === undefined || value === this.values[field.name]) return;
    this.dispatchEvent(new CustomEvent("field-change", { detail: { field, value, arm: this.arm }, bubbles: true, composed: true }));
  }

  private control(field: Field) {
    const value = this.values[field.name];
    const disabled = field.name in this.idle;
    const invalid = this.problems[field.name] ? "true" : nothing;
    const changed = (event: Event) => this.set(field, (event.target as HTMLInputElement).value);
    if (field.type === "choice") {
      return html`<select id=${field.name} ?disabled=${disabled} aria-describedby="${field.name}-about" @change=${changed}>
        ${field.choices.map((choice) => html`<option value=${choice} ?selected=${choice === value}>${spoken(choice)}</option>`)}</select>`;
    }
    return html`<input id=${field.name} type="number" step="any" .value=${String(value)} ?disabled=${disabled} aria-invalid=${invalid}
      aria-describedby="${field.name}-about" @change=${changed}>`;
  }

  private field(field: Field) {
    const about = this.idle[field.name] ?? field.description;
    const range = field.type === "integer" || field.type === "number" ? ` ${field.min} to ${field.max}.` : "";
    const notes = html`<span class="about" id="${field.name}-about">${about}${range}${field.live ? html` <span class="live">Changes while running.</span>` : nothing}</span>
      ${this.problems[field.name] ? html`<span class="wrong" role="alert">${this.problems[field.name]}</span>` : nothing}`;
    if (field.type === "flag") {
      return html`<div class="field"><span class="check"><input id=${field.name} type="checkbox" .checked=${this.values[field.name] === true}
        ?disabled=${field.name in this.idle} aria-describedby="${field.name}-about"
        @change=${(event: Event) => this.set(field, String((event.target as HTMLInputElement).checked))}>
        <label for=${field.name}>${field.label}</label></span>${notes}</div>`;
    }
    return html`<div class="field"><label for=${field.name}>${field.label}</label>${this.control(field)}${notes}</div>`;
  }

  override render() {
    const groups = [...new Set(this.fields.map(({ group }) => group))];
    return html`
      <p class="whose"><label for="whose">Settings of</label>
        <select id="whose" @change=${(event: Event) => {
          this.problems = {};
          this.dispatchEvent(new CustomEvent("arm-chosen", { detail: (event.target as HTMLSelectElement).value }));
        }}>
          <option value="" ?selected=${this.arm === ""}>all arms</option>
          ${this.arms.map(({ id, label }) => html`<option value=${id} ?selected=${this.arm === id}>${label}</option>`)}
        </select>
        <span class="small soft">Settings that do not change while running start all arms anew.</span></p>
      <form @submit=${(event: Event) => event.preventDefault()}>
        ${groups.map((group) => html`<fieldset><legend>${group}</legend>
          ${this.fields.filter((field) => field.group === group).map((field) => this.field(field))}</fieldset>`)}
      </form>
    `;
  }
}
customElements.define("paperglass-fields", PaperglassFields);
