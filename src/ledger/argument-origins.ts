/**
 * Finds out where the arguments of a run's calls came from: values of earlier results that stand in later arguments, whole or in part. It
 * compares texts, so it is a hint for people and decides nothing: encoded or computed values are not found. The time is linear in the text.
 */
import { MAX_COMPARED_CHARS, MAX_ORIGINS } from "../limits/ledger-limits.ts";

/** A value of an earlier result that stands in an argument. */
interface ArgumentOrigin {
  /** Number of the call that has the argument. */
  readonly call: number;
  /** Path of the argument, such as `body.text` or `ids.0`, cut. */
  readonly argument: string;
  /** Number of the call whose result has the value. */
  readonly from: number;
  /** The shared text, cut. */
  readonly text: string;
}

interface Origins {
  readonly origins: readonly ArgumentOrigin[];
  /** False where texts were too long to be compared, or too much was found. */
  readonly isComplete: boolean;
}

/** A recorded call; `arguments` and `result` are JSON texts, absent where they were too long to keep. */
interface ComparedCall {
  readonly number: number;
  readonly state: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly arguments?: string;
  readonly result?: string;
}

/** Shorter values stand in arguments by chance. */
const MIN_VALUE_CHARS = 6;
const MIN_NUMBER_DIGITS = 5;
/** A part that is shared has at least twice as many characters, so that it holds one indexed piece. */
const PIECE_CHARS = 12;
const MIN_SHARED_CHARS = 2 * PIECE_CHARS;
const MAX_DEPTH = 60;
const MAX_TEXT_CHARS = 80;
const MAX_PATH_CHARS = 200;
/** Characters of code that are searched for values that it spells out; a search of 'aaaaa1' in a text of 'a' compares each six times. */
const MAX_SEARCHED_CHARS = 50_000_000;

/** @param code of the script: a value that it spells out came from there */
export function findOrigins(calls: readonly ComparedCall[], code: string): Origins {
  return new Search(code).run(calls);
}

interface Leaf {
  readonly path: string;
  readonly text: string;
}

interface Piece {
  readonly from: number;
  readonly text: string;
  readonly at: number;
}

class Search {
  readonly #code: string;
  readonly #values = new Map<string, number>();
  readonly #pieces = new Map<string, Piece>();
  readonly #origins = new Map<string, ArgumentOrigin>();
  #chars = 0;
  #searchedChars = 0;
  #isComplete = true;

  constructor(code: string) {
    this.#code = code;
  }

  run(calls: readonly ComparedCall[]): Origins {
    let open = calls.filter(({ state, result }) => state === "ok" && result !== undefined);
    for (const call of calls) {
      const isKnown = ({ number, endedAt = Infinity }: ComparedCall): boolean =>
        number < call.number && endedAt <= call.startedAt;
      for (const { number, result = "" } of open.filter(isKnown)) this.#index(number, result);
      open = open.filter((one) => !isKnown(one));
      for (const leaf of this.#leavesOf(call.arguments ?? "{}")) this.#compare(call.number, leaf);
    }
    return { origins: [...this.#origins.values()], isComplete: this.#isComplete };
  }

  #index(from: number, result: string): void {
    for (const { text } of this.#leavesOf(result)) {
      this.#values.set(text, from);
      for (let at = 0; at + PIECE_CHARS <= text.length; at += PIECE_CHARS) {
        this.#pieces.set(text.slice(at, at + PIECE_CHARS), { from, text, at });
      }
    }
  }

  #compare(call: number, { path, text }: Leaf): void {
    for (const value of new Set([text, ...text.split(/[\s"'`,;()<>[\]{}]/)])) {
      const from = value.length < MIN_NUMBER_DIGITS ? undefined : this.#values.get(value);
      if (from !== undefined) this.#note(call, path, from, value);
    }
    for (let at = 0; at + PIECE_CHARS <= text.length; at += 1) {
      const piece = this.#pieces.get(text.slice(at, at + PIECE_CHARS));
      const [start, end] = piece === undefined ? [at, at] : sharedRange(text, at, piece);
      if (piece !== undefined && end - start >= MIN_SHARED_CHARS) {
        this.#note(call, path, piece.from, text.slice(start, end));
        at = end - 1;
      }
    }
  }

  #note(call: number, argument: string, from: number, value: string): void {
    const key = `${call} ${from} ${argument}`;
    if (this.#origins.has(key)) return;
    this.#searchedChars += this.#code.length;
    if (this.#origins.size >= MAX_ORIGINS || this.#searchedChars > MAX_SEARCHED_CHARS) this.#isComplete = false;
    else if (!this.#code.includes(value))
      this.#origins.set(key, { call, argument, from, text: value.slice(0, MAX_TEXT_CHARS) });
  }

  #leavesOf(json: string): readonly Leaf[] {
    this.#chars += json.length;
    if (this.#chars > MAX_COMPARED_CHARS) {
      this.#isComplete = false;
      return [];
    }
    const leaves: Leaf[] = [];
    const visit = (value: unknown, path: string, depth: number): void => {
      if (typeof value === "string" && value.length >= MIN_VALUE_CHARS) leaves.push({ path, text: value });
      else if (typeof value === "number" && String(value).length >= MIN_NUMBER_DIGITS) {
        leaves.push({ path, text: String(value) });
      } else if (value !== null && typeof value === "object" && depth < MAX_DEPTH) {
        for (const [key, inner] of Object.entries(value)) {
          // Cut at once: each leaf below a key of a million characters would have a path as long.
          visit(inner, (path === "" ? key : `${path}.${key}`).slice(0, MAX_PATH_CHARS), depth + 1);
        }
      }
    };
    try {
      visit(JSON.parse(json) as unknown, "", 0);
    } catch {
      // Redaction can leave text that is not JSON.
      this.#isComplete = false;
    }
    return leaves;
  }
}

/** @returns the range of `text` around `at` that is the same in the text of the piece */
function sharedRange(text: string, at: number, piece: Piece): readonly [number, number] {
  // A shared range holds an indexed piece near its start; looking back further would take time that grows with the square of the text.
  let before = 0;
  while (
    before < PIECE_CHARS &&
    before < at &&
    before < piece.at &&
    text[at - before - 1] === piece.text[piece.at - before - 1]
  )
    before += 1;
  let length = PIECE_CHARS;
  while (at + length < text.length && text[at + length] === piece.text[piece.at + length]) length += 1;
  return [at - before, at + length];
}
