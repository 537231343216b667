/** Finds properties whose texts are bytes as base64. Signatures carry no notes, and say of a value only this beside its type. */
import { isRecord } from "./is-record.ts";

/** Alternatives of one property: a file, a list of files, null. */
const MAX_ALTERNATIVES = 3;

/** @returns true for a text of base64, a list of such texts, and alternatives of which one is such a text or list */
export function hasBase64(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const { anyOf } = schema;
  const alternatives: readonly unknown[] = Array.isArray(anyOf) ? anyOf.slice(0, MAX_ALTERNATIVES) : [];
  return [schema, ...alternatives].some((one) => isText(one) || (isRecord(one) && isText(one["items"])));
}

function isText(schema: unknown): boolean {
  return isRecord(schema) && schema["format"] === "base64";
}
