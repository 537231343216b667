/** Resolves references in a description: objects other than schemas may be a `$ref` to a component as well. */
import { isRecord } from "../normalise.ts";
import { createResolver, type Resolve } from "../references.ts";

const MAX_HOPS = 20;

export type Fields = Readonly<Record<string, unknown>>;

export interface Description {
  readonly root: Fields;
  readonly resolve: Resolve;
  /** @returns the object itself, or the one it refers to; `undefined` if that is missing, a circle or no object */
  follow(value: unknown): Fields | undefined;
}

export function openDescription(root: Fields): Description {
  const resolve = createResolver(root);
  return {
    root,
    resolve,
    follow: (value) => {
      let target = value;
      for (let hop = 0; hop < MAX_HOPS && isRecord(target); hop++) {
        const ref = target["$ref"];
        if (typeof ref !== "string") return target;
        target = resolve(ref);
      }
      return undefined;
    },
  };
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
