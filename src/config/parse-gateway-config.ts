/**
 * Parses gateway.json. Only a text that is not JSON, or has a name twice in one object, fails as a whole. A server entry that cannot be used is disabled with the reason; a
 * setting that cannot be used has its default, which never allows more than what was refused: no sign-in, no further host or origin, no
 * package. `problems` lists all of that for people; `npm run deploy` stops at them.
 */
import type * as z from "zod";
import { isRecord } from "../lib/is-record.ts";
import { nearest } from "../lib/nearest.ts";
import type { PolicyProblem } from "../policy/document/problem.ts";
import { unknownServers } from "../policy/document/unknown-servers.ts";
import { validatePolicy } from "../policy/document/validate.ts";
import { authKeys, graphqlServer, openApiServer, serviceServer, tunnelServer } from "./api-servers.ts";
import { describeIssue, withoutLengths } from "./describe-issue.ts";
import { entryProblem } from "./entry-problem.ts";
import { findServers, type FoundEntry } from "./find-servers.ts";
import { gatewayConfigSchema, httpServer, localServer, stdioServer } from "./gateway-config.ts";
import type { GatewayConfig, ServerConfig } from "./gateway-config.ts";
import { parseJsonc } from "../lib/jsonc.ts";
import { packageEntry } from "./packages.ts";
import { secretOfInput } from "./secret-references.ts";
import { settingNotes, unknownServersOfPeople } from "./setting-remarks.ts";
import { translateEntry, type Unusable } from "./translate-entry.ts";
import { quote } from "../lib/shorten.ts";

export interface Remark {
  /** The server entry that the remark concerns. */
  readonly server?: string;
  readonly text: string;
}

export type ConfigResult =
  | {
      readonly ok: true;
      readonly config: GatewayConfig;
      /** Settings that could not be used as they were meant, each with its path. */
      readonly problems: readonly Remark[];
      /** Settings whose interpretation differs from their text, or which are not used because they only concern other clients. */
      readonly notes: readonly Remark[];
    }
  | { readonly ok: false; readonly problems: readonly Remark[] };

const { mcpServers: _, ...SETTINGS } = gatewayConfigSchema.shape;
type SettingName = keyof typeof SETTINGS;

/**
 * Settings that can be left out safely: without them the gateway allows less, or only what a request may choose anyway. Settings that forbid
 * something are not in this set.
 */
const SAFE_TO_OMIT: ReadonlySet<SettingName> = new Set([
  ...(["$schema", "auth", "hosts", "origins", "packages", "fetch"] as const),
  ...(["ledger", "limits", "telemetry"] as const),
]);

/** Top-level settings of other MCP clients' files, which the gateway does not use. */
const FOREIGN_SETTINGS = new Set(
  `inputs globalShortcut preferences isUsingBuiltInNodeForMcp theme general ui security tools experimental features sandbox
  listen data_dir api_key logging docker_isolation enable_socket enable_tray tls registries check_server_repo tool_response_limit
  call_tool_timeout environment code_execution enable_code_execution tools_limit quarantine_enabled permissions env hooks`.split(
    /\s+/,
  ),
);

/** Parts of a policy that may be taken for settings. */
const OF_POLICY = new Set("default preset hide labels tiers all_tools flows data patterns approvals".split(" "));

/** MCPProxy's bounds for scripts, and their names under `limits`. */
const THEIR_LIMITS: ReadonlyMap<string, string> = new Map([
  ["code_execution_timeout_ms", "timeout_ms"],
  ["code_execution_max_tool_calls", "max_tool_calls"],
  ["code_execution_max_parallel", "max_parallel"],
  ["code_execution_pool_size", "max_runs"],
]);

/**
 * @param value parsed JSON, or its text
 * @param policyFile the parsed JSON or the text of policy.json; null if it contains no policy
 * @param file the name of the file in messages about all of it
 */
export function parseGatewayConfig(value: unknown, policyFile: unknown = null, file = "gateway.json"): ConfigResult {
  const json = typeof value === "string" ? parseJsonc(value) : { ok: true as const, value };
  if (!json.ok) {
    const hint = hintOfToml(String(value));
    return { ok: false, problems: [{ text: `${file} ${json.error}${hint === undefined ? "" : `. ${hint}`}` }] };
  }
  const root = json.value;
  if (typeof root !== "object" || root === null || Array.isArray(root)) {
    return { ok: false, problems: [{ text: `${file}: expected object, like {"mcpServers": {}}` }] };
  }
  const found = findServers(root as Record<string, unknown>);
  const notes: Remark[] = found.notes.map((text) => ({ text }));
  const problems: Remark[] = found.problems.map(({ reason, fix }) => ({ text: `${reason} ${fix}` }));
  const mcpServers: Record<string, ServerConfig> = {};
  for (const [name, entry] of found.entries) {
    const server = readEntry(name, entry, notes);
    mcpServers[name] = server;
    if (isUnusable(server)) problems.push({ server: name, text: `${server.reason} ${server.fix}` });
  }
  const given = withPolicyFile(found.settings, policyFile, problems);
  // Without a policy that can be used, the mistakes of the other settings are reported as well.
  const settings = readSettings(given ?? found.settings, Object.keys(mcpServers), problems, notes);
  if (given === undefined || settings === undefined) return { ok: false, problems };
  const known = [...Object.keys(mcpServers), ...(settings.fetch === undefined ? [] : ["fetch"])];
  // An admin may add the server later.
  const remarks = [...unknownServersOfPeople(settings.auth, known), ...settingNotes(settings)];
  notes.push(...remarks.map((text) => ({ text })));
  if (settings.fetch !== undefined && Object.hasOwn(mcpServers, "fetch")) {
    const text =
      'fetch is not used, because mcpServers has a server "fetch": policies and the ledger could not tell them apart. Rename the server.';
    problems.push({ text });
    const { fetch: _fetch, ...others } = settings;
    return { ok: true, config: { ...others, mcpServers }, problems, notes };
  }
  return { ok: true, config: { ...settings, mcpServers }, problems, notes };
}

/** What to do about an entry whose reason says what is wrong with it. */
export const FIX_IN_FILE = "Correct or remove the entry in gateway.json; until then the server is not used.";

export function isUnusable(server: ServerConfig): server is Extract<ServerConfig, { type: "unusable" }> {
  return "type" in server && server.type === "unusable";
}

function readEntry(name: string, found: FoundEntry, notes: Remark[]): ServerConfig {
  if (!("raw" in found)) {
    const { reason, fix, source } = found;
    return { type: "unusable", reason, fix, mayName: namesIn(source) };
  }
  const unusable = ({ reason, fix }: Unusable): ServerConfig => {
    return { type: "unusable", reason, fix, mayName: namesIn(found.raw) };
  };
  const translated = translateEntry(name, found.raw);
  if (!translated.ok) return unusable(translated);
  const { entry } = translated;
  const schema = schemaOf(entry);
  const parsed = schema.safeParse(entry);
  if (!parsed.success) {
    const keysOf = (path: readonly PropertyKey[]) => {
      if (path.length === 1 && path[0] === "auth")
        return authKeys(isRecord(entry["auth"]) ? entry["auth"]["type"] : undefined);
      return path.length === 0 ? Object.keys(schema.shape) : [];
    };
    const at = ["mcpServers", name];
    const issues = withoutLengths(parsed.error.issues).flatMap((issue) => describeIssue(issue, entry, at, keysOf));
    return unusable({ reason: issues.map(asSentence).join(" "), fix: FIX_IN_FILE });
  }
  const problem = parsed.data.disabled === true ? undefined : entryProblem(name, parsed.data);
  if (problem !== undefined) return unusable(problem);
  for (const text of translated.notes) notes.push({ server: name, text });
  return parsed.data;
}

/** @returns what may be the names of secrets in an entry that is not used: every word of it, because its references may be written in any way */
function namesIn(raw: unknown): readonly string[] {
  const text = JSON.stringify(raw);
  const inputs = (text.match(/\$\{input:[^{}]*\}/g) ?? []).flatMap((reference) => secretOfInput(reference) ?? []);
  return [...new Set([...(text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []), ...inputs])];
}

function schemaOf(entry: Readonly<Record<string, unknown>>) {
  if ("command" in entry) return stdioServer;
  switch (entry["type"]) {
    case "local":
      return localServer;
    case "openapi":
      return openApiServer;
    case "graphql":
      return graphqlServer;
    case "service":
      return serviceServer;
    case "tunnel":
      return tunnelServer;
    default:
      return httpServer;
  }
}

function asSentence(issue: string): string {
  return /[.?]$/.test(issue) ? issue : `${issue}.`;
}

/** @returns undefined if it cannot be decided which policy is meant */
function withPolicyFile(
  settings: Readonly<Record<string, unknown>>,
  policyFile: unknown,
  problems: Remark[],
): Readonly<Record<string, unknown>> | undefined {
  const read = typeof policyFile === "string" ? parseJsonc(policyFile) : { ok: true as const, value: policyFile };
  if (!read.ok) {
    problems.push({ text: `policy.json ${read.error}` });
    return undefined;
  }
  if (read.value === null) return settings;
  if ("policy" in settings) {
    problems.push({ text: "There is a policy in gateway.json and another in policy.json: remove one of them." });
    return undefined;
  }
  return { ...settings, policy: read.value };
}

type Settings = Omit<GatewayConfig, "mcpServers">;

/** @returns undefined if a setting cannot be used that forbids something; `problems` has those of all settings */
function readSettings(
  given: Readonly<Record<string, unknown>>,
  servers: readonly string[],
  problems: Remark[],
  notes: Remark[],
): Settings | undefined {
  const usable: Record<string, unknown> = {};
  let isRefused = false;
  for (const [name, value] of Object.entries(given)) {
    const read =
      name === "policy"
        ? readPolicy(value, servers, problems, notes)
        : isSetting(name)
          ? readSetting(name, value, problems)
          : undefined;
    if (read !== undefined) usable[name] = read;
    else if (isSetting(name)) isRefused ||= !SAFE_TO_OMIT.has(name);
    else if (THEIR_LIMITS.has(name)) {
      const meant = `"limits": {"${THEIR_LIMITS.get(name) ?? ""}": ${typeof value === "number" ? value : "N"}}`;
      problems.push({ text: `gateway.json: ${name} is not used; write ${meant} in its place.` });
    } else if (FOREIGN_SETTINGS.has(name)) notes.push({ text: `${name} is not used.` });
    else {
      const [meant] = nearest(name, ["mcpServers", ...Object.keys(SETTINGS)], 1);
      const key = quote(name);
      // A misspelled setting that forbids something would forbid nothing.
      if (meant !== undefined && isSetting(meant) && !SAFE_TO_OMIT.has(meant)) {
        const text = `gateway.json: Unrecognized key: ${key}. It may be a misspelled ${JSON.stringify(meant)}, without which more would be allowed, so the gateway does not start until the key is renamed or removed.`;
        problems.push({ text });
        isRefused = true;
        continue;
      }
      const hint = OF_POLICY.has(name)
        ? ` It belongs into policy: "policy": {"version": "1", ${JSON.stringify(name)}: …}.`
        : meant === undefined
          ? ""
          : ` Did you mean ${JSON.stringify(meant)}?`;
      problems.push({ text: `gateway.json: Unrecognized key: ${key}; it is not used.${hint}` });
    }
  }
  if (isRefused) return undefined;
  const { mcpServers: __, ...settings } = gatewayConfigSchema.parse(usable);
  return settings;
}

/** A policy with one mistake is refused as a whole, and with it the configuration: the rule that cannot be read might be the one that denies. */
function readPolicy(value: unknown, servers: readonly string[], problems: Remark[], notes: Remark[]): unknown {
  if (typeof value === "string" && !value.trimStart().startsWith("{")) {
    const text =
      "policy is a text, but it cannot name a file. Write the policy here as an object, or write it into policy.json beside gateway.json and remove this setting.";
    problems.push({ text });
    return undefined;
  }
  const validation = validatePolicy(value);
  const asText = ({ path, message, fix }: PolicyProblem): Remark => ({ text: `policy${path}: ${message} ${fix}` });
  if (validation.ok) {
    notes.push(...[...validation.warnings, ...unknownServers(validation.document, servers)].map(asText));
    return value;
  }
  problems.push(...validation.problems.map(asText));
  return undefined;
}

/**
 * In `limits` and `ledger`, only the keys that cannot be used are omitted; if that is not sufficient, or for another setting, the whole
 * setting is.
 */
function readSetting(name: SettingName, value: unknown, problems: Remark[]): unknown {
  const schema: z.ZodType = SETTINGS[name];
  const parsed = schema.safeParse(value);
  if (parsed.success) return value;
  const keysOf = (path: readonly PropertyKey[]) => {
    if (name === "packages" && path.length === 1) return Object.keys(packageEntry.shape);
    return path.length === 0 ? keysOfSetting(name) : [];
  };
  const issues = withoutLengths(parsed.error.issues).flatMap((issue) => describeIssue(issue, value, [name], keysOf));
  const effect = SAFE_TO_OMIT.has(name)
    ? "The setting is not used."
    : "Without this setting more would be allowed, so the gateway does not start until the setting is corrected or removed.";
  for (const issue of issues) problems.push({ text: `${asSentence(issue)} ${effect}` });
  if (name !== "limits" && name !== "ledger") return undefined;
  const wrong = new Set(
    parsed.error.issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : [String(issue.path[0])])),
  );
  const kept = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const rest = Object.fromEntries(kept.filter(([key]) => !wrong.has(key)));
  return schema.safeParse(rest).success ? rest : undefined;
}

function keysOfSetting(name: SettingName): readonly string[] {
  let schema: unknown = SETTINGS[name];
  while (typeof schema === "object" && schema !== null && "unwrap" in schema && typeof schema.unwrap === "function") {
    schema = (schema.unwrap as () => unknown)();
  }
  const shape: unknown = typeof schema === "object" && schema !== null && "shape" in schema ? schema.shape : {};
  return Object.keys(shape as object);
}

function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** @returns a sentence for a text in TOML, in which Codex has its servers */
export function hintOfToml(text: string): string | undefined {
  if (!text.includes("[mcp_servers")) return undefined;
  return 'It is TOML, as Codex uses it; only JSON is read. Write its servers as {"mcpServers": {"NAME": {"url": "https://…/mcp"}}}, with command and args for a local server.';
}
