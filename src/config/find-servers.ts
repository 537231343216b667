/**
 * Finds the server entries in a pasted configuration: under `mcpServers` (Claude Desktop, Cursor, Windsurf, Gemini CLI, Cline), `servers`
 * (VS Code), `mcp.servers` (its settings.json), `context_servers` (Zed), `mcp` (opencode), or in a list with names (MCPProxy).
 */
import { isRecord } from "../lib/is-record.ts";
import type { Unusable } from "./translate-entry.ts";
import { quote } from "../lib/shorten.ts";

/** Entries by the name that the gateway uses. */
interface FoundServers {
  readonly entries: ReadonlyMap<string, FoundEntry>;
  /** Entries whose interpretation differs from their text. */
  readonly notes: readonly string[];
  readonly problems: readonly Unusable[];
  /** All other settings at the top level. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export type FoundEntry = { readonly raw: unknown } | (Unusable & { readonly source: unknown });

const CONTAINERS = ["mcpServers", "servers", "context_servers"];
const MAX_NAME_CHARS = 64;
export const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

export function findServers(root: Readonly<Record<string, unknown>>): FoundServers {
  const switches = readSwitches(root);
  const settings: Record<string, unknown> = { ...switches.settings };
  const entries = new Map<string, FoundEntry>();
  const notes: string[] = [...switches.notes];
  const problems: Unusable[] = [];
  const containers: [string, unknown][] = CONTAINERS.flatMap((key): [string, unknown][] => {
    if (!(key in settings)) return [];
    const value = settings[key];
    delete settings[key];
    return [[key, value]];
  });
  const inner = settings["mcp"];
  if (isRecord(inner) && isRecord(inner["servers"])) {
    delete settings["mcp"];
    containers.push(["mcp.servers", inner["servers"]]);
  }
  const ofOpencode = opencodeServers(settings["mcp"]);
  if (ofOpencode !== undefined) {
    delete settings["mcp"];
    containers.push(["mcp", ofOpencode]);
  }
  for (const [key, value] of containers) {
    if (key !== "mcpServers") notes.push(`${key} is read as mcpServers.`);
    if (Array.isArray(value) && value.length === 0) {
      notes.push(`${key} is an empty list, so there are no servers; write {"name": {"url": "https://…/mcp"}}.`);
    }
    const listed = Array.isArray(value) ? fromList(value) : isRecord(value) ? Object.entries(value) : undefined;
    if (listed === undefined) {
      problems.push({ reason: `${key} is not an object.`, fix: 'Write {"name": {"url": "https://…/mcp"}}.' });
    }
    for (const [given, raw] of listed ?? []) add(given, switched(given, raw));
  }
  return { entries, notes, problems, settings };

  function switched(given: string, raw: unknown): unknown {
    const setting = switches.offBy(given);
    if (setting === undefined || !isRecord(raw)) return raw;
    notes.push(`mcpServers: ${quote(given)} is switched off by ${setting} of the file, so it is switched off here.`);
    return { ...raw, disabled: true };
  }

  function add(given: string, raw: unknown): void {
    const name = serverNameOf(given) ?? freeName(`server-${entries.size + 1}`);
    if (name !== given) notes.push(`mcpServers: ${quote(given)} has the name ${name} here.`);
    if (entries.has(name)) {
      const fix = "Rename one of them: 1–64 letters, digits, '-', '_' or '.', starting with a letter or digit.";
      entries.set(freeName(name), { reason: `mcpServers has two entries of the name ${name}.`, fix, source: raw });
    } else entries.set(name, { raw });
  }

  function freeName(wanted: string): string {
    for (let number = 2; ; number += 1) {
      const name = `${wanted.slice(0, MAX_NAME_CHARS - 6)}-${number}`;
      if (!entries.has(name)) return name;
    }
  }
}

/** @returns the name by which the gateway calls an entry of the file; undefined if no character of the text is allowed in a name */
export function serverNameOf(given: string): string | undefined {
  const name = given
    .slice(0, MAX_NAME_CHARS * 4)
    .replaceAll(/[^A-Za-z0-9_.-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, MAX_NAME_CHARS)
    .replace(/-$/, "");
  return NAME.test(name) ? name : undefined;
}

function fromList(list: readonly unknown[]): [string, unknown][] {
  return list.map((raw): [string, unknown] => {
    if (!isRecord(raw)) return ["", raw];
    const { name, ...entry } = raw;
    return [typeof name === "string" ? name : "", entry];
  });
}

interface ServerSwitches {
  /** @returns the setting by which the server is not used; undefined if none forbids it. @param given name of the server in the file */
  readonly offBy: (given: string) => string | undefined;
  /** All other settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

const OF_GEMINI = ["allowed", "excluded", "serverCommand"];

/**
 * Reads the lists in the settings of Gemini CLI (`mcp.allowed`, `mcp.excluded`) and Claude Code (`enabledMcpjsonServers`,
 * `disabledMcpjsonServers`) that say which servers of a file are used there. A server that is not is taken over switched off. A list that
 * cannot be read switches off every server.
 */
function readSwitches(root: Readonly<Record<string, unknown>>): ServerSwitches {
  const { enabledMcpjsonServers: enabled, disabledMcpjsonServers: disabled, ...others } = root;
  const settings: Record<string, unknown> = others;
  const notes: string[] = [];
  const { mcp } = settings;
  const ofGemini = isRecord(mcp) ? Object.fromEntries(OF_GEMINI.flatMap((key) => listOf(mcp, key))) : {};
  if (isRecord(mcp) && Object.keys(ofGemini).length > 0) {
    const rest = Object.entries(mcp).filter(([key]) => !Object.hasOwn(ofGemini, key));
    if (rest.length === 0) delete settings["mcp"];
    else settings["mcp"] = Object.fromEntries(rest);
    if (Object.hasOwn(ofGemini, "serverCommand")) notes.push("mcp.serverCommand is not used.");
  }
  const lists = [
    { name: "mcp.allowed", list: ofGemini["allowed"], isAllowing: true },
    { name: "mcp.excluded", list: ofGemini["excluded"], isAllowing: false },
    { name: "enabledMcpjsonServers", list: enabled, isAllowing: true },
    { name: "disabledMcpjsonServers", list: disabled, isAllowing: false },
  ].filter(({ list }) => list !== undefined && list !== null);
  const offBy = (given: string): string | undefined =>
    lists.find(({ list, isAllowing }) => names(list, given) !== isAllowing)?.name;
  return { offBy, settings, notes };
}

/** A server of this name in opencode's file is an object. */
function listOf(mcp: Readonly<Record<string, unknown>>, key: string): [string, unknown][] {
  return Object.hasOwn(mcp, key) && !isRecord(mcp[key]) ? [[key, mcp[key]]] : [];
}

/** Gemini CLI compares names without regard to case. @returns undefined for what is no list of names */
function names(list: unknown, given: string): boolean | undefined {
  if (!Array.isArray(list) || !list.every((name) => typeof name === "string")) return undefined;
  const same = (name: string): string => name.trim().toLowerCase();
  return list.some((name) => same(name) === same(given));
}

/**
 * Reads the servers of opencode's file: `{"mcp": {"NAME": {"type": "local", "command": ["npx", "-y", "x"], "environment": {}}}}`.
 *
 * @returns entries as other clients write them; undefined if `mcp` is no container of opencode's
 */
function opencodeServers(mcp: unknown): Readonly<Record<string, unknown>> | undefined {
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
  const entry: unknown = JSON.parse(text);
  if (!isRecord(entry)) return entry;
  const { command: words, environment, ...rest } = entry;
  if (!Array.isArray(words)) return entry;
  const [command, ...args] = words as readonly unknown[];
  return { ...rest, command, args, ...(environment !== undefined && { env: environment }) };
}
