/** Adds the servers of another client's configuration to a gateway.json. */
import { isRecord } from "../lib/is-record.ts";
import { withProjectServers } from "./claude-projects.ts";
import { gatewayConfigSchema } from "./gateway-config.ts";
import { importRemarks } from "./import-remarks.ts";
import { FIX_IN_FILE, isUnusable, parseGatewayConfig } from "./parse-gateway-config.ts";
import { parseJsonc, parseWithRepeats } from "../lib/jsonc.ts";
import type { Result } from "../lib/result.ts";

export interface Imported {
  /** Names of the servers that were added. */
  readonly added: readonly string[];
  /** The servers that were skipped, with the reasons. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** Settings whose interpretation differs from their text, or which are not used. */
  readonly notes: readonly string[];
  /** The text of the new gateway.json. */
  readonly text: string;
}

const TOML =
  'The file is TOML, as Codex uses it; only JSON is read. Write its servers as {"mcpServers": {"NAME": {"url": "https://…/mcp"}}}, with command and args for a local server.';
const { mcpServers: _, $schema: __, ...OWN_SETTINGS } = gatewayConfigSchema.shape;

/** The file to which servers are added. */
export interface ImportTarget {
  /** As the caller calls it, for messages. */
  readonly name: string;
  /** undefined if there is no such file. */
  readonly text: string | undefined;
}

/**
 * @param pasted the other client's file
 * @param target a gateway.json
 * @param replaces true if a server replaces one with the same name
 * @param source what messages call the other client's file
 */
export function importServers(
  pasted: string,
  { name: targetName, text: existing }: ImportTarget,
  replaces: boolean,
  source: string,
): Result<Imported, string> {
  const file = parseWithRepeats(pasted);
  if (!file.ok) return { ok: false, error: pasted.includes("[mcp_servers") ? TOML : `The file ${file.error}.` };
  const { value, repeats } = file.value;
  if (!isRecord(value)) return { ok: false, error: 'The file is not a JSON object like {"mcpServers": {}}.' };
  const { file: given, notes: projects } = withProjectServers(value);
  // A gateway's own settings are not taken from another file: they say who may do what.
  const own = Object.keys(given).filter((key) => Object.hasOwn(OWN_SETTINGS, key));
  const read = parseGatewayConfig(Object.fromEntries(Object.entries(given).filter(([key]) => !own.includes(key))));
  if (!read.ok) {
    const why = read.problems.map(({ text }) => text.replace(/^gateway\.json: /, "")).join("; ");
    return { ok: false, error: `The file cannot be used: ${why}.` };
  }
  const target = parseJsonc(existing ?? '{ "$schema": "./gateway.schema.json" }');
  if (!target.ok) return { ok: false, error: `${targetName} ${target.error}.` };
  if (!isRecord(target.value)) return { ok: false, error: `${targetName} is not a JSON object.` };
  const { mcpServers = {} } = target.value;
  if (!isRecord(mcpServers))
    return { ok: false, error: `mcpServers of ${targetName} is not an object; correct it first.` };
  const servers = { ...mcpServers };
  const added: string[] = [];
  const skipped: { name: string; reason: string }[] = [];
  for (const [name, server] of Object.entries(read.config.mcpServers)) {
    if (isUnusable(server)) skipped.push({ name, reason: `${server.reason} ${fixIn(source, server.fix)}` });
    else if (Object.hasOwn(mcpServers, name) && !replaces) {
      skipped.push({ name, reason: `${targetName} has a server of this name; --replace overwrites it.` });
    } else {
      servers[name] = server;
      added.push(name);
    }
  }
  if (added.length + skipped.length === 0)
    return {
      ok: false,
      error: 'The file has no servers, which are written as {"mcpServers": {"NAME": {"url": "https://…/mcp"}}}.',
    };
  // Problems of an entry are the reason why it is skipped; those of the file are listed as notes.
  const settings = read.problems.filter(({ server }) => server === undefined);
  const notes = [...settings, ...read.notes].filter(({ server }) => server === undefined || added.includes(server));
  const remarks = added.flatMap((name) => importRemarks(name, read.config.mcpServers[name] ?? {}));
  const left = own.map((key) => `${key} is not imported: write it into ${targetName} yourself if you want to use it.`);
  // MCP clients read JSON as JavaScript and Go do, with the later value.
  const repeated = repeats.map((repeat) => `The file has ${repeat}; the last one is used, as in the clients.`);
  const text = `${JSON.stringify({ ...target.value, mcpServers: servers }, null, 2)}\n`;
  return {
    ok: true,
    value: {
      added,
      skipped,
      notes: [
        ...repeated,
        ...projects,
        ...left,
        ...notes.map(({ text: note }) => note.replace(/^gateway\.json: /, () => `${source}: `)),
        ...remarks,
      ],
      text,
    },
  };
}

/** The entry is not in gateway.json yet. */
function fixIn(source: string, fix: string): string {
  return fix === FIX_IN_FILE ? `Correct it in ${source} and import it again.` : fix;
}

/** @returns true if rewriting the text would lose something that is not JSON: in most cases, comments */
export function losesComments(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return parseJsonc(text).ok;
  }
}
