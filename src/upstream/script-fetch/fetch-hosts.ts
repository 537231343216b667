/** Checks an address that a script fetches against the hosts that gateway.json allows. */
import { readHostPattern } from "../../config/fetch-config.ts";
import { isLoopback, parseIp } from "../guarded-fetch/ip-address.ts";

/** @returns why it may not; undefined if it may */
export function refuseHost(url: URL, allow: readonly string[]): string | undefined {
  if (allow.some((pattern) => allows(pattern, url))) return undefined;
  return `is not a host that scripts may fetch from; fetch.allow in gateway.json has ${listOf(allow)}`;
}

/**
 * An address has many spellings (`HTTPS:\\Example.com`, `/%61dmin`, `#` and anything behind it), and a policy compares texts: only the one of
 * the URL standard is sent, without a fragment, and normalized by RFC 3986, section 6.2.2: no letter, digit, `-`, `.`, `_` or `~` is encoded,
 * and what is has capital letters. `fetch` writes it so.
 * @returns what is wrong with the spelling; undefined for what is no URL, too
 */
export function wrongSpelling(address: unknown): string | undefined {
  const url = typeof address === "string" ? URL.parse(address) : null;
  if (url === null) return undefined;
  url.hash = "";
  const spelled = url.href.replaceAll(/%[\da-f]{2}/gi, withoutNeed);
  return spelled === address ? undefined : `args.url must be written as ${spelled.slice(0, 200)}.`;
}

function withoutNeed(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
}

/** A pattern without a port matches the default port, and every port of this machine. */
function allows(pattern: string, { hostname, port }: URL): boolean {
  const allowed = readHostPattern(pattern);
  const isHost = allowed.isWildcard ? hostname.endsWith(`.${allowed.hostname}`) : hostname === allowed.hostname;
  if (!isHost) return false;
  if (allowed.port !== undefined) return port === allowed.port || (port === "" && allowed.port === "443");
  return port === "" || isThisMachine(hostname);
}

function isThisMachine(hostname: string): boolean {
  const ip = parseIp(hostname);
  return ip === undefined ? hostname === "localhost" : isLoopback(ip);
}

const MAX_SHOWN = 10;

function listOf(allow: readonly string[]): string {
  if (allow.length === 0) return "none";
  const more = allow.length > MAX_SHOWN ? ` and ${allow.length - MAX_SHOWN} more` : "";
  return `${allow.slice(0, MAX_SHOWN).join(", ")}${more}`;
}
