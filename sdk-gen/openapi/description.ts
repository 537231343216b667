/**
 * Resolves references in a description: objects other than schemas may be a `$ref` to a component as well. A short description can
 * refer to the same component from everywhere, so that reading it costs far more than its length: what is read counts as steps.
 */
import { stepsOfText } from "../steps-of-text.ts";
import { isRecord } from "../is-record.ts";
import { discriminatorsIn, type Discriminators } from "../discriminators.ts";
import { createResolver, type Resolve } from "../references.ts";

const MAX_HOPS = 20;

export type Fields = Readonly<Record<string, unknown>>;

export interface Description {
  readonly root: Fields;
  readonly resolve: Resolve;
  readonly discriminators: Discriminators;
  /** @returns the object itself, or the one it refers to; `undefined` if that is missing, a circle or no object */
  follow(value: unknown): Fields | undefined;
  /** The same for a schema: from OpenAPI 3.1 on, rules beside a reference hold together with what it refers to. */
  followSchema(value: unknown): Fields | undefined;
  /** Counts parts that are read. */
  spend(steps: number): void;
  /** Nothing more is to be read. */
  isSpent(): boolean;
}

/** The work that is allowed for one description, shared by all its readers. */
export interface Steps {
  left: number;
}

export function openDescription(root: Fields, steps: Steps): Description {
  const resolve = createResolver(root);
  const spend = (count: number): void => {
    steps.left -= count;
  };
  const joined = new Map<Fields, Fields>();
  const joins = /^3\.[1-9]/.test(textIn(root, "openapi"));
  const followed = (value: unknown, isSchema: boolean): Fields | undefined => {
    let target = value;
    for (let hop = 0; hop < MAX_HOPS && isRecord(target); hop += 1) {
      const ref = target["$ref"];
      spend(1);
      if (typeof ref !== "string") return target;
      if (isSchema && joins && hasRules(target)) return joinedSchema(joined, target);
      spend(stepsOfText(ref));
      target = resolve(ref);
    }
    return undefined;
  };
  return {
    root,
    resolve,
    discriminators: discriminatorsIn(root, resolve, spend),
    spend,
    isSpent: () => steps.left < 0,
    follow: (value) => followed(value, false),
    followSchema: (value) => followed(value, true),
  };
}

/** Words by which a schema says more than the one that it refers to. */
const RULES = [
  ...["properties", "required", "additionalProperties", "patternProperties", "unevaluatedProperties"],
  ...["allOf", "anyOf", "oneOf"],
];

function hasRules(schema: Fields): boolean {
  return RULES.some((word) => schema[word] !== undefined);
}

/** Schemas are compared by identity, so each has one joined form. */
function joinedSchema(joined: Map<Fields, Fields>, schema: Fields): Fields {
  const { $ref, ...rules } = schema;
  const made = joined.get(schema) ?? { allOf: [{ $ref }, rules] };
  joined.set(schema, made);
  return made;
}

/** @returns the path item with what stands beside its references, which is of the same path */
export function followPathItem(description: Description, value: unknown): Fields | undefined {
  let merged: Fields | undefined;
  let target = value;
  for (let hop = 0; hop < MAX_HOPS && isRecord(target); hop += 1) {
    const { $ref, ...own } = target;
    description.spend(1 + Object.keys(own).length);
    merged = { ...own, ...merged };
    if (typeof $ref !== "string") return merged;
    description.spend(stepsOfText($ref));
    target = description.resolve($ref);
  }
  return undefined;
}

/** @param value what `follow` finds no object for @returns the last reference on the way; `undefined` if there is none */
export function lostReference({ resolve }: Description, value: unknown): string | undefined {
  let lost: string | undefined;
  let target = value;
  for (let hop = 0; hop < MAX_HOPS && isRecord(target); hop += 1) {
    const ref = target["$ref"];
    if (typeof ref !== "string") break;
    lost = ref;
    target = resolve(ref);
  }
  return lost;
}

/** @returns media types by their names, each the object itself or the one it refers to, without those that are missing */
export function contentIn(description: Description, holder: Fields): Readonly<Record<string, Fields>> {
  const found: [string, Fields][] = [];
  for (const [name, raw] of Object.entries(description.isSpent() ? {} : fieldsIn(holder, "content"))) {
    if (description.isSpent()) break;
    const media = description.follow(raw);
    if (media !== undefined) found.push([name, media]);
  }
  return Object.fromEntries(found);
}

export function textIn(fields: Fields, name: string): string {
  const text = fields[name];
  return typeof text === "string" ? text.trim() : "";
}

export function fieldsIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isRecord(value) ? value : {};
}

export function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}
