/**
 * Finds in a server entry what its schema does not say and what is known without asking anybody: addresses that are not asked, a user and
 * a password in an address, headers that HTTP does not have.
 */
import { isRecord } from "../lib/is-record.ts";
import { isFilePath } from "./api-servers.ts";
import type { ServerConfig } from "./gateway-config.ts";
import type { Unusable } from "./translate-entry.ts";
import { quote } from "../lib/shorten.ts";

const MAX_SHOWN_CHARS = 80;
const HEADER_NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;
/** Tab, visible characters and those that HTTP passes on as bytes. */
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;
const USER = /^[a-z][a-z\d+.-]*:[/\\]{2}[^/?#\\]*@/i;
const BASIC = `Write "auth": {"type": "basic", "username": "…", "password": "\${NAME}"} instead`;
const SET_NAME = "and set the secret NAME (npx wrangler secret put NAME; locally: .dev.vars).";

/** @param server as its schema has it @returns why the entry is not used; undefined if it can be */
export function entryProblem(name: string, server: Exclude<ServerConfig, { type: "unusable" }>): Unusable | undefined {
  const at = `mcpServers.${name}`;
  const auth: Readonly<Record<string, unknown>> = "auth" in server && isRecord(server.auth) ? server.auth : {};
  return (
    ["url", "base_url", "spec"].map((key) => addressProblem(key, at, Reflect.get(server, key))).find(isFound) ??
    addressProblem("auth.tokenUrl", at, auth["tokenUrl"]) ??
    headersProblem(`${at}.headers`, Reflect.get(server, "headers")) ??
    headersProblem(`${at}.auth.header`, auth["header"])
  );
}

function addressProblem(key: string, at: string, text: unknown): Unusable | undefined {
  // The value of a secret is not known here.
  if (typeof text !== "string" || text.startsWith("${") || (key === "spec" && isFilePath(text))) return undefined;
  if (USER.test(text)) {
    return {
      reason: `${at}.${key} has a user or a password before the @, which would not be sent.`,
      fix: fixUser(key),
    };
  }
  // With references inside, only the beginning of an address can be checked.
  const { protocol } = text.includes("${")
    ? { protocol: text.slice(0, text.indexOf(":") + 1).toLowerCase() }
    : (URL.parse(text) ?? {});
  if (protocol === "https:" || protocol === "http:") return undefined;
  const file = key === "spec" ? " and not a file beside gateway.json like ./petstore.yaml" : "";
  const reason = `${at}.${key} is ${shown(text)}, which is not an address that begins with https:// or http://${file}.`;
  const isHost = /^(?:localhost|[\w-]{1,63}(?:\.[\w-]{1,63}){1,10})(?=[/:]|$)/i.test(text);
  const scheme = /^(?:localhost|127\.)/i.test(text) ? "http" : "https";
  const fix = isHost
    ? `Did you mean ${shown(`${scheme}://${text}`)}?`
    : 'Write an address like "https://api.example.com/mcp".';
  return { reason, fix };
}

function fixUser(key: string): string {
  if (key === "auth.tokenUrl") return "Remove this part: clientId and clientSecret are sent as credentials.";
  return key === "spec" ? `${BASIC}, with a base_url of the same origin, ${SET_NAME}` : `${BASIC}, ${SET_NAME}`;
}

function headersProblem(at: string, headers: unknown): Unusable | undefined {
  if (!isRecord(headers)) return undefined;
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name)) {
      return {
        reason: `${at} has ${shown(name)}, which is not a name of an HTTP header.`,
        fix: "Correct or remove it.",
      };
    }
    // Blanks and line ends around a value are not sent.
    if (typeof value !== "string" || HEADER_VALUE.test(value.trim())) continue;
    return {
      reason: `${at}.${name} has characters that are not allowed in an HTTP header.`,
      fix: "Correct or remove it.",
    };
  }
  return undefined;
}

/** Without what may be a credential. */
function shown(text: string): string {
  const [whole = ""] = text.split(/[?#]/);
  const user = whole.lastIndexOf("@");
  const address = user === -1 ? whole : `…${whole.slice(user)}`;
  return quote(address, MAX_SHOWN_CHARS);
}

function isFound(problem: Unusable | undefined): problem is Unusable {
  return problem !== undefined;
}
