/**
 * Finds email addresses. Each character is read at most twice: both sides of an `@` end at the next one. The letters before the `@` are of
 * one writing, and so are those of the last label, so that an address in a sentence without blanks ends where the sentence goes on.
 */
import { mergeSpans, type Span } from "./span.ts";

const MAX_LOCAL_CHARS = 64;
const MAX_DOMAIN_CHARS = 253;
const MIN_LAST_LABEL_CHARS = 2;

const LOCAL = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]/u;
const DOMAIN = /[\p{L}\p{N}.-]/u;

/** Labels of letters, digits and hyphens; the last one has letters only, or is an encoded one. */
const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,10}(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})$/u;

/** Hosts that only look like the host of an address: names of image files and of system units. */
const NO_HOST = /^(?:\d+x\.|[\w-]+\.(?:service|socket|timer|target|mount|slice|path)$)/;

/** An address may have these before the `@`; in practice they end what stands before it. */
const SIGNS = ["=", "/", "?", "&", "|", "`", "{", "}"] as const;

/**
 * `@`, `+`, `-` and `_` in the width of a Chinese character, and the dot before a letter or digit of ASCII or of that width: before another
 * one it ends a sentence, as in Japanese. Letters and digits of that width are letters and digits already.
 */
const FULL_WIDTH_SIGNS = /[\uff20\uff0b\uff0d\uff3f]|\uff0e(?=[a-z0-9\uff10-\uff19\uff21-\uff3a\uff41-\uff5a])/gi;
const FULL_WIDTH_OFFSET = 0xfee0;

/**
 * Finds addresses in the text, and others in the text with the signs of ASCII, in which every character stands at the same offset. In
 * `bob@example.com．Please` the address is the one that is written in ASCII.
 */
export function findEmails(text: string): readonly Span[] {
  const plain = text.replaceAll(FULL_WIDTH_SIGNS, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET),
  );
  if (!plain.includes("@")) return [];
  const spans = findPlain(text);
  if (plain === text) return spans;
  let at = 0;
  // Both lists are in the order of the text.
  const others = findPlain(plain).filter(({ start, end }) => {
    while ((spans[at]?.end ?? Infinity) <= start) at += 1;
    return (spans[at]?.start ?? Infinity) >= end;
  });
  return mergeSpans([...spans, ...others]);
}

function findPlain(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const end = endOf(text, at + 1);
    const host = text.slice(at + 1, end);
    if (!HOST.test(host) || NO_HOST.test(host)) continue;
    const start = startOf(text, at, host);
    if (start === at) continue;
    // A version of a package, and the address of a repository.
    if (text[start - 1] === "@" || (text.slice(start, at) === "git" && /[:/]/.test(text[end] ?? ""))) continue;
    spans.push({ start, end });
  }
  return spans;
}

function startOf(text: string, at: number, host: string): number {
  let start = runStart(text, at, host);
  // Signs around an address, such as quotes, belong to the text.
  while (start < at && /[^\p{L}\p{N}_]/u.test(text[start] ?? "")) start += 1;
  // In `to=ann@example.com` and `?cc=bob@example.com` the address begins after the sign.
  const local = text.slice(start, at);
  return start + Math.max(...SIGNS.map((sign) => local.lastIndexOf(sign))) + 1;
}

/** @returns where the characters before the `@` begin whose letters are of one writing */
function runStart(text: string, at: number, host: string): number {
  let start = at;
  let writing: Writing | undefined;
  for (; start > 0 && at - start < MAX_LOCAL_CHARS; start -= 1) {
    const character = text[start - 1] ?? "";
    if (!LOCAL.test(character)) break;
    const found = writingOf(character);
    if (found === undefined) continue;
    if (writing !== undefined && found !== writing) break;
    // Digits are the whole of many addresses in China and Korea: `邮箱12345@example.com`.
    if (writing === undefined && start < at && found === "unspaced" && !isUnspaced(host)) break;
    writing = found;
  }
  return start;
}

function isUnspaced(host: string): boolean {
  return Array.from(host).some((character) => writingOf(character) === "unspaced");
}

function endOf(text: string, from: number): number {
  let end = runEnd(text, from);
  while (end > from && /[.-]/.test(text[end - 1] ?? "")) end -= 1;
  return end;
}

/** @returns the end of the characters of a domain, or of its label of letters (not the first one) where another writing begins */
function runEnd(text: string, from: number): number {
  let label = from;
  let writing: Writing | undefined;
  let isOfOneWriting = true;
  for (let end = from; ; end += 1) {
    const character = text[end] ?? "";
    if (end - from >= MAX_DOMAIN_CHARS || !DOMAIN.test(character)) return end;
    const found = writingOf(character);
    if (character === ".") {
      label = end + 1;
      writing = undefined;
      isOfOneWriting = true;
    } else if (found === undefined) isOfOneWriting = false;
    else {
      const isOther = writing !== undefined && found !== writing;
      if (isOther && isOfOneWriting && label > from && end - label >= MIN_LAST_LABEL_CHARS) return end;
      isOfOneWriting &&= !isOther;
      writing = found;
    }
  }
}

/**
 * Groups of writing systems, as far as they tell where an address ends in a sentence. Words of Chinese, Japanese or Thai stand without blanks
 * between them, and so does an address among them; Korean particles follow an address without one.
 */
type Writing = "spaced" | "unspaced";

/** The extensions include letters that several scripts share, such as the mark of a long vowel in Japanese. */
const UNSPACED =
  /(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;
/** Letters of no script, such as the micro sign, stand beside those of any. */
const SPACED = /(?!\p{Script=Common})\p{L}/u;

/** @returns undefined for a digit, a sign, and a letter of no script */
function writingOf(character: string): Writing | undefined {
  if (UNSPACED.test(character)) return "unspaced";
  return SPACED.test(character) ? "spaced" : undefined;
}
