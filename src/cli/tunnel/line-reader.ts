/**
 * Splits the output of a process into lines. A line that is too long is dropped while it is read; its first and last characters are kept,
 * because they tell which call it answers. The memory that it takes does not grow with its length.
 */
import { MAX_LOCAL_LINE_CHARS } from "../../limits/tunnel-limits.ts";

/** Characters that are kept of the beginning and of the end of a dropped line: some SDKs write the id before the result, others after it. */
const MAX_KEPT_CHARS = 1_000;

export interface LongLine {
  readonly beginning: string;
  readonly end: string;
}

export class LineReader {
  readonly #onLine: (line: string) => void;
  readonly #onLongLine: (line: LongLine) => void;
  #pieces: string[] = [];
  #chars = 0;
  /** The line that is being dropped. */
  #dropped: LongLine | undefined;

  constructor(onLine: (line: string) => void, onLongLine: (line: LongLine) => void) {
    this.#onLine = onLine;
    this.#onLongLine = onLongLine;
  }

  read(text: string): void {
    const [first = "", ...others] = text.split("\n");
    this.#add(first);
    for (const next of others) {
      this.#end();
      this.#add(next);
    }
  }

  #add(piece: string): void {
    if (this.#dropped !== undefined) {
      const { beginning, end } = this.#dropped;
      this.#dropped = { beginning, end: (end + piece).slice(-MAX_KEPT_CHARS) };
      return;
    }
    this.#pieces.push(piece);
    this.#chars += piece.length;
    if (this.#chars <= MAX_LOCAL_LINE_CHARS) return;
    const line = this.#taken();
    this.#dropped = { beginning: line.slice(0, MAX_KEPT_CHARS), end: line.slice(-MAX_KEPT_CHARS) };
  }

  #end(): void {
    const dropped = this.#dropped;
    this.#dropped = undefined;
    if (dropped === undefined) this.#onLine(this.#taken());
    else this.#onLongLine(dropped);
  }

  #taken(): string {
    const line = this.#pieces.join("");
    this.#pieces = [];
    this.#chars = 0;
    return line;
  }
}

/** Names of a message in the order of the specification's examples, and of the SDKs; blanks are taken out before. */
const HEAD = /^\{((?:"jsonrpc":"2\.0",|"id":"?\d{1,15}"?,){0,2})"(?:result|error|(method))":/;
/** The result is an object, so that the brace behind these names is that of the message. */
const TAIL = /\}((?:,"jsonrpc":"2\.0"|,"id":"?\d{1,15}"?){1,2})\}$/;
const ID = /"id":"?(\d+)/;

/** @returns the id of the answer that the line is; undefined where it is not known, "none" where the line answers nothing */
export function answeredId({ beginning, end }: LongLine): number | "none" | undefined {
  const head = withoutBlanks(beginning);
  if (!head.startsWith("{")) return "none";
  const [, before = "", method] = HEAD.exec(head) ?? [];
  if (method !== undefined) return "none";
  const [, behind = ""] = TAIL.exec(withoutBlanks(end)) ?? [];
  const [, id] = ID.exec(`${before}${behind}`) ?? [];
  return id === undefined ? undefined : Number(id);
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, "");
}
