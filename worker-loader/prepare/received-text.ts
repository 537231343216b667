/**
 * What stands around a script without being part of it: a Markdown fence, a byte order mark, a hashbang line,
 * Windows line ends. All of it is taken away or blanked so that every line and column stays where it was.
 */

export interface ReceivedText {
  readonly code: string;
  /** A fence that says `ts` declares TypeScript. */
  readonly isTypeScriptFence: boolean;
}

/** Of a fence's info string (CommonMark §4.5) only the first word counts: "ts", "{.ts}", "ts title=x". */
const OPENING = /^\s*(`{3,}|~{3,})[ \t]*\{?\.?([\w+-]*)[^`\n]*$/;

const TYPESCRIPT_TAGS = new Set(["ts", "typescript", "mts", "cts", "tsx"]);

export function readReceived(received: string): ReceivedText {
  // Line ends inside template literals are read as "\n" in any case (ECMA-262 §12.9.6).
  const text = (received.startsWith("\uFEFF") ? received.slice(1) : received).replaceAll(/\r\n?/g, "\n");
  const { lines, tag } = withoutFence(text.split("\n"));
  // A hashbang is one only at the very start; in the wrapper it would be an error.
  const code = lines.join("\n").replace(/^(\s*)#!/, "$1//");
  return { code, isTypeScriptFence: TYPESCRIPT_TAGS.has(tag) };
}

/** Blanks the first and the last line when they open and close one fence around everything. */
function withoutFence(lines: readonly string[]): { readonly lines: readonly string[]; readonly tag: string } {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  const [, fence, tag] = OPENING.exec(lines[first] ?? "") ?? [];
  const closing = lines[last]?.trimEnd();
  if (fence === undefined || last === first || !closing?.endsWith(fence)) return { lines, tag: "" };
  // The closing fence is longer at most, and code may stand before it on its line.
  const kept = closing.replace(fence.startsWith("`") ? /`{3,}$/ : /~{3,}$/, "");
  const inside = lines.map((line, at) => (at <= first || at > last ? "" : at === last ? kept : line));
  return { lines: inside, tag: tag?.toLowerCase() ?? "" };
}
