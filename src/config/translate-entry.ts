/**
 * Translates a server entry as Claude Desktop, Cursor, VS Code, Windsurf, Gemini CLI, Cline or MCPProxy write it to the keys of
 * gateway.json. Settings that only concern those clients are omitted, with a note. A setting that restricts who may use which tools, and
 * that is not applied here, makes the entry unusable: running it without would allow what its owner forbade.
 */
import { asRecord, isRecord } from "../lib/is-record.ts";
import { lettersOf } from "../lib/letters.ts";
import { nearest } from "../lib/nearest.ts";
import { TEMPLATES } from "./template-keys.ts";
import { readReferences } from "./secret-references.ts";
import { quote, shorten } from "../lib/shorten.ts";

/** The reason why an entry is not used, and what to write instead. */
export interface Unusable {
  readonly reason: string;
  readonly fix: string;
}

type Translated =
  | { readonly ok: true; readonly entry: Readonly<Record<string, unknown>>; readonly notes: readonly string[] }
  | ({ readonly ok: false } & Unusable);

/** Other names of the gateway's keys, in order of precedence. */
const OTHER_NAMES: readonly (readonly [string, string])[] = [
  ["serverUrl", "url"],
  ["httpUrl", "url"],
  ["protocol", "type"],
  ["transport", "type"],
  ["transportType", "type"],
  ["max_concurrent_requests", "max_parallel"],
  ["working_dir", "cwd"],
  ["workingDirectory", "cwd"],
];

const TYPES: Readonly<Record<string, string>> = {
  http: "http",
  streamablehttp: "http",
  remote: "http",
  sse: "sse",
  stdio: "stdio",
  local: "local",
  openapi: "openapi",
  graphql: "graphql",
  service: "service",
  tunnel: "tunnel",
};

/** Keys of other clients that have no effect on the gateway. */
const NOT_USED = new Set(
  `alwaysAllow autoApprove autoapprove trust alwaysLoad description name title icon icons version gallery dev note notes comment
  _comment // tags category created updated queue_size queue_timeout skip_quarantine shared source isolation reconnect_on_use auto_approve_tool_changes
  startup_timeout_sec tool_timeout_sec connectTimeout sessionTimeout networkTimeout retry watch watchPaths registry provider
  remoteConfigured extension required`.split(/\s+/),
);
/** Keys of an entry that starts a process; a server with a URL runs elsewhere. */
const OF_PROCESSES = [
  ...["args", "env", "env_vars", "envFile", "cwd", "working_dir", "workingDirectory", "sandbox", "sandboxEnabled"],
];
/** Keys that have no effect on a process here; of one that is not disabled, `checkProcessKey` refuses those that would change what it does. */
const NOT_OF_OURS = ["sandbox", "sandboxEnabled", "env_vars", "envFile", "oauth", "url"];
/** Keys that select tools. */
const TOOL_LISTS = [
  ...["includeTools", "excludeTools", "enabled_tools", "disabled_tools", "enabledTools", "disabledTools"],
  ...["allowedTools", "allowed_tools", "blockedTools"],
];

const MAX_TIMEOUT_MS = 600_000;

export function translateEntry(name: string, raw: unknown): Translated {
  const at = `mcpServers.${name}`;
  if (!isRecord(raw)) {
    const got = raw === null ? "null" : Array.isArray(raw) ? "a list" : `a ${typeof raw}`;
    return unusable(`${at} is ${got}, not an object.`, 'Write {"url": "https://…/mcp"}.');
  }
  const notes: string[] = [];
  const entry = Object.fromEntries(Object.entries(raw).filter(([key, value]) => !isNothing(key, value)));
  if ("command" in entry && isEmpty(entry["headers"])) delete entry["headers"];
  if (isRecord(entry["env"])) entry["env"] = withoutNull(entry["env"]);
  try {
    rename(entry, at, notes);
    if (raw["command"] === "" && !("url" in entry) && !("type" in entry)) {
      throw new CannotUse(`${at}.command is empty.`, "Give the command, or the url of a remote server.");
    }
    translateType(entry, at, notes);
    translateSwitch(entry, at, notes);
    translateTimeout(entry, at, notes);
    translateOAuth(entry, at, notes);
    leaveOut(entry, at, notes);
    for (const key of TEMPLATES) {
      // A description in the entry itself is data.
      if (!(key in entry) || "command" in entry || (key === "spec" && typeof entry[key] !== "string")) continue;
      entry[key] = withReferences(entry[key], `${at}.${key}`, notes);
    }
  } catch (error) {
    if (error instanceof CannotUse) return unusable(error.message, error.fix);
    throw error;
  }
  return { ok: true, entry, notes };
}

class CannotUse extends Error {
  readonly fix: string;

  constructor(reason: string, fix: string) {
    super(reason);
    this.fix = fix;
  }
}

/** Some clients write unset keys, too. */
function isNothing(key: string, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (key === "command" || key === "url") return value === "";
  if (key === "max_concurrent_requests") return value === 0;
  return (OF_PROCESSES.includes(key) || TOOL_LISTS.includes(key)) && isEmpty(value) && !isAllowList(key);
}

function withoutNull(env: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== null));
}

/** An empty list of allowed tools allows nothing. */
function isAllowList(key: string): boolean {
  return /^(?:include|enabled|allowed)/.test(key);
}

function rename(entry: Record<string, unknown>, at: string, notes: string[]): void {
  for (const [theirs, ours] of OTHER_NAMES) {
    if (!(theirs in entry) || (ours === "cwd" && !("command" in entry))) continue;
    const value = entry[theirs];
    delete entry[theirs];
    if (theirs === "httpUrl" && "url" in entry) {
      notes.push(`${at}: httpUrl is used as the address; url is not used.`);
      entry["url"] = value;
    } else if (ours in entry && entry[ours] !== value) {
      throw new CannotUse(`${at} has both ${ours} and ${theirs}, which differ.`, `Keep ${ours}.`);
    } else {
      entry[ours] = value;
      notes.push(`${at}: ${theirs} is read as ${ours}.`);
    }
  }
}

function translateType(entry: Record<string, unknown>, at: string, notes: string[]): void {
  const { type } = entry;
  if (type === undefined) return;
  const simple = typeof type === "string" ? type.toLowerCase().replaceAll(/[-_ ]/g, "") : "";
  const known = Object.hasOwn(TYPES, simple) ? TYPES[simple] : undefined;
  if (simple === "auto" || (known === "local" && "command" in entry)) delete entry["type"];
  else if (known === undefined) {
    const meant = typeof type === "string" ? nearest(type, Object.keys(TYPES), 1)[0] : undefined;
    const fix = `The known types are "http", "openapi", "graphql", "service", "tunnel" and "local"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
    throw new CannotUse(`${at}.type is ${shown(type)}, which the gateway does not know.`, fix);
  } else if (known === "sse") {
    const { url } = entry;
    const other = typeof url === "string" ? url.replace(/\/sse(?=$|[/?#])/, "/mcp") : undefined;
    const where = other === undefined || other === url ? "at an address that ends in /mcp" : `at ${other}`;
    notes.push(
      `${at}: the old SSE transport is not supported. Streamable HTTP is used with the same address; servers usually offer it ${where}.`,
    );
    entry["type"] = "http";
  } else entry["type"] = known;
  if (known === "stdio" && !("command" in entry)) {
    throw new CannotUse(
      `${at} is a local process without a command.`,
      "Give its command, or the url of a remote server.",
    );
  }
}

function translateSwitch(entry: Record<string, unknown>, at: string, notes: string[]): void {
  let isOff = false;
  for (const [key, off] of [
    ["disabled", true],
    ["enabled", false],
    ["isActive", false],
    ["quarantined", true],
  ] as const) {
    if (!(key in entry)) continue;
    const value = entry[key];
    delete entry[key];
    if (typeof value !== "boolean")
      throw new CannotUse(`${at}.${key} is ${shown(value)}.`, "The value must be true or false.");
    if (value !== off) continue;
    isOff = true;
    if (key === "quarantined") notes.push(`${at} is quarantined in its original file, so it is switched off here.`);
  }
  if (isOff) entry["disabled"] = true;
}

/** Timeouts are in seconds in Cline and Roo Code, in milliseconds in Gemini CLI and Claude Code. */
function translateTimeout(entry: Record<string, unknown>, at: string, notes: string[]): void {
  const { timeout } = entry;
  if (timeout === undefined) return;
  delete entry["timeout"];
  if ("command" in entry) return;
  if (typeof timeout !== "number" || !(timeout > 0)) {
    throw new CannotUse(
      `${at}.timeout is ${shown(timeout)}.`,
      "Write timeout_ms, the milliseconds to wait for an answer.",
    );
  }
  const ms = Math.min(MAX_TIMEOUT_MS, Math.ceil(timeout < 1_000 ? timeout * 1_000 : timeout));
  entry["timeout_ms"] ??= ms;
  notes.push(`${at}: timeout ${timeout} is read as ${ms} milliseconds; write timeout_ms to be exact.`);
}

/** Members of other clients' `oauth`, in any spelling, that say which authorization server gets the credentials: `issuer` does that here. */
const PINS = ["tokenUrl", "authorizationUrl", "authServerMetadataUrl", "registrationUrl"];

/** `oauth` is an object for a sign-in, whose members are all optional, or false for none. */
function translateOAuth(entry: Record<string, unknown>, at: string, notes: string[]): void {
  const { oauth } = entry;
  if (oauth === undefined || "command" in entry) return;
  delete entry["oauth"];
  if (typeof oauth !== "boolean" && !isRecord(oauth)) {
    throw new CannotUse(`${at}.oauth is no object.`, 'Write "auth": "oauth", or an object (docs/upstream-auth.md).');
  }
  const { enabled, clientId, client_id, clientSecret, client_secret, scope, scopes, issuer, ...others } =
    asRecord(oauth);
  if (oauth === false || enabled === false) return;
  if (entry["auth"] !== undefined) return void notes.push(`${at}: oauth is left out, because there is an auth.`);
  const written = (name: string): string | undefined =>
    Object.keys(others).find((key) => lettersOf(key) === lettersOf(name));
  // An empty issuer names no authorization server.
  const pin = issuer ? undefined : PINS.map(written).find((key) => key !== undefined);
  if (pin !== undefined) {
    throw new CannotUse(
      `${at}.oauth.${pin} names the authorization server, which has no effect here.`,
      `Write "auth": {"type": "oauth", "issuer": "https://…"} with its issuer, so that no other one gets the credentials.`,
    );
  }
  const kind = written("grantType");
  if (kind !== undefined && others[kind] !== "authorization_code") {
    throw new CannotUse(
      `${at}.oauth.${kind} is ${shown(others[kind])}.`,
      'Write "auth": {"type": "client_credentials", …} for a sign-in without a person (docs/upstream-auth.md).',
    );
  }
  const listed = scope ?? scopes;
  const auth = {
    type: "oauth",
    issuer,
    clientId: clientId ?? client_id,
    clientSecret: clientSecret ?? client_secret,
    scope: Array.isArray(listed) ? listed.join(" ") : listed,
  };
  entry["auth"] = Object.fromEntries(Object.entries(auth).filter(([, value]) => Boolean(value)));
  const ignored = Object.keys(others)
    .slice(0, 10)
    .map((key) => quote(key, 40));
  const rest =
    ignored.length === 0 ? "" : ` Its ${ignored.join(", ")} ${ignored.length === 1 ? "is" : "are"} left out.`;
  notes.push(`${at}: oauth is read as auth.${rest}`);
}

/** @returns the list as it is to be written, or a placeholder for one that is long or has other things than texts */
function namesOf(list: unknown): string {
  const text = JSON.stringify(list) ?? "";
  return Array.isArray(list) && list.every((name) => typeof name === "string") && text.length <= 200 ? text : "[…]";
}

function leaveOut(entry: Record<string, unknown>, at: string, notes: string[]): void {
  const isProcess = "command" in entry;
  const isOff = entry["disabled"] === true;
  for (const key of Object.keys(entry)) {
    const isEverything = key === "tools" && Array.isArray(entry[key]) && entry[key].includes("*");
    if (TOOL_LISTS.includes(key) || (key === "tools" && Array.isArray(entry[key]) && !isEverything)) {
      const rule = /^(exclude|disabled|blocked)/.test(key) ? "exclude" : "include";
      const fix = `Write "tools": {"${rule}": ${namesOf(entry[key])}} instead; * stands for any characters (docs/upstreams.md).`;
      throw new CannotUse(`${at}.${key} lists tools, which has no effect here.`, fix);
    }
    if (isProcess && !isOff) checkProcessKey(key, entry[key], at);
    if (isEverything) delete entry[key];
    else if (
      NOT_USED.has(key) ||
      (key === "remote" && entry[key] === false) ||
      (isProcess ? NOT_OF_OURS : OF_PROCESSES).includes(key)
    ) {
      delete entry[key];
      notes.push(`${at}: ${key} is not used.`);
    }
  }
}

/** A process that is started without what such a key says would do other things than its owner meant. */
function checkProcessKey(key: string, value: unknown, at: string): void {
  if (key === "envFile") {
    const fix = "Write its variables into env; ${NAME} there is the variable NAME of .dev.vars or of the environment.";
    throw new CannotUse(`${at}.envFile is not read.`, fix);
  }
  if (key === "env_vars") {
    const fix = 'Write each of them into env, like "env": {"NAME": "${NAME}"}.';
    throw new CannotUse(`${at}.env_vars is not read.`, fix);
  }
  if (key === "sandboxEnabled" && value !== false) {
    const fix = "Remove it if the process may run without one.";
    throw new CannotUse(`${at}.sandboxEnabled requests a sandbox, but processes are started without one.`, fix);
  }
  if (key === "url")
    throw new CannotUse(`${at} has both a command and a url.`, "Keep the one by which the server can be reached.");
}

function withReferences(value: unknown, path: string, notes: string[]): unknown {
  if (typeof value === "string") {
    const read = readReferences(value, path);
    if (!read.ok) throw new CannotUse(read.reason, read.fix);
    notes.push(...read.notes);
    return read.text;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withReferences(inner, `${path}.${key}`, notes)]);
  return Object.fromEntries(entries) as unknown;
}

function unusable(reason: string, fix: string): Translated {
  return { ok: false, reason, fix };
}

function isEmpty(value: unknown): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}

function shown(value: unknown): string {
  const text = typeof value === "object" ? "no text" : JSON.stringify(value);
  return shorten(text, 80);
}
