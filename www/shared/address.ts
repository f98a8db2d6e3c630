// The whole configuration in the address: what is written is read back as it was, and what
// cannot be read falls back to its default with a sentence that says so. Pure functions.
//
// ?preset=four-curves&seed=3&device=cpu&modulus=59&softmax.loss=stablemax
// A bare field is for every arm; `arm.field` for one.

import type { Field, Preset } from "../generated/shared.js";

export interface Settings {
  preset?: string;
  seed?: number;
  device?: "auto" | "cpu" | "webgpu";
  /** Fields changed on every arm. */
  changes: Record<string, unknown>;
  /** Fields changed on single arms. */
  arms: Record<string, Record<string, unknown>>;
}

export interface PaperTables {
  fields: Field[];
  presets: Preset<object>[];
}

/** What a field accepts, in words. */
export function rangeOf(field: Field): string {
  switch (field.type) {
    case "integer":
      return `a whole number from ${field.min} to ${field.max}`;
    case "number":
      return `a number from ${field.min} to ${field.max}`;
    case "choice":
      return `one of ${field.choices.join(", ")}`;
    case "flag":
      return "true or false";
  }
}

/** A field's value from text; `undefined` if it is not one. */
export function parseField(field: Field, text: string): unknown {
  switch (field.type) {
    case "integer":
    case "number": {
      const value = text.trim() === "" ? NaN : Number(text);
      const whole = field.type === "number" || Number.isInteger(value);
      return whole && value >= field.min && value <= field.max ? value : undefined;
    }
    case "choice":
      return field.choices.includes(text) ? text : undefined;
    case "flag":
      return text === "true" ? true : text === "false" ? false : undefined;
  }
}

export function readAddress({ fields, presets }: PaperTables, search: string): Settings & { problems: string[] } {
  const settings: Settings = { changes: {}, arms: {} };
  const problems: string[] = [];
  const parameters = new URLSearchParams(search);
  const asked = parameters.get("preset");
  const preset = presets.find(({ id }) => id === asked) ?? presets[0]!;
  if (asked !== null && preset.id !== asked) {
    problems.push(`There is no preset “${asked}”; expected one of ${presets.map(({ id }) => id).join(", ")}. “${preset.id}” is shown.`);
  } else if (asked !== null) settings.preset = asked;

  for (const [name, text] of parameters) {
    if (name === "preset") continue;
    if (name === "device") {
      if (text === "auto" || text === "cpu" || text === "webgpu") settings.device = text;
      else problems.push(`device is “${text}”; expected auto, cpu or webgpu. The device is chosen automatically.`);
      continue;
    }
    const dot = name.indexOf(".");
    const [arm, inner] = dot < 0 ? [null, name] : [name.slice(0, dot), name.slice(dot + 1)];
    const field = fields.find((candidate) => candidate.name === inner);
    if (!field) {
      problems.push(`There is no setting “${name}”; it was left out.`);
      continue;
    }
    if (arm !== null && !preset.arms.some(({ id }) => id === arm)) {
      problems.push(`“${preset.id}” has no arm “${arm}”; ${name} was left out.`);
      continue;
    }
    if (arm !== null && inner === "seed") {
      problems.push(`All arms share one seed, so that only what is compared differs; ${name} was left out.`);
      continue;
    }
    const value = parseField(field, text);
    if (value === undefined) {
      problems.push(`${name} is “${text}”; expected ${rangeOf(field)}. Its default is used.`);
    } else if (name === "seed") settings.seed = value as number;
    else if (arm === null) settings.changes[inner] = value;
    else (settings.arms[arm] ??= {})[inner] = value;
  }
  return { ...settings, problems };
}

/** The query that reads back as these settings: only what differs from the preset; empty for the defaults. */
export function addressOf({ preset, seed, device, changes, arms }: Settings, { presets }: PaperTables): string {
  const parameters = new URLSearchParams();
  const own = (presets.find(({ id }) => id === preset) ?? presets[0]!).arms.map(({ id, config }) => ({ id, config: config as Record<string, unknown> }));
  if (preset !== undefined && preset !== presets[0]!.id) parameters.set("preset", preset);
  if (seed !== undefined && seed !== 0) parameters.set("seed", String(seed));
  if (device !== undefined && device !== "auto") parameters.set("device", device);
  for (const [name, value] of Object.entries(changes)) {
    if (!own.every(({ config }) => config[name] === value)) parameters.set(name, String(value));
  }
  for (const [arm, changed] of Object.entries(arms)) {
    const config = own.find(({ id }) => id === arm)?.config;
    for (const [name, value] of Object.entries(changed)) {
      // What is the preset's own still counts where a change for every arm stands before it.
      if (config?.[name] !== value || name in changes) parameters.set(`${arm}.${name}`, String(value));
    }
  }
  const query = parameters.toString();
  return query ? `?${query}` : "";
}
