/** The notes of a property: those of its schema, and those of its elements and alternatives, which no other property shows. */
import type { ConversionBudget } from "./budget.ts";
import type { Keywords } from "./normalise.ts";
import { readNotes } from "./notes.ts";

const MAX_DEPTH = 3;
const MAX_PARTS = 20;
/** Schemas that the notes of one property are read from. */
const MAX_SCHEMAS = 300;

interface SchemaReader {
  /** Reads a schema object. */
  read(schema: unknown): Keywords | boolean;
  /** @returns the schema that a `$ref` points to */
  resolve(ref: string): unknown;
}

export class PropertyNotes {
  readonly #schemas: SchemaReader;
  readonly #budget: ConversionBudget;
  /** Schemas whose notes some property has: to repeat them takes from the budget. */
  readonly #used = new Set<object>();

  constructor(schemas: SchemaReader, budget: ConversionBudget) {
    this.#schemas = schemas;
    this.#budget = budget;
  }

  of(schema: unknown, name: string): string {
    const parts: string[] = [];
    let schemas = 0;
    const collect = (node: unknown, depth: number): void => {
      if (depth > MAX_DEPTH || parts.length > MAX_PARTS || schemas > MAX_SCHEMAS) return;
      schemas += 1;
      const words = this.#schemas.read(node);
      if (typeof words === "boolean") return;
      const text = this.#textOf(words, name) || this.#textBehind(words, name);
      if (text !== "" && !parts.some((part) => part.includes(text))) parts.push(text);
      if (!Array.isArray(words.raw["items"])) collect(words.raw["items"], depth + 1);
      for (const list of [words.allOf, ...words.choices]) {
        for (const branch of list.slice(0, MAX_SCHEMAS)) collect(branch, depth + 1);
      }
      if (typeof words.additional === "object") collect(words.additional, depth + 1);
    };
    collect(schema, 0);
    return parts.join("; ");
  }

  /** @returns the notes of the schema that a `$ref` points to */
  #textBehind({ ref }: Keywords, name: string): string {
    if (ref === undefined) return "";
    const target = this.#schemas.read(this.#schemas.resolve(ref));
    return typeof target === "boolean" ? "" : this.#textOf(target, name);
  }

  #textOf({ raw }: Keywords, name: string): string {
    if (this.#used.has(raw)) {
      if (!this.#budget.takeNoteChars(charsOf(raw["description"]) + charsOf(raw["title"]))) return "";
    } else this.#used.add(raw);
    return readNotes(raw, name);
  }
}

function charsOf(text: unknown): number {
  return typeof text === "string" ? text.length : 0;
}
