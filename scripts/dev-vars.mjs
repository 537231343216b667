// Manages .dev.vars, the secrets of local development, which git ignores and no deployment reads. `wrangler dev` runs the build before
// it reads the file, so variables that the build adds are effective at the first start.
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
    comment: "This gateway is local: without ISOGATE_API_KEY, all users of this machine may use it.",
  },
  {
    name: "ISOGATE_SETUP_TOKEN",
    make: () => randomBytes(24).toString("hex"),
    comment: "Creates the first admin key, once.",
  },
  {
    name: "ISOGATE_ENCRYPTION_KEY",
    make: () => randomBytes(32).toString("base64"),
    comment: "Encrypts stored credentials of upstreams; without it, people have to sign in again.",
  },
];

/** @returns the value of a variable in .dev.vars; undefined if it is not set */
export function devVar(name) {
  return new RegExp(`^${name}=["']?(.*?)["']?\\s*$`, "m").exec(read())?.[1];
}

/** @returns {boolean} true if the local gateway refuses requests without a key: ISOGATE_API_KEY counts before ISOGATE_OPEN */
export function isKeyNeeded() {
  return devVar("ISOGATE_OPEN") !== "local" || (devVar("ISOGATE_API_KEY") ?? "") !== "";
}

/** @returns {Record<string, string>} the headers of a request to the local gateway, whose key may be in .dev.vars */
export function ownHeaders() {
  const key = devVar("ISOGATE_API_KEY");
  return key ? { Authorization: `Bearer ${key}` } : {};
}

/** Adds missing variables of a local gateway to .dev.vars; existing values stay, also empty ones. */
export function addMissingDevVars() {
  const before = read();
  let text = before;
  for (const { name, make, comment } of WANTED) {
    if (new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, "m").test(text)) continue;
    text += `${text === "" || text.endsWith("\n") ? "" : "\n"}# Added by the local build. ${comment}\n${name}=${make()}\n`;
  }
  if (text === before) return;
  // The file is renamed into place, because two gateways may start at once.
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, text, { mode: 0o600 });
  renameSync(partial, path);
}

/**
 * Makes Wrangler read a changed .dev.vars. Wrangler watches only its own configuration, and reads both files again when the
 * configuration's modification time changes. The hash of .dev.vars is kept in dist/, so that a change is reported once.
 */
export function announceChangedDevVars() {
  const seen = join(root, "dist/dev-vars.sha256");
  const hash = createHash("sha256").update(read()).digest("hex");
  const known = existsSync(seen) ? readFileSync(seen, "utf8") : undefined;
  if (known === hash) return;
  const now = new Date();
  // The hash is written first, because Wrangler may end the build when another file changes.
  if (known !== undefined) utimesSync(join(root, "wrangler.toml"), now, now);
  mkdirSync(dirname(seen), { recursive: true });
  writeFileSync(seen, hash);
}

function read() {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
