/**
 * Marks lines of a script's log that would pass for lines of the gateway. A person or a model reads the line without the characters that have
 * no form of their own, so these are passed over: white space before the mark, and anywhere in it control characters, sequences of a
 * terminal and characters that are not seen. Letters in their compatibility forms count as the letters.
 */

/** Begins lines of the gateway in a script's log. */
export const MARK = "[isogate]";
/** Ends a log of which lines were left out. */
export const CUT_MARK = "… more was logged and not kept";

const OF_SCRIPT = "[script]";

/** Ends of lines, also those of terminals, which write the next line over the one before `\r`. */
const LINE_END = /([\n\v\f\r\u0085\u2028\u2029])/;
const WHITE_SPACE = /\s/;
const NOT_SEEN = /[\u0000-\u001f\u007f-\u009f\p{Default_Ignorable_Code_Point}]/u;
/** A sequence of a terminal: with parameters (CSI), with a text (OSC and the like), or of a few characters. */
const SEQUENCE =
  /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,16}[@-~]|\u001b[\]PX^_][^\u0007\u001b\u009c]{0,10000}(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]{0,16}[0-~]/y;

/** @param text one or several lines of the script's log @returns the text with a mark before each line that reads like the gateway's */
export function markedAsScript(text: string): string {
  return LINE_END.test(text) ? text.split(LINE_END).map(markedLine).join("") : markedLine(text);
}

function markedLine(line: string): string {
  for (const mark of [MARK, CUT_MARK]) {
    // An escape character may begin a sequence, or be passed over where the line is not shown by a terminal: `\u001b[isogate]`.
    const end = endOfMark(line, mark, true) ?? endOfMark(line, mark, false);
    if (end !== undefined) return `${OF_SCRIPT} ${mark}${line.slice(end)}`;
  }
  return line;
}

/** @returns where the text ends that reads like the mark; undefined if the line does not begin with one. Each character is read once. */
function endOfMark(line: string, mark: string, hasSequences: boolean): number | undefined {
  const wanted = mark.normalize("NFKC");
  let read = 0;
  for (let at = 0; at < line.length;) {
    const passed = hasSequences ? sequenceLength(line, at) : 0;
    if (passed > 0) {
      at += passed;
      continue;
    }
    const one = String.fromCodePoint(line.codePointAt(at) ?? 0);
    const plain = one > "\u007f" ? one.normalize("NFKC") : one;
    at += one.length;
    if (wanted.startsWith(plain, read)) {
      read += plain.length;
      if (read === wanted.length) return at;
    } else if (!NOT_SEEN.test(one) && (read > 0 || !WHITE_SPACE.test(one))) return undefined;
  }
  return undefined;
}

function sequenceLength(line: string, at: number): number {
  if (line[at] !== "\u001b" && line[at] !== "\u009b") return 0;
  SEQUENCE.lastIndex = at;
  return SEQUENCE.test(line) ? SEQUENCE.lastIndex - at : 0;
}
