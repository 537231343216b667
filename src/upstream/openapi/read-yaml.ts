/**
 * YAML text → plain values, in time and memory proportional to what it says. The `yaml` package only builds the tree: its own conversion
 * compares every key with all keys before it, writes keys that are lists out as text, and copies merged maps once per use.
 */
import { isAlias, isMap, isScalar, isSeq, parseDocument, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { MAX_API_DOCUMENT_DEPTH } from "../../limits/api-limits.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * @param maxValues values that it may have, counting what an alias stands for at each use
 * @throws Error whose message says what is wrong with the text
 */
export function readYaml(text: string, maxValues: number): unknown {
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  return new Converter(maxValues).value(document.contents, 0);
}

class Converter {
  readonly #maxValues: number;
  readonly #anchors = new Map<string, unknown>();
  /** Values inside each object and list, with those that an alias stands for. */
  readonly #sizes = new WeakMap<object, number>();
  #values = 0;

  constructor(maxValues: number) {
    this.#maxValues = maxValues;
  }

  value(node: unknown, depth: number): unknown {
    if (depth > MAX_API_DOCUMENT_DEPTH) throw new Error(`It is nested deeper than ${MAX_API_DOCUMENT_DEPTH} levels`);
    if (isAlias(node)) return this.#aliased(node.source);
    const before = this.#values;
    this.#count(1);
    const made = this.#converted(node, depth);
    if (typeof made === "object" && made !== null) this.#sizes.set(made, this.#values - before);
    const { anchor } = (node ?? {}) as Partial<Node & { readonly anchor: string }>;
    if (anchor !== undefined) this.#anchors.set(anchor, made);
    return made;
  }

  #converted(node: unknown, depth: number): unknown {
    if (isScalar(node)) return node.value;
    if (isSeq(node)) return node.items.map((item) => this.value(item, depth + 1));
    return isMap(node) ? this.#map(node, depth) : null;
  }

  #map({ items }: YAMLMap, depth: number): Fields {
    const own = new Map<string, unknown>();
    const merged = new Map<string, unknown>();
    const lists = new Map<string, YAMLSeq>();
    for (const { key, value } of items as readonly Pair[]) {
      const made = this.value(value, depth + 1);
      if (isMergeKey(key)) for (const [name, one] of this.#entriesToMerge(made)) merged.set(name, one);
      else own.set(this.#name(key), made);
      if (isSeq(value)) lists.set(this.#name(key), value);
    }
    // `enum: [1.10, 010]` of a text lists what is written there.
    const texts = own.get("type") === "string" ? lists.get("enum") : undefined;
    if (texts !== undefined) own.set("enum", asWritten(texts, own.get("enum")));
    // A map's own keys count before those that it merges.
    return Object.fromEntries(merged.size === 0 ? own : new Map([...merged, ...own]));
  }

  /** Earlier merged maps take precedence over later ones. */
  #entriesToMerge(source: unknown): readonly (readonly [string, unknown])[] {
    const maps: readonly unknown[] = Array.isArray(source) ? source : [source];
    return maps.toReversed().flatMap((map) => {
      if (typeof map !== "object" || map === null || Array.isArray(map)) throw new Error("A merge (<<) is of no map");
      this.#count(this.#sizes.get(map) ?? 1);
      return Object.entries(map);
    });
  }

  #name(key: unknown): string {
    const name = isAlias(key) ? this.#aliased(key.source) : isScalar(key) ? key.value : key;
    if (typeof name === "object" && name !== null) throw new Error("A key is a map or a list");
    return typeof name === "string" || typeof name === "number" || typeof name === "boolean" ? String(name) : "";
  }

  #aliased(anchor: string): unknown {
    if (!this.#anchors.has(anchor)) throw new Error(`The alias *${anchor.slice(0, 80)} has no anchor before it`);
    const value = this.#anchors.get(anchor);
    this.#count((typeof value === "object" && value !== null && this.#sizes.get(value)) || 1);
    return value;
  }

  /** Aliases are counted with all that they stand for: a walk through the result meets it as often. */
  #count(values: number): void {
    this.#values += values;
    if (this.#values > this.#maxValues) throw new Error(`It has more than ${this.#maxValues} values`);
  }
}

/** @param made the values of the list */
function asWritten({ items }: YAMLSeq, made: unknown): unknown {
  const values: readonly unknown[] = Array.isArray(made) ? made : [];
  return values.map((value, at) => {
    const item = items[at];
    const isLost = typeof value === "number" || typeof value === "boolean";
    return isLost && isScalar(item) && item.source !== undefined ? item.source : value;
  });
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.value === "<<" && key.type === "PLAIN";
}
