/** Skips white space, line ends and comments between two tokens, in one pass and without backtracking, and finds line ends. */

const BLANK = /\s/;

/**
 * @param code code that parses, so that every comment in it is closed
 * @param start offset between two tokens
 * @returns offset of the next token
 */
export function skipBlanks(code: string, start: number): number {
  let at = start;
  for (;;) {
    if (code.startsWith("/*", at)) {
      const end = code.indexOf("*/", at + 2);
      if (end === -1) return code.length;
      at = end + 2;
    } else if (code.startsWith("//", at)) {
      at = lineEnd(code, at);
    } else if (BLANK.test(code.charAt(at))) {
      at += 1;
    } else {
      return at;
    }
  }
}

/** The line terminators of the language; JavaScript has no others. */
const LINE_END = /[\n\r\u2028\u2029]/g;

export function hasLineEnd(text: string): boolean {
  return text.search(LINE_END) !== -1;
}

function lineEnd(code: string, start: number): number {
  LINE_END.lastIndex = start;
  return LINE_END.exec(code)?.index ?? code.length;
}
