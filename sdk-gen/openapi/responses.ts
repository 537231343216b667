/**
 * Finds what the call of an operation may have as its value: the union of all responses that mean success. `default` is usually the error, so
 * it counts only if no success is described. A success of unknown content makes the whole unknown.
 */
import { isRecord } from "../is-record.ts";
import { contentIn, fieldsIn, type Description, type Fields } from "./description.ts";
import { isSameSchema } from "./same-schema.ts";
import { isJsonType, isTextType, jsonOf } from "./media-types.ts";

export interface Output {
  /** The schema of the first body that is JSON; undefined if there is none. */
  readonly schema: Fields | undefined;
  /** The schema of the value of a call; undefined if it is not known. */
  readonly answer: Fields | undefined;
  /** Those of the response with the schema. */
  readonly headers: Fields;
  /** All successes that have a body are JSON, and there is one. */
  readonly isJsonOnly: boolean;
  /** Names of the headers of all responses, failures included. */
  readonly headerNames: readonly string[];
  /** Media types of all successes, as written. */
  readonly types: readonly string[];
}

/** Maximum number of header names of one operation. */
const MAX_HEADER_NAMES = 20;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

export function readOutput(description: Description, operation: Fields): Output {
  const responses = fieldsIn(operation, "responses");
  const codes = Object.keys(responses);
  description.spend(codes.length);
  const exact = codes.filter((code) => /^2\d\d$/.test(code)).sort();
  const success = [...exact, ...codes.filter((code) => /^2xx$/i.test(code))];
  const values: (Fields | undefined)[] = [];
  const types: string[] = [];
  let first: Pick<Output, "schema" | "headers"> | undefined;
  for (const code of success.length > 0 ? success : ["default"]) {
    const response = description.follow(Object.hasOwn(responses, code) ? responses[code] : undefined);
    const content = contentIn(description, response ?? {});
    // `default` describes failures in most cases.
    if (success.length > 0) types.push(...Object.keys(content));
    const schema = jsonOf(content)?.fields["schema"];
    if (response !== undefined && isRecord(schema)) first ??= { schema, headers: fieldsIn(response, "headers") };
    values.push(response && valueOf(description, code, response, content));
  }
  return {
    schema: first?.schema,
    headers: first?.headers ?? {},
    // A wildcard promises nothing.
    isJsonOnly: types.length > 0 && types.every((type) => !type.includes("*") && isJsonType(type)),
    headerNames: namesOfHeaders(description, responses),
    answer: unionOf(description, values),
    types,
  };
}

function namesOfHeaders(description: Description, responses: Fields): readonly string[] {
  const names = new Set<string>();
  for (const response of Object.values(responses)) {
    if (names.size >= MAX_HEADER_NAMES || description.isSpent()) break;
    const own = Object.keys(fieldsIn(description.follow(response) ?? {}, "headers"));
    description.spend(own.length);
    for (const name of own) if (HEADER_NAME.test(name)) names.add(name.toLowerCase());
  }
  return [...names].slice(0, MAX_HEADER_NAMES);
}

/** The value of a call whose answer has no body and names the address of its result. */
const LOCATION: Fields = { type: "object", properties: { location: { type: "string" } }, required: ["location"] };
const TEXT: Fields = { type: "string" };
const EMPTY: Fields = { type: "null" };

/** @returns undefined if it is not known */
function valueOf(description: Description, code: string, response: Fields, content: Fields): Fields | undefined {
  const types = Object.keys(content);
  if (types.length === 0) {
    // References that lead nowhere are content all the same.
    if (Object.keys(fieldsIn(response, "content")).length > 0) return undefined;
    return isLocation(description, code, response) ? LOCATION : EMPTY;
  }
  const json = jsonOf(content);
  // JSON is asked for before everything else.
  if (json !== undefined) return isRecord(json.fields["schema"]) ? json.fields["schema"] : undefined;
  return types.every(isTextType) ? TEXT : undefined;
}

/** Without a success that has a body nothing is known: descriptions leave bodies out more often than servers do. */
function unionOf(description: Description, values: readonly (Fields | undefined)[]): Fields | undefined {
  const known: Fields[] = [];
  for (const value of values) {
    if (value === undefined) return undefined;
    if (!known.some((one) => isSameSchema(description, one, value))) known.push(value);
  }
  // `null` comes last, as in other types.
  const sorted = [...known.filter((one) => one !== EMPTY), ...known.filter((one) => one === EMPTY)];
  const [only] = sorted;
  if (sorted.length === 1) return only === EMPTY ? undefined : only;
  return { anyOf: sorted };
}

function isLocation(description: Description, code: string, response: Fields): boolean {
  if (code !== "201" && code !== "202") return false;
  const names = Object.keys(fieldsIn(response, "headers"));
  description.spend(names.length);
  return names.some((name) => /^(?:operation-)?location$/i.test(name));
}
