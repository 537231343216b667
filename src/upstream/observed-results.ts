/**
 * Observes the structure, never the values, of results of tools without an output schema. It becomes the output type in the
 * SDK, marked as observed, is widened as new results come, and forgotten when the tool's definition changes.
 */
import { hash, mergeShapes, observeShape, type Shape } from "../../sdk-gen/index.ts";
import { MAX_OBSERVED_CHARS } from "../limits/upstream-limits.ts";
import type { ToolDefinition } from "./connector.ts";

/** Keeps shapes; `tool` is the hash of a tool's whole definition. */
export interface ShapeStore {
  readShapes(server: string): readonly { readonly tool: string; readonly shape: Shape }[];
  writeShape(server: string, tool: string, shape: Shape): void;
  deleteShape(server: string, tool: string): void;
}

/** After this many results in a row that do not change a tool's observed type, further results are ignored until the Gateway restarts. */
const ENOUGH_RESULTS = 50;
/** Maximum number of times one tool's results may change the tool list. After that its observed type stays the same until the Gateway restarts. */
const MAX_CHANGES = 100;

export class ObservedResults {
  readonly #server: string;
  readonly #store: ShapeStore;
  readonly #shapes = new Map<string, Shape>();
  readonly #unchanged = new Map<string, number>();
  readonly #changes = new Map<string, number>();
  /** JSON of all shapes. */
  #chars = 0;

  constructor(server: string, store: ShapeStore) {
    this.#server = server;
    this.#store = store;
    for (const { tool, shape } of store.readShapes(server)) {
      this.#shapes.set(tool, shape);
      this.#chars += charsOf(shape);
    }
  }

  /** @returns whether something new was learnt */
  note(tool: ToolDefinition, result: unknown): boolean {
    if (tool.outputSchema !== undefined) return false;
    const key = keyOf(tool);
    const unchanged = this.#unchanged.get(key) ?? 0;
    const changes = this.#changes.get(key) ?? 0;
    if (unchanged >= ENOUGH_RESULTS || changes >= MAX_CHANGES) return false;
    const known = this.#shapes.get(key);
    const seen = observeShape(result);
    const shape = known === undefined ? seen : mergeShapes(known, seen);
    if (known !== undefined && JSON.stringify(shape) === JSON.stringify(known)) {
      this.#unchanged.set(key, unchanged + 1);
      return false;
    }
    const chars = this.#chars - charsOf(known) + charsOf(shape);
    if (chars > MAX_OBSERVED_CHARS) return false;
    this.#chars = chars;
    this.#unchanged.set(key, 0);
    this.#changes.set(key, changes + 1);
    this.#shapes.set(key, shape);
    this.#store.writeShape(this.#server, key, shape);
    return true;
  }

  /** Forgets tools that are no longer listed, or listed differently. */
  keepOnly(tools: readonly ToolDefinition[]): void {
    const kept = new Set(tools.map(keyOf));
    for (const [key, shape] of this.#shapes) {
      if (kept.has(key)) continue;
      this.#chars -= charsOf(shape);
      this.#shapes.delete(key);
      this.#store.deleteShape(this.#server, key);
    }
  }

  /** The tools with what was observed of them. */
  describe(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
    if (this.#shapes.size === 0) return tools;
    return tools.map((tool) => {
      const observedOutput = tool.outputSchema === undefined ? this.#shapes.get(keyOf(tool)) : undefined;
      return observedOutput === undefined ? tool : { ...tool, observedOutput };
    });
  }
}

function charsOf(shape: Shape | undefined): number {
  return shape === undefined ? 0 : JSON.stringify(shape).length;
}

const keys = new WeakMap<ToolDefinition, string>();

/**
 * The key contains a hash of the whole definition, so a tool whose definition changed gets a new entry. It is not for security: an upstream can only
 * mislead about itself.
 */
function keyOf(tool: ToolDefinition): string {
  let key = keys.get(tool);
  if (key === undefined) {
    key = `${tool.name}:${hash(JSON.stringify(tool))}`;
    keys.set(tool, key);
  }
  return key;
}
