/** Removes a Markdown fence, a byte order mark, a hashbang line and Windows line ends from a script. Every line and column keeps its position. */

interface ReceivedText {
  readonly code: string;
  /** A fence that says `ts` declares TypeScript. */
  readonly isTypeScriptFence: boolean;
}

const TYPESCRIPT_TAGS = new Set(["ts", "typescript", "mts", "cts", "tsx"]);

export function readReceived(received: string): ReceivedText {
  // Line ends inside template literals are read as "\n" in any case (ECMA-262 §12.9.6).
  const text = (received.startsWith("\uFEFF") ? received.slice(1) : received).replaceAll(/\r\n?/g, "\n");
  const { lines, tag } = withoutFence(text.split("\n"));
  // A hashbang is valid only at the very start; in the wrapper it would be an error.
  const code = lines.join("\n").replace(/^(\s*)#!/, "$1//");
  return { code, isTypeScriptFence: TYPESCRIPT_TAGS.has(tag) };
}

/** Blanks the first and the last line when they open and close one fence around everything. */
function withoutFence(lines: readonly string[]): { readonly lines: readonly string[]; readonly tag: string } {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  const opening = readOpening(lines[first] ?? "");
  const closing = lines[last]?.trimEnd();
  if (opening === undefined || last === first || !closing?.endsWith(opening.fence)) return { lines, tag: "" };
  // The closing fence may be longer, and code may precede it on its line.
  const kept = closing.slice(0, endWithout(closing, opening.fence.charAt(0)));
  const inside = lines.map((line, at) => (at <= first || at > last ? "" : at === last ? kept : line));
  return { lines: inside, tag: opening.tag };
}

interface Opening {
  /** At least three backticks or tildes. */
  readonly fence: string;
  /** The first word of the info string (CommonMark §4.5): "ts", "{.ts}", "ts title=x". */
  readonly tag: string;
}

function readOpening(line: string): Opening | undefined {
  const text = line.trimStart();
  const length = runLength(text);
  const info = text.slice(length);
  if ((text[0] !== "`" && text[0] !== "~") || length < 3 || info.includes("`")) return undefined;
  const [, tag = ""] = /^[ \t]*\{?\.?([\w+-]*)/.exec(info) ?? [];
  return { fence: text.slice(0, length), tag: tag.toLowerCase() };
}

/** @returns the offset at which a run of `mark` at the end of a text begins */
function endWithout(text: string, mark: string): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === mark) end -= 1;
  return end;
}

/** @returns how often the first character is repeated at the start */
function runLength(text: string): number {
  let length = 0;
  while (length < text.length && text[length] === text[0]) length += 1;
  return length;
}
