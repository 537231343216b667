/** The references of one schema: the keywords that refer, and what they lead to. References out of the schema lead nowhere. */
import { createResolver } from "../../../sdk-gen/index.ts";
import { isRecord } from "../../lib/is-record.ts";
import { MAX_SCHEMA_NODES } from "../../limits/check-limits.ts";
import type { Words } from "./value-rules.ts";

export class References {
  /** Up to draft 7, keywords beside a `$ref` are ignored. */
  readonly hideSiblings: boolean;
  readonly #root: unknown;
  readonly #resolve: (ref: string) => unknown;
  #areRelative: boolean | undefined;

  constructor(root: unknown) {
    this.#root = root;
    this.#resolve = createResolver(root);
    this.hideSiblings = isRecord(root) && /draft-0[3-7]/.test(String(root["$schema"]));
  }

  /** True if a part of the schema has an `$id`: references inside it are relative to that, which is not supported here. */
  get areRelative(): boolean {
    this.#areRelative ??= hasResources(this.#root);
    return this.#areRelative;
  }

  /** @returns the subschema; undefined where the reference cannot be followed */
  target(ref: string): unknown {
    return this.areRelative ? undefined : this.#resolve(ref);
  }
}

/** @returns what a subschema refers to; undefined if it refers to nothing */
export function referenceOf(words: Words): string | undefined {
  const reference = ["$ref", "$dynamicRef", "$recursiveRef"].find((word) => typeof words[word] === "string");
  return reference === undefined ? undefined : String(words[reference]);
}

function hasResources(root: unknown): boolean {
  const waiting: unknown[] = isRecord(root) ? Object.values(root) : [];
  let left = MAX_SCHEMA_NODES;
  for (let node = waiting.pop(); left > 0 && (node !== undefined || waiting.length > 0); node = waiting.pop()) {
    if (node === null || typeof node !== "object") continue;
    left -= 1;
    if (isRecord(node) && typeof node["$id"] === "string") return true;
    for (const part of Object.values(node)) if (part !== null && typeof part === "object") waiting.push(part);
  }
  return false;
}
