/** Finds email addresses. Each character is read at most twice: both sides of an `@` end at the next one. */
import type { Span } from "./span.ts";

const MAX_LOCAL_CHARS = 64;
const MAX_DOMAIN_CHARS = 253;

const LOCAL = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]/u;
const DOMAIN = /[\p{L}\p{N}.-]/u;

/** Labels of letters, digits and hyphens; the last one has letters only, or is an encoded one. */
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,10}(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})$/u;

/** Hosts that only look like the host of an address: names of image files and of system units. */
const NO_HOST = /^(?:\d+x\.|[\w-]+\.(?:service|socket|timer|target|mount|slice|path)$)/;

/** An address may have these before the `@`; in practice they end what stands before it. */
const SIGNS = ["=", "/", "?", "&", "|", "`", "{", "}"] as const;

export function findEmails(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const start = startOf(text, at);
    const end = endOf(text, at + 1);
    const host = text.slice(at + 1, end);
    if (start === at || !HOST.test(host) || NO_HOST.test(host)) continue;
    // A version of a package, and the address of a repository.
    if (text[start - 1] === "@" || (text.slice(start, at) === "git" && /[:/]/.test(text[end] ?? ""))) continue;
    spans.push({ start, end });
  }
  return spans;
}

function startOf(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < MAX_LOCAL_CHARS && LOCAL.test(text[start - 1] ?? "")) start -= 1;
  // Signs around an address, such as quotes, belong to the text.
  while (start < at && /[^\p{L}\p{N}_]/u.test(text[start] ?? "")) start += 1;
  // In `to=ann@example.com` and `?cc=bob@example.com` the address begins after the sign.
  const local = text.slice(start, at);
  return start + Math.max(...SIGNS.map((sign) => local.lastIndexOf(sign))) + 1;
}

function endOf(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < MAX_DOMAIN_CHARS && DOMAIN.test(text[end] ?? "")) end += 1;
  while (end > from && /[.-]/.test(text[end - 1] ?? "")) end -= 1;
  return end;
}
