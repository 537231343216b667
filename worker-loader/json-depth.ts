/** How deeply the lists and objects of a JSON text are nested. */

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const LIST = "[".charCodeAt(0);
const LIST_END = "]".charCodeAt(0);
const OBJECT = "{".charCodeAt(0);
const OBJECT_END = "}".charCodeAt(0);

/** Looks at the text, because parsing millions of lists in one another takes all memory of an isolate. */
export function isTextDeeper(json: string, max: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const mark = json.charCodeAt(at);
    if (mark === QUOTE) isInString = !isInString;
    else if (isInString) at += mark === BACKSLASH ? 1 : 0;
    else if (mark === LIST || mark === OBJECT) depth += 1;
    else if (mark === LIST_END || mark === OBJECT_END) depth -= 1;
    if (depth > max) return true;
  }
  return false;
}
