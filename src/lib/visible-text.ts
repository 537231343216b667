/**
 * Makes texts of scripts, servers, clients and people safe to show: every character that is invisible, or changes the display of
 * others, becomes a JavaScript escape. Otherwise a line could read differently from the code that runs ("Trojan Source",
 * CVE-2021-42574), two names could look alike, and an escape sequence could retitle a terminal or hide what was printed.
 *
 * - control characters, but for tab and line feed;
 * - line and paragraph separators, and the anchors of interlinear annotations;
 * - Unicode's Default_Ignorable_Code_Point: bidirectional controls, zero-width characters, fillers, variation selectors, tags;
 * - surrogates without their other half.
 *
 * Emoji keep one variation selector after a pictograph or in a keycap, and one joiner between two pictographs.
 */
export function hiddenCharacter(): RegExp {
  // A new expression is returned each time, because a global one has state. The lookahead excludes characters that stay as they are.
  return /(?!(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=\p{Extended_Pictographic}|\p{Extended_Pictographic}\ufe0f|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic}))[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}\p{Surrogate}]/gu;
}

/** Line ends of Windows. `\r+\n` would take quadratic time for a text of carriage returns (200,000 of them: 65 s). */
const WINDOWS_LINE_END = /\r\n/g;

/** A part of a text; `hidden` is true if it is the escape of an invisible character. */
interface VisiblePart {
  readonly text: string;
  readonly hidden: boolean;
}

export function visibleText(text: string): string {
  return text.replaceAll(WINDOWS_LINE_END, "\n").replaceAll(hiddenCharacter(), spelledOut);
}

/** @returns the parts of the visible text; `hidden` distinguishes escapes from text that looks like one */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  const plain = text.replaceAll(WINDOWS_LINE_END, "\n");
  let at = 0;
  for (const { 0: one, index } of plain.matchAll(hiddenCharacter())) {
    if (index > at) parts.push({ text: plain.slice(at, index), hidden: false });
    parts.push({ text: spelledOut(one), hidden: true });
    at = index + one.length;
  }
  if (at < plain.length || parts.length === 0) parts.push({ text: plain.slice(at), hidden: false });
  return parts;
}

function spelledOut(one: string): string {
  const code = one.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
