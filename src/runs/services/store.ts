/** `store.get(key)`, `store.put(key, value)`, `store.delete(key)`, `store.keys()`: what scripts remember. */
import * as z from "zod";
import { invalidArgs, service, type Services } from "./service.ts";

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
const keySchema = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed());
const KEY = "a key of 1 to 200 characters, without half of a surrogate pair";
const oneKey = z.strictObject({ key: keySchema });
const entry = z.strictObject({ key: keySchema, value: z.unknown() });

export function storeServices(store: ValueStore): Services {
  return {
    "store.get": service(oneKey, `store.get(key) takes ${KEY}.`, async ({ key }) => {
      const value = await store.getValue(key);
      return { ok: true, value: value === undefined ? null : (JSON.parse(value) as unknown) };
    }),
    "store.put": service(entry, `store.put(key, value) takes ${KEY}, and a value.`, async ({ key, value }) => {
      const refusal = await store.putValue(key, JSON.stringify(value) ?? "null");
      return refusal === undefined ? { ok: true, value: null } : invalidArgs(`store.put: ${refusal}.`);
    }),
    "store.delete": service(oneKey, `store.delete(key) takes ${KEY}.`, async ({ key }) => ({
      ok: true,
      value: await store.deleteValue(key),
    })),
    async "store.keys"() {
      return { ok: true, value: await store.listKeys() };
    },
  };
}
