// .dev.vars: the secrets of local development, which git ignores and no deployment reads. `wrangler dev` runs the build before it
// reads the file, so what the build adds counts from the first start.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const path = join(root, ".dev.vars");

const WANTED = [
  {
    name: "ISOGATE_OPEN",
    make: () => "local",
    comment: "This gateway is local: without ISOGATE_API_KEY everybody on this machine may use it.",
  },
  {
    name: "ISOGATE_SETUP_TOKEN",
    make: () => randomBytes(24).toString("hex"),
    comment: "Creates the first admin key, once.",
  },
  {
    name: "ISOGATE_ENCRYPTION_KEY",
    make: () => randomBytes(32).toString("base64"),
    comment: "Seals stored credentials of upstreams; without it people have to sign in anew.",
  },
];

/** The value of a variable in .dev.vars; undefined when it is not there. */
export function devVar(name) {
  return new RegExp(`^${name}=["']?(.*?)["']?\\s*$`, "m").exec(read())?.[1];
}

/** Adds what a local gateway needs and .dev.vars does not have; a value that is there, also an empty one, stays as it is. */
export function addMissingDevVars() {
  const before = read();
  let text = before;
  for (const { name, make, comment } of WANTED) {
    if (new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, "m").test(text)) continue;
    text += `${text === "" || text.endsWith("\n") ? "" : "\n"}# Added by the local build. ${comment}\n${name}=${make()}\n`;
  }
  if (text === before) return;
  // Never half a file under its name: two gateways may start at once.
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, text, { mode: 0o600 });
  renameSync(partial, path);
}

/**
 * Wrangler watches its own configuration, not .dev.vars; it reads both again when the configuration's time changes.
 * The hash of the file that counts is kept in dist/, so that a change is reported once.
 */
export function announceChangedDevVars() {
  const seen = join(root, "dist/dev-vars.sha256");
  const hash = createHash("sha256").update(read()).digest("hex");
  const known = existsSync(seen) ? readFileSync(seen, "utf8") : undefined;
  if (known === hash) return;
  const now = new Date();
  // First, because a build may be ended in between, when another file changes.
  if (known !== undefined) utimesSync(join(root, "wrangler.toml"), now, now);
  mkdirSync(dirname(seen), { recursive: true });
  writeFileSync(seen, hash);
}

function read() {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
