/**
 * Metadata of an HTTP answer for `.raw()`: the status, and the headers that a script needs for its next request (`If-Match`, a
 * job's address, the time to wait) or that the description names. No header that carries a credential is among them. Pure.
 */
import { MAX_SHOWN_HEADER_CHARS } from "../../limits/api-limits.ts";
import type { HttpMeta } from "../connector.ts";

/** Names of the headers that are always shown, in lower case. */
const SHOWN = [
  "etag",
  "location",
  "content-location",
  "operation-location",
  "link",
  "retry-after",
  "last-modified",
  "x-total-count",
];
/** Sessions, and what sign-ins are answered with. */
const WITHHELD: ReadonlySet<string> = new Set([
  "set-cookie",
  "set-cookie2",
  "www-authenticate",
  "proxy-authenticate",
  "authentication-info",
  "proxy-authentication-info",
]);

/** A description may name headers with which an API hands out a new credential. */
const CREDENTIAL = /authorization|token|secret|cookie|credential|api-?key|session|csrf|xsrf|signature|password/;

/** @param described the names of headers that the description has for its answers */
export function metaOf({ status, headers }: Response, described: readonly string[] = []): HttpMeta {
  const names = [...new Set([...SHOWN, ...described.map((name) => name.toLowerCase())])];
  const shown = names.flatMap((name): [string, string][] => {
    const value = WITHHELD.has(name) || CREDENTIAL.test(name) ? null : headers.get(name);
    // A part of an address or of a mark would be another one.
    return value === null || value.length > MAX_SHOWN_HEADER_CHARS ? [] : [[name, value]];
  });
  return { http: { status, headers: Object.fromEntries(shown) } };
}
