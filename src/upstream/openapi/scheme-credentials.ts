/**
 * `auth.schemes` of an entry: credentials by the names of the description's security schemes, with Worker secrets put in. The description
 * says where each goes; that it goes to the API's own origin alone is the connector's to ensure.
 */
import type { CredentialPlan } from "../../../sdk-gen/index.ts";
import type { SchemeSecret } from "../../config/api-servers.ts";
import { substituteSecrets, type Secret } from "../../config/secrets.ts";
import { missingReason } from "../credentials/static-credentials.ts";
import { encodeText } from "./parameter-styles.ts";
import type { Result } from "../../lib/result.ts";

/** Maps names of security schemes to a key or token, or to the encoded value of Basic authentication. */
export type SchemeCredentials = ReadonlyMap<string, { readonly key?: string; readonly basic?: string }>;

type ReadSchemes =
  | { readonly ok: true; readonly credentials: SchemeCredentials; readonly secrets: readonly Secret[] }
  | { readonly ok: false; readonly reason: string };

export function readSchemes(
  server: string,
  schemes: Readonly<Record<string, SchemeSecret>>,
  env: Readonly<Record<string, unknown>>,
): ReadSchemes {
  const credentials = new Map<string, { readonly key?: string; readonly basic?: string }>();
  const secrets: Secret[] = [];
  for (const [scheme, given] of Object.entries(schemes)) {
    const templates = typeof given === "string" ? [given] : [given.username, given.password];
    const texts: string[] = [];
    for (const template of templates) {
      const read = substituteSecrets(template, env);
      if (!read.ok) return { ok: false, reason: missingReason(server, read.missing) };
      secrets.push(...read.secrets);
      texts.push(read.text);
    }
    const at = `mcpServers.${server}.auth.schemes.${scheme}`;
    const [first = "", password] = texts;
    // A secret that came with a line break would end the header.
    if (texts.some((text) => /[\r\n\0]/.test(text)))
      return { ok: false, reason: `${at} must not contain a line break` };
    if (password === undefined) {
      secrets.push({ name: `[${at}]`, value: first });
      credentials.set(scheme, { key: first });
      continue;
    }
    if (first.includes(":")) return { ok: false, reason: `${at}.username must not contain a colon` };
    const basic = new TextEncoder().encode(`${first}:${password}`).toBase64();
    secrets.push({ name: `[${at}]`, value: basic }, { name: `[${at}.password]`, value: password });
    credentials.set(scheme, { basic });
  }
  return { ok: true, credentials, secrets };
}

interface PlacedCredentials {
  readonly headers: Headers;
  /** Pairs for the query, encoded. */
  readonly query: readonly string[];
}

/** Places the credentials of one request in its headers and its query. */
export function placeCredentials(
  plans: readonly CredentialPlan[],
  credentials: SchemeCredentials,
): Result<PlacedCredentials, string> {
  const headers = new Headers();
  const query: string[] = [];
  const cookies: string[] = [];
  for (const { scheme, in: place, name = "" } of plans) {
    const { key, basic } = credentials.get(scheme) ?? {};
    const needed = place === "basic" ? "username and password" : "one text";
    const value = place === "basic" ? basic : key;
    if (value === undefined) return { ok: false, error: `auth.schemes.${scheme} has to be ${needed}` };
    if (place === "query") query.push(`${encodeText(name)}=${encodeText(value)}`);
    else if (place === "cookie") cookies.push(`${name}=${encodeText(value)}`);
    else if (place === "header") headers.set(name, value);
    else headers.set("authorization", `${place === "basic" ? "Basic" : "Bearer"} ${value}`);
  }
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  return { ok: true, value: { headers, query } };
}
