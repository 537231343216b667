/**
 * Indexes earlier calls by the value of one field, for conditions that join it with a field of the present call: of ten thousand calls of
 * a tool, only those with the same value are judged. The index returns every call whose comparison is not certain to be false, so it
 * changes no decision.
 */
import { alikeKey } from "../values/compare.ts";
import { valuesAt, type ValuePath } from "../values/value-path.ts";
import type { PlacedRow } from "./call-row.ts";

/** Earlier calls in their order. Another generation has other calls at the same positions. */
interface IndexedHistory {
  readonly generation: number;
  readonly length: number;
  at(index: number): PlacedRow | undefined;
}

export class ValueIndex {
  readonly #history: IndexedHistory;
  readonly #matchesTool: (tool: string) => boolean;
  readonly #path: ValuePath;
  readonly #byValue = new Map<string, PlacedRow[]>();
  /** Rows whose field is not a single text, number, true, false or null. */
  #others: PlacedRow[] = [];
  /** Rows without an answer when they were last checked. */
  #open: PlacedRow[] = [];
  #next = 0;
  #generation: number;

  constructor(history: IndexedHistory, matchesTool: (tool: string) => boolean, path: ValuePath) {
    this.#history = history;
    this.#matchesTool = matchesTool;
    this.#path = path;
    this.#generation = history.generation;
  }

  /** @param value an exact scalar */
  *rowsLike(value: unknown): Generator<PlacedRow> {
    this.#update();
    yield* this.#byValue.get(alikeKey(value)) ?? [];
    yield* this.#others;
    yield* this.#open;
  }

  #update(): void {
    const history = this.#history;
    if (this.#generation !== history.generation) {
      this.#generation = history.generation;
      this.#byValue.clear();
      this.#others = [];
      this.#open = [];
      this.#next = 0;
    }
    for (; this.#next < history.length; this.#next += 1) {
      const placed = history.at(this.#next);
      if (placed !== undefined && this.#matchesTool(placed.row.tool)) this.#add(placed);
    }
    if (this.#open.length === 0) return;
    const waiting = this.#open;
    this.#open = [];
    for (const placed of waiting) this.#add(placed);
  }

  #add(placed: PlacedRow): void {
    const { row } = placed;
    if (this.#path.root === "output" && row.state === "pending") {
      this.#open.push(placed);
      return;
    }
    const start = this.#path.root === "output" ? row.output : row.args;
    const { values, mismatch, isMissing } = valuesAt(start, this.#path, () => undefined);
    // A missing field equals nothing.
    if (!mismatch && isMissing && values.length === 0) return;
    const [value] = values;
    if (mismatch || isMissing || values.length > 1 || !isIndexed(value)) {
      this.#others.push(placed);
      return;
    }
    const key = alikeKey(value);
    const rows = this.#byValue.get(key);
    if (rows === undefined) this.#byValue.set(key, [placed]);
    else rows.push(placed);
  }
}

/** @returns true for scalars that a comparison can be certain about */
export function isIndexed(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return value === null || (typeof value !== "object" && value !== undefined);
}
