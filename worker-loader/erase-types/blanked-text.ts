/** A text in which ranges are replaced by blanks. Line ends stay, so that every line and column keeps its position. */
import { hasLineEnd, skipBlanks } from "../syntax/blanks.ts";

/** Characters with which a line continues the one before it. */
const CONTINUES = /[([`+\-*/<]/;

export class BlankedText {
  readonly code: string;
  readonly #endOf = new Map<number, number>();
  readonly #startOf = new Map<number, number>();
  readonly #marks = new Map<number, string>();

  constructor(code: string) {
    this.code = code;
  }

  blank(start: number, end: number): void {
    if (end <= start) return;
    this.#endOf.set(start, end);
    this.#startOf.set(end, start);
  }

  /** Blanks a whole statement or member, and keeps the text after it from continuing the one before it. */
  blankStatement(start: number, end: number): void {
    this.blank(start, end);
    this.endStatement(start, end);
  }

  /** Ends a statement that ends with blanks: without them, the next line may continue it. */
  endStatementAt(end: number): void {
    const start = this.#startOf.get(end);
    if (start !== undefined) this.endStatement(start, end);
  }

  /** Puts a semicolon in place of the blanks if the text after them could continue the text before. */
  endStatement(start: number, end: number): void {
    if (CONTINUES.test(this.code.charAt(skipBlanks(this.code, end)))) this.#marks.set(start, ";");
  }

  /**
   * Blanks the type that an arrow function returns. Between `)` and `=>` there must be no line end, so the parenthesis
   * moves to the end of a type of several lines.
   */
  blankReturnType(start: number, end: number): void {
    this.blank(start, end);
    const before = this.code.slice(0, start).trimEnd().length - 1;
    if (this.code[before] !== ")" || !hasLineEnd(this.code.slice(before, end))) return;
    this.#marks.set(before, " ");
    this.#marks.set(end - 1, ")");
  }

  toString(): string {
    let text = "";
    let at = 0;
    for (const [start, end] of [...this.#endOf].sort(([one], [other]) => one - other)) {
      text += this.code.slice(at, Math.max(at, start));
      text += this.code.slice(Math.max(at, start), Math.max(at, end)).replaceAll(/[^\n\r\u2028\u2029]/g, " ");
      at = Math.max(at, end);
    }
    text += this.code.slice(at);
    if (this.#marks.size === 0) return text;
    const characters = text.split("");
    for (const [offset, character] of this.#marks) characters[offset] = character;
    return characters.join("");
  }
}
