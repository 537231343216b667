/**
 * Checks an entry that an admin adds while the gateway runs. An admin of the gateway is not the owner of the deployment: the entry may name no
 * binding that there is not, lead to no private address, hold no secret itself, and send no secret of gateway.json anywhere else.
 */
import { serverIdentifiers } from "../../catalog/server-names.ts";
import { isTaken } from "../../config/added-upstreams.ts";
import { isFilePath } from "../../config/api-servers.ts";
import type { Env } from "../../config/env.ts";
import type { GatewayConfig, ServerConfig } from "../../config/gateway-config.ts";
import { FIX_IN_FILE, isUnusable, parseGatewayConfig } from "../../config/parse-gateway-config.ts";
import { credentialNamed, looksSecret } from "../../detection/credential-names.ts";
import { redactTokens } from "../../detection/token-shapes.ts";
import { isRecord } from "../../lib/is-record.ts";
import type { Result } from "../../lib/result.ts";
import { MAX_ADDED_ENTRY_CHARS } from "../../limits/added-upstream-limits.ts";
import { refuseAddress } from "../../upstream/guarded-fetch/refuse-address.ts";

interface NewEntry {
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/**
 * @param config of gateway.json alone
 * @param others names of all upstreams that there are
 * @returns the JSON to store, or why the entry is refused
 */
export function checkAddedEntry(
  { name, entry }: NewEntry,
  config: GatewayConfig,
  others: readonly string[],
  env: Env,
): Result<string, string> {
  const refuse = (error: string) => ({ ok: false, error }) as const;
  if (isTaken(name, config) || name === "fetch") {
    return refuse(`gateway.json already has an entry ${name}, which takes precedence. Choose another name.`);
  }
  // One of both would get another identifier, and scripts that use the other upstream would call this one.
  const clash = clashOf(name, others);
  if (clash !== undefined) return refuse(clash);
  const container = ["mcpServers", "servers", "context_servers"].find((key) => isRecord(entry[key]));
  if (container !== undefined) {
    return refuse(
      `It is a whole file with ${JSON.stringify(container)}. Give only the entry of one server, which stands after the server's name, like {"url": "https://…/mcp"}.`,
    );
  }
  const text = JSON.stringify(entry);
  if (text.length > MAX_ADDED_ENTRY_CHARS) {
    return refuse(
      `The entry has ${text.length} characters of JSON; at most ${MAX_ADDED_ENTRY_CHARS} are stored. Reference the description of an API by its URL.`,
    );
  }
  const parsed = parseGatewayConfig({ mcpServers: { [name]: entry } });
  const server = parsed.ok ? parsed.config.mcpServers[name] : undefined;
  if (server === undefined) return refuse("The entry cannot be read.");
  // No file has the entry.
  if (isUnusable(server)) return refuse(server.fix === FIX_IN_FILE ? server.reason : `${server.reason} ${server.fix}`);
  const problem = checkKind(server, env) ?? checkAddresses(server, env) ?? checkSecrets(server, config, env);
  return problem === undefined ? { ok: true, value: text } : refuse(problem);
}

/** @returns why the name cannot be used beside others */
export function clashOf(name: string, others: readonly string[]): string | undefined {
  const same = others.find((other) => other !== name && identifierOf(other) === identifierOf(name));
  if (same === undefined) return undefined;
  return `scripts would call it ${identifierOf(name)}, which is already the identifier of ${same}. Choose another name.`;
}

/** The identifier that an upstream has in scripts while no other wants the same. */
function identifierOf(name: string): string | undefined {
  return serverIdentifiers([name]).get(name);
}

function checkKind(server: ServerConfig, env: Env): string | undefined {
  if ("command" in server) {
    return 'A local process cannot run at the edge. Add {"type": "tunnel"}, and start it with: npx isogate tunnel FILE.';
  }
  if (server.type === "local") return 'Tools in code ("local") are part of the deployment: add them to gateway.json.';
  if (server.type === "service" && !isBoundWorker(server.binding, env)) {
    return `This Worker has no service binding ${server.binding}. Add [[services]] with binding = "${server.binding}" to wrangler.toml and deploy.`;
  }
  if (server.type === "openapi" && typeof server.spec === "string" && isFilePath(server.spec)) {
    return `${server.spec} would be a file beside gateway.json, which only a deployment has. Give the URL of the description.`;
  }
  // An inline description counts as the deployment's own word: its servers would be asked wherever they are.
  if (server.type === "openapi" && typeof server.spec !== "string" && server.base_url === undefined) {
    return "base_url is required if the entry contains the description itself.";
  }
  if (server.type === "graphql" && server.sdl !== undefined && isFilePath(server.sdl)) {
    return `${server.sdl} would be a file beside gateway.json, which only a deployment has. Leave it out, or give the schema as text.`;
  }
  return undefined;
}

/** The gateway's own bindings have a `fetch`, too. */
const OWN_BINDINGS: ReadonlySet<string> = new Set(["LOADER", "GATEWAY", "DIRECTORY", "ASSETS", "AI"]);

function isBoundWorker(name: string, env: Env): boolean {
  if (OWN_BINDINGS.has(name) || !Object.hasOwn(env, name)) return false;
  const binding = (env as unknown as Readonly<Record<string, unknown>>)[name];
  return typeof binding === "object" && binding !== null && "fetch" in binding;
}

interface Leaf {
  readonly path: readonly string[];
  readonly text: string;
}

/** Texts of an entry with the keys that lead to them; an inline description of an API is data and no setting. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly Leaf[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null || (path[0] === "spec" && path.length === 1)) return [];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** Keys whose values are addresses; other values are checked when they look like one. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set(["url", "base_url", "spec"]);

function addressesOf(server: ServerConfig): readonly Leaf[] {
  return leavesOf(server).filter(
    ({ path, text }) => (path.length === 1 && ADDRESS_KEYS.has(path[0] ?? "")) || isAddress(text),
  );
}

function isAddress(text: string): boolean {
  return (URL.parse(text)?.host ?? "") !== "" || /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

function checkAddresses(server: ServerConfig, env: Env): string | undefined {
  for (const { path, text } of addressesOf(server)) {
    // The address is not repeated: it may hold a password.
    const at = path.join(".");
    if (text.includes("${"))
      return `${at} must not contain \${NAME}, because addresses appear in logs and messages. Use headers, query or auth.`;
    const why = refuseAddress(text, env.ISOGATE_OPEN === "local");
    if (why !== undefined) return `${at} ${why}.`;
  }
  return undefined;
}

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
/** Keys under `auth` whose texts are no secrets. */
const PLAIN_AUTH: ReadonlySet<string> = new Set(["type", "clientId", "scope", "scopes", "resource", "audience"]);

function checkSecrets(server: ServerConfig, config: GatewayConfig, env: Env): string | undefined {
  const leaves = leavesOf(server);
  const literal = leaves.find((leaf) => isLiteralSecret(leaf));
  if (literal !== undefined) {
    return `${literal.path.join(".")} looks like a secret. Set it as a Worker secret (npx wrangler secret put NAME) and write \${NAME}.`;
  }
  const names = new Set(leaves.flatMap(({ text }) => [...text.matchAll(REFERENCE)].map(([, name = ""]) => name)));
  if (names.size === 0) return undefined;
  if ("type" in server && server.type === "openapi" && server.base_url === undefined) {
    return "base_url is required if an entry has secrets: without it the description would determine where they are sent.";
  }
  const targets = new Set(addressesOf(server).map(({ text }) => URL.parse(text)?.origin ?? text));
  for (const name of names) {
    const value = Object.hasOwn(env, name) ? (env as unknown as Readonly<Record<string, unknown>>)[name] : undefined;
    if (/^ISOGATE_|^GATEWAY_JSON$/.test(name)) return `\${${name}} is a setting of the gateway itself.`;
    if (typeof value !== "string" || value === "") {
      return `There is no secret ${name}. Set it first: npx wrangler secret put ${name}.`;
    }
    const problem = checkOwner(name, { leaves, targets, auth: authOf(server) }, config);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isLiteralSecret({ path, text }: Leaf): boolean {
  if (redactTokens(text, "") !== text) return true;
  if (text.includes("${")) return false;
  const [first = "", ...rest] = path;
  const key = rest.at(-1) ?? first;
  if (first === "auth") {
    const isPlain = key === "username" || isPlainAuth(path);
    return path.length > 1 && !isPlain && !isAddress(text);
  }
  if (first === "headers" || first === "query") return credentialNamed(key) !== undefined || looksSecret(text);
  const query = [...(URL.parse(text)?.searchParams ?? [])];
  return query.some(([name, value]) => credentialNamed(name) !== undefined || looksSecret(value));
}

interface NewUse {
  readonly leaves: readonly Leaf[];
  readonly targets: ReadonlySet<string>;
  readonly auth: Readonly<Record<string, unknown>>;
}

function authOf(server: ServerConfig): Readonly<Record<string, unknown>> {
  return "auth" in server && isRecord(server.auth) ? server.auth : {};
}

/**
 * A secret that gateway.json sends somewhere is sent to the same origins only. What says who asks and for what stands in the address of a
 * sign-in, which everybody sees who signs in.
 */
function checkOwner(
  name: string,
  { leaves, targets, auth }: NewUse,
  { mcpServers, ...settings }: GatewayConfig,
): string | undefined {
  const reference = `\${${name}}`;
  if (JSON.stringify(settings).includes(reference)) return `${reference} is a secret of the gateway's own settings.`;
  const owners = Object.entries(mcpServers).filter(([, server]) =>
    isUnusable(server) ? server.mayName.includes(name) : JSON.stringify(server).includes(reference),
  );
  if (owners.length === 0) return undefined;
  const isShown = ({ path, text }: Leaf): boolean => isPlainAuth(path) && text.includes(reference);
  const shown = leaves.find(isShown);
  if (shown !== undefined && !owners.every(([, server]) => leavesOf(server).some(isShown))) {
    return `${shown.path.join(".")} may not be ${reference}, which is a secret of gateway.json: this field is part of addresses that people see.`;
  }
  const origins = new Set(
    owners.flatMap(([, server]) => addressesOf(server).map(({ text }) => URL.parse(text)?.origin)),
  );
  const servers = owners.map(([server]) => server).join(", ");
  // It is sent to the authorization server, which the upstream names where the entry does not.
  const isForIssuer = leaves.some(
    ({ path, text }) => path.join(".") === "auth.clientSecret" && text.includes(reference),
  );
  const key = auth["tokenUrl"] === undefined ? "issuer" : "tokenUrl";
  const isSame = (owner: ServerConfig): boolean => auth[key] !== undefined && auth[key] === authOf(owner)[key];
  if (isForIssuer && !owners.some(([, owner]) => isSame(owner))) {
    return `auth.clientSecret may be ${reference} of gateway.json only with the auth.issuer or auth.tokenUrl that ${servers} has there. Set another secret for this upstream.`;
  }
  if (targets.size > 0 && [...targets].every((origin) => origins.has(origin))) return undefined;
  return `${reference} belongs to ${servers} of gateway.json and is sent nowhere else. Set another secret for this upstream.`;
}

/** Texts under `auth` that are no secrets. */
function isPlainAuth([first, key = "", ...deeper]: readonly string[]): boolean {
  return first === "auth" && deeper.length === 0 && PLAIN_AUTH.has(key);
}
