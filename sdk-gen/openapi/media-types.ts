/**
 * Chooses among the media types of a request or a response. Keys are used as written (`application/json; charset=utf-8`)
 * and compared without parameters and case.
 */
import { isRecord } from "../is-record.ts";
import type { Fields } from "./description.ts";
import type { BodyPlan } from "./request.ts";

export interface MediaType {
  /** As written. */
  readonly name: string;
  readonly fields: Fields;
}

export function jsonOf(content: Fields): MediaType | undefined {
  return firstOf(content, JSON_TYPES);
}

/**
 * @param isFile true for a schema of bytes: a wildcard is JSON only without one
 * @returns the media type that is easiest to produce, and its encoding
 */
export function requestMediaType(
  content: Fields,
  isFile: (schema: unknown) => boolean,
): (MediaType & Pick<BodyPlan, "encoding">) | undefined {
  const isBytes = ([name, fields]: [string, unknown]): boolean =>
    isWildcard(name) && !essence(name).startsWith("text/") && isRecord(fields) && isFile(fields["schema"]);
  const bytes = new Set(
    Object.entries(content)
      .filter(isBytes)
      .map(([name]) => name),
  );
  const others = Object.fromEntries(Object.entries(content).filter(([name]) => !bytes.has(name)));
  for (const [encoding, patterns] of REQUEST_ENCODINGS) {
    const found = firstOf(encoding === "base64" ? content : others, patterns);
    if (found) return { ...found, encoding };
  }
  return undefined;
}

export function multipartOf(content: Fields): (MediaType & Pick<BodyPlan, "encoding">) | undefined {
  const found = firstOf(content, MULTIPART_TYPES);
  return found && { ...found, encoding: "multipart" };
}

const MULTIPART_TYPES = [/^multipart\/form-data$/, /^multipart\//];
// A list of JSON values (`application/x-ndjson`, `application/json-seq`) is not one JSON value.
const JSON_TYPES = [/^application\/json$/, /[/+]json$/, /^application\/x-json$/, /^(?:\*|application)\/\*$/];
const REQUEST_ENCODINGS: readonly (readonly [BodyPlan["encoding"], readonly RegExp[]])[] = [
  ["json", JSON_TYPES],
  ["form", [/^application\/x-www-form-urlencoded$/]],
  ["multipart", MULTIPART_TYPES],
  ["text", [/^text\//, /[/+](?:xml|yaml|x-yaml|javascript|graphql|x-ndjson|json-seq|jsonl|x-jsonlines)$/]],
  ["base64", [/./]],
];

function firstOf(content: Fields, patterns: readonly RegExp[]): MediaType | undefined {
  for (const pattern of patterns) {
    for (const [name, fields] of Object.entries(content)) {
      if (pattern.test(essence(name)) && isRecord(fields)) return { name, fields };
    }
  }
  return undefined;
}

function essence(name: string): string {
  return (name.split(";", 1)[0] ?? "").trim().toLowerCase();
}

function isWildcard(name: string): boolean {
  return essence(name).includes("*");
}

/** @returns the value of the `content-type` header; a wildcard names no type */
export function sentType({ name, encoding }: { readonly name: string } & Pick<BodyPlan, "encoding">): string {
  if (!isWildcard(name)) return name;
  return SENT_FOR_WILDCARD[encoding];
}

const SENT_FOR_WILDCARD: Readonly<Record<BodyPlan["encoding"], string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
  text: "text/plain",
  base64: "application/octet-stream",
};
