/**
 * Lists in the settings of Gemini CLI (`mcp.allowed`, `mcp.excluded`) and Claude Code (`enabledMcpjsonServers`, `disabledMcpjsonServers`) that say which servers
 * of a file are used there. A server that is not is taken over switched off. A list that cannot be read switches off every server.
 */
import { isRecord } from "../lib/is-record.ts";

export interface ServerSwitches {
  /** @returns the setting by which the server is not used; undefined if none forbids it. @param given name of the server in the file */
  readonly offBy: (given: string) => string | undefined;
  /** All other settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
}

const OF_GEMINI = ["allowed", "excluded", "serverCommand"];

export function readSwitches(root: Readonly<Record<string, unknown>>): ServerSwitches {
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
