/** Reads the servers of opencode's file: `{"mcp": {"NAME": {"type": "local", "command": ["npx", "-y", "x"], "environment": {}}}}`. */
import { isRecord } from "../lib/is-record.ts";

/** @returns entries as other clients write them; undefined if `mcp` is no container of opencode's */
export function opencodeServers(mcp: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isRecord(mcp)) return undefined;
  // An entry that only switches a server of another file on or off has no type.
  const entries = Object.entries(mcp).filter(([, entry]) => !isRecord(entry) || !isSwitch(entry));
  const isOpencodes = entries.length > 0 && entries.every(([, entry]) => isRecord(entry) && isKind(entry["type"]));
  return isOpencodes ? Object.fromEntries(entries.map(([name, entry]) => [name, translated(entry)])) : undefined;
}

function isSwitch(entry: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(entry).join() === "enabled";
}

function isKind(type: unknown): boolean {
  return type === "local" || type === "remote";
}

function translated(raw: unknown): unknown {
  // Its references are `{env:NAME}`.
  const text = JSON.stringify(raw).replaceAll(/(?<!\$)\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => `\${${name}}`);
  const parsed: unknown = JSON.parse(text);
  if (!isRecord(parsed)) return parsed;
  const entry = withSignIn(parsed);
  const { command: words, environment, ...rest } = entry;
  if (!Array.isArray(words)) return entry;
  const [command, ...args] = words as readonly unknown[];
  return { ...rest, command, args, ...(environment !== undefined && { env: environment }) };
}

/** `oauth` of a remote server is an object for a sign-in, whose members are all optional, and false for none. */
function withSignIn(entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { oauth, ...rest } = entry;
  if (entry["type"] !== "remote") return entry;
  if (oauth === false) return rest;
  return isRecord(oauth) && Object.keys(oauth).length === 0 ? { auth: "oauth", ...rest } : entry;
}
