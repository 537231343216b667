/** `store.get(key)`, `store.put(key, value)`, `store.delete(key)`, `store.keys()`: what scripts remember. */
import * as z from "zod";
import { invalidArgs, type Services } from "./service.ts";

/** Values are JSON text. */
export interface ValueStore {
  getValue(key: string): Promise<string | undefined>;
  /** @returns a problem; undefined if the value was stored */
  putValue(key: string, value: string): Promise<string | undefined>;
  /** @returns false when there was none */
  deleteValue(key: string): Promise<boolean>;
  listKeys(): Promise<readonly string[]>;
}

/** Storage is UTF-8: two keys with a half of a surrogate pair each would be one. */
const key = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed());
const KEY = "a key of 1 to 200 characters, without half of a surrogate pair";
const oneKey = z.strictObject({ key });
const entry = z.strictObject({ key, value: z.unknown() });

export function storeServices(store: ValueStore): Services {
  return {
    async "store.get"(args) {
      const parsed = oneKey.safeParse(args);
      if (!parsed.success) return invalidArgs(`store.get(key) takes ${KEY}.`);
      const value = await store.getValue(parsed.data.key);
      return { ok: true, value: value === undefined ? null : (JSON.parse(value) as unknown) };
    },
    async "store.put"(args) {
      const parsed = entry.safeParse(args);
      if (!parsed.success) return invalidArgs(`store.put(key, value) takes ${KEY}, and a value.`);
      const refusal = await store.putValue(parsed.data.key, JSON.stringify(parsed.data.value) ?? "null");
      return refusal === undefined ? { ok: true, value: null } : invalidArgs(`store.put: ${refusal}.`);
    },
    async "store.delete"(args) {
      const parsed = oneKey.safeParse(args);
      if (!parsed.success) return invalidArgs(`store.delete(key) takes ${KEY}.`);
      return { ok: true, value: await store.deleteValue(parsed.data.key) };
    },
    async "store.keys"() {
      return { ok: true, value: await store.listKeys() };
    },
  };
}
