/**
 * Credentials that gateway.json says to send with every request: the address, headers, query parameters and Basic authentication, with
 * Worker secrets substituted. They are read whenever a connector is opened and are stored nowhere else.
 */
import type { HttpServerConfig } from "../../config/gateway-config.ts";
import { substituteInAddress } from "../../config/address-secrets.ts";
import { substituteSecrets, type Secret } from "../../config/secrets.ts";

type StaticCredentials =
  | {
      readonly ok: true;
      readonly address: URL;
      readonly headers: Headers;
      /** The values that must not be shown. */
      readonly secrets: readonly Secret[];
      /** True if something authenticates the gateway. */
      readonly isStatic: boolean;
    }
  | { readonly ok: false; readonly reason: string };

type Env = Readonly<Record<string, unknown>>;

/** The address of the upstream, and what is sent to it. */
export interface RemoteConfig {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly auth?: HttpServerConfig["auth"];
}

/** Names of headers and parameters whose value is treated as a secret, also where it is literal. */
const SECRET_NAME = /authorization|cookie|key|token|secret|password/i;

export function staticCredentials(server: string, config: RemoteConfig, env: Env): StaticCredentials {
  const secrets: Secret[] = [];
  const read = (template: string, substitute: typeof substituteInAddress = substituteSecrets): string => {
    const substituted = substitute(template, env);
    if (!substituted.ok) throw new MissingSecret(substituted.missing);
    secrets.push(...substituted.secrets);
    return substituted.text;
  };
  const at = `mcpServers.${server}`;
  try {
    const address = URL.parse(read(config.url, substituteInAddress));
    if (address === null || !["http:", "https:"].includes(address.protocol)) {
      return { ok: false, reason: `${at}.url is not an http(s) address: ${config.url}` };
    }
    if (address.username !== "" || address.password !== "") {
      const reason = `${at}.url (or base_url) has a user or a password before the @, which is not sent. Give them as "auth": {"type": "basic", …} instead.`;
      return { ok: false, reason };
    }
    for (const [name, template] of Object.entries(config.query ?? {})) {
      const value = read(template);
      if (value === template && SECRET_NAME.test(name)) secrets.push({ name: `[${at}.query.${name}]`, value });
      address.searchParams.set(name, value);
    }
    const headers = new Headers();
    for (const [name, template] of Object.entries(config.headers ?? {})) {
      const value = read(template);
      if (SECRET_NAME.test(name)) {
        const parts = [...(value === template ? [value] : []), ...secretParts(name, value)];
        // A part that is a Worker secret has the name of that secret.
        const unnamed = new Set(parts).difference(new Set(secrets.map((secret) => secret.value)));
        secrets.push(...[...unnamed].map((part) => ({ name: `[${at}.headers.${name}]`, value: part })));
      }
      if (!setHeader(headers, name, value))
        return { ok: false, reason: `${at}.headers.${name} is not a valid HTTP header` };
    }
    if (config.auth?.type === "basic") {
      const username = read(config.auth.username);
      const password = read(config.auth.password);
      if (username.includes(":")) return { ok: false, reason: `${at}.auth.username must not contain a colon` };
      const encoded = base64(`${username}:${password}`);
      secrets.push({ name: `[${at}.auth]`, value: encoded }, { name: `[${at}.auth.password]`, value: password });
      headers.set("authorization", `Basic ${encoded}`);
    }
    return { ok: true, address, headers, secrets, isStatic: secrets.length > 0 };
  } catch (error) {
    if (error instanceof MissingSecret) return { ok: false, reason: missingReason(server, error.secret) };
    throw error;
  }
}

class MissingSecret extends Error {
  readonly secret: string;

  constructor(secret: string) {
    super(`${secret} is not set`);
    this.secret = secret;
  }
}

export function missingReason(server: string, name: string): string {
  return `${server} needs the secret ${name}, which is not set (npx wrangler secret put ${name}; locally: .dev.vars).`;
}

function setHeader(headers: Headers, name: string, value: string): boolean {
  try {
    headers.set(name, value);
    return true;
  } catch {
    return false;
  }
}

function base64(text: string): string {
  return new TextEncoder().encode(text).toBase64();
}

/** Shorter parts may be ordinary words, such as the `english` of a cookie `lang`, which would then be replaced in every text. */
const MIN_PART_CHARS = 8;

/**
 * The parts of a header that are secrets by themselves: an upstream may repeat the token alone, without the `Bearer` before it.
 *
 * @param value of a header whose name says that it is secret
 * @returns the value itself where it has no parts
 */
function secretParts(header: string, value: string): readonly string[] {
  const name = header.toLowerCase();
  if (name === "cookie") {
    const values = value.split(";").map((pair) => pair.slice(pair.indexOf("=") + 1).trim());
    return values.map((one) => one.replace(/^"(.*)"$/, "$1")).filter((one) => one.length >= MIN_PART_CHARS);
  }
  const credentials = /^[\w-]+ +([^ ].*)$/.exec(value)?.[1];
  if (credentials === undefined) return [value];
  const isCertain = name === "authorization" || name === "proxy-authorization";
  return isCertain || credentials.length >= MIN_PART_CHARS ? [credentials] : [value];
}
