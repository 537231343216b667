/**
 * The media types that an operation asks for in `Accept`: those of its successes, JSON before others. An operation that has plain JSON, or of whose
 * answers nothing is said, has none of its own.
 */
import type { Description, Fields } from "./description.ts";
import { isJsonType } from "./media-types.ts";

const MAX_TYPES = 10;
const MAX_TYPE_CHARS = 100;

/** A wildcard says nothing that is not said anyway. */
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[\w!#$&^.+-]+=[\w!#$&^.+-]+)*$/;

/** @param types of all successes, as written @returns undefined where plain JSON is asked for, as of every API */
export function acceptedTypes(types: readonly string[]): readonly string[] | undefined {
  const all = [...new Set(types.filter(({ length }) => length <= MAX_TYPE_CHARS).map(asRange))];
  const json = all.filter(isJsonType);
  if (json.includes("application/json") || all.some((one) => /^(?:\*|application)\/\*/.test(one))) return undefined;
  const wanted = (json.length > 0 ? json : all).filter((one) => MEDIA_TYPE.test(one)).slice(0, MAX_TYPES);
  return wanted.length > 0 ? wanted : undefined;
}

/** @returns the media type without its charset, which has a header of its own, and without a weight */
function asRange(type: string): string {
  const [essence = "", ...attributes] = type.split(";").map((part) => part.trim());
  return [essence.toLowerCase(), ...attributes.filter((one) => !/^(?:charset|q)\s*=/i.test(one))].join(";");
}

/** @returns the value of a header `Accept` that can be no other one; undefined for what is no media type */
export function onlyType(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= MAX_TYPE_CHARS && MEDIA_TYPE.test(value) ? value : undefined;
}

/**
 * @param parameter the header `Accept`, which OpenAPI 3 says to ignore; some descriptions choose between representations by it all the same
 * @returns the values that it lists; none where it lists no values
 */
export function listedValues(description: Description, { schema }: Fields): readonly unknown[] {
  const fields = description.followSchema(schema) ?? {};
  const values: unknown = fields["enum"] ?? (fields["const"] === undefined ? [] : [fields["const"]]);
  return Array.isArray(values) ? values : [];
}
