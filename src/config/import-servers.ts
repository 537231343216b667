/** Adds the servers of another client's configuration to a gateway.json. */
import { isRecord } from "../lib/is-record.ts";
import { gatewayConfigSchema } from "./gateway-config.ts";
import { FIX_IN_FILE, hintOfToml, isUnusable, parseGatewayConfig } from "./parse-gateway-config.ts";
import { parseJsonc, parseWithRepeats } from "../lib/jsonc.ts";
import type { Result } from "../lib/result.ts";
import { credentialRemarks } from "./credential-remarks.ts";
import { secretOfInput } from "./secret-references.ts";
import { quote } from "../lib/shorten.ts";

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
  if (!file.ok) return { ok: false, error: hintOfToml(pasted) ?? `The file ${file.error}.` };
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

const PLACEHOLDER = /\$\{([^{}]{0,200})\}/g;
/** `${NAME}`, `${env:NAME}` and `${NAME:-default}`, as src/cli/tunnel/expand-entry.ts reads them. */
const VARIABLE = /^(?:env:)?[A-Za-z_]\w*(?::-[^]*)?$/;
/** Variables of VS Code and Cursor that look like names of secrets. */
const OF_EDITORS =
  /^(?:workspaceFolder(?:Basename)?|userHome|cwd|execPath|pathSeparator|defaultBuildTask|selectedText|lineNumber|(?:relative)?file\w*)$/;

/**
 * Finds in an imported server what will not work as it stands, or should not be in a file that is committed: credentials as text, placeholders
 * that only an editor fills in, arguments that are no texts.
 */
function importRemarks(name: string, server: object): string[] {
  const at = `mcpServers.${name}`;
  const parts = Object.entries(server);
  const shown = "command" in server ? parts.filter(([key]) => ["command", "args", "env", "cwd"].includes(key)) : parts;
  return [
    ...("command" in server ? argumentsWithoutText(at, Reflect.get(server, "args")) : []),
    ...credentialRemarks(name, server),
    ...shown.flatMap(([key, value]) => placeholders(`${at}.${key}`, value)),
  ];
}

function argumentsWithoutText(at: string, args: unknown): string[] {
  if (!Array.isArray(args)) return [];
  return args.flatMap((value: unknown, index) => {
    if (typeof value === "string") return [];
    return [
      `${at}.args[${index}] is not a text; the process gets ${JSON.stringify(String(value))}. Write the intended text.`,
    ];
  });
}

function placeholders(at: string, value: unknown): string[] {
  if (typeof value !== "string") {
    if (typeof value !== "object" || value === null) return [];
    const isList = Array.isArray(value);
    return Object.entries(value).flatMap(([key, inner]) =>
      placeholders(isList ? `${at}[${key}]` : `${at}.${key}`, inner),
    );
  }
  return [...value.matchAll(PLACEHOLDER)].flatMap(([reference, content = ""]) => {
    if (VARIABLE.test(content) && !OF_EDITORS.test(content)) return [];
    const secret = secretOfInput(reference);
    if (secret !== undefined) return [`${at}: ${reference} is read as \${${secret}}: set ${secret} in .dev.vars.`];
    return [
      `${at} has ${reference}, which only an editor replaces: write its value, or \${NAME} with NAME in .dev.vars.`,
    ];
  });
}

/**
 * Adds the servers of each project in the file of Claude Code (~/.claude.json) to `mcpServers`, which has those of its user; the first one of
 * a name counts. All other settings of such a file are Claude Code's own, and are left out.
 *
 * @returns the file as it is if it is another client's
 */
function withProjectServers(file: Readonly<Record<string, unknown>>): {
  readonly file: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
} {
  const { projects, mcpServers: own = {} } = file;
  const isClaudes = isRecord(projects) && Object.values(projects).some((one) => isRecord(one) && "mcpServers" in one);
  if (!isClaudes || !isRecord(own)) return { file, notes: [] };
  const mcpServers = new Map(Object.entries(own));
  const notes: string[] = [];
  for (const [folder, project] of Object.entries(projects)) {
    const servers = isRecord(project) && isRecord(project["mcpServers"]) ? project["mcpServers"] : {};
    for (const [name, server] of Object.entries(servers)) {
      if (!mcpServers.has(name)) mcpServers.set(name, server);
      else if (JSON.stringify(mcpServers.get(name)) !== JSON.stringify(server))
        notes.push(`The project ${quote(folder)} has another ${quote(name)}, which is not imported.`);
    }
  }
  return { file: { mcpServers: Object.fromEntries(mcpServers) }, notes };
}
