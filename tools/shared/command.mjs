// Running other programs: with what they say shown as it comes, or kept.

import { spawn, spawnSync } from "node:child_process";
import { environment, root } from "./paths.mjs";

/** Children that are running, so that Ctrl-C stops them too. */
const running = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(130);
  });
}

/** Something that a person can act on; shown without a stack. */
export class Sentence extends Error {}

/** Runs a command; its output is shown, and kept when `keep` is set. Rejects when it fails. */
export function run(command, args, { cwd = root, env = {}, keep = false, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...environment(), ...env }, stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
    let text = "";
    const take = (stream) => (data) => {
      if (keep || quiet) text += data;
      if (!quiet) stream.write(data);
    };
    child.stdout.on("data", take(process.stdout));
    child.stderr.on("data", take(process.stderr));
    child.on("error", (error) => {
      running.delete(child);
      reject(error.code === "ENOENT" ? new Sentence(`The command "${command}" was not found.`) : error);
    });
    child.on("close", (code) => {
      running.delete(child);
      if (code === 0) return resolve(text);
      if (quiet) process.stderr.write(text);
      const error = new Sentence(`"${[command, ...args].join(" ")}" failed (exit code ${code}).`);
      error.output = text;
      reject(error);
    });
  });
}

/** What a command prints, or "" if it cannot be run. */
export function ask(command, args) {
  const { status, stdout } = spawnSync(command, args, { env: environment(), encoding: "utf8", cwd: root });
  return status === 0 ? stdout.trim() : "";
}

/** Announces a stage, and says afterwards how long it took. */
export async function stage(name, work) {
  const start = Date.now();
  console.log(`\n▸ ${name}`);
  const result = await work();
  console.log(`  ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

/** Runs a script's main function; a Sentence is printed plainly. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Sentence ? `\n${error.message}` : error);
    process.exit(1);
  }
}
