/**
 * Chooses among the media types of a request or a response. Keys are used as written (`application/json; charset=utf-8`)
 * and compared without parameters and case.
 */
import { isRecord } from "../is-record.ts";
import type { Fields } from "./description.ts";
import type { BodyPlan } from "./request.ts";

interface MediaType {
  /** As written. */
  readonly name: string;
  readonly fields: Fields;
}

export function jsonOf(content: Fields): MediaType | undefined {
  return firstOf(content, JSON_TYPES);
}

export type EncodedType = MediaType & Pick<BodyPlan, "encoding">;

/**
 * @param isFile true for a schema of bytes: a wildcard is JSON only without one
 * @returns all media types that can be produced, with their encodings, the one that is easiest to produce first
 */
export function requestMediaTypes(content: Fields, isFile: (schema: unknown) => boolean): readonly EncodedType[] {
  const isBytes = ([name, fields]: [string, unknown]): boolean =>
    isWildcard(name) && !essence(name).startsWith("text/") && isRecord(fields) && isFile(fields["schema"]);
  const bytes = new Set(
    Object.entries(content)
      .filter(isBytes)
      .map(([name]) => name),
  );
  const others = Object.fromEntries(Object.entries(content).filter(([name]) => !bytes.has(name)));
  const found = new Map<string, EncodedType>();
  for (const [encoding, patterns] of REQUEST_ENCODINGS) {
    for (const pattern of patterns) {
      for (const [name, fields] of Object.entries(encoding === "base64" ? content : others)) {
        if (!found.has(name) && pattern.test(essence(name)) && isRecord(fields))
          found.set(name, { name, fields, encoding });
      }
    }
  }
  return [...found.values()];
}

/** A body of bytes or text is identified by its media type alone. */
export function isPlain({ encoding }: EncodedType): boolean {
  return encoding === "text" || encoding === "base64";
}

const MAX_BYTE_TYPES = 20;

/** @returns the media types of a body of bytes; undefined where there is one only, which is no wildcard */
export function byteTypes(all: readonly EncodedType[]): readonly string[] | undefined {
  const types = all
    .filter(({ encoding }) => encoding === "base64")
    .map(({ name }) => essence(name))
    .filter((type) => /^[\w.+*-]{1,100}\/[\w.+*-]{1,100}$/.test(type))
    .slice(0, MAX_BYTE_TYPES);
  return types.length > 1 || types.some(isWildcard) ? types : undefined;
}

/** True for a document of changes: what it says depends on its media type, also where the schema is the same. */
export function isPatch({ name }: MediaType): boolean {
  return /-patch\+(?:json|yaml)$/.test(essence(name));
}

/** RFC 6902: a list of operations, whatever a schema says. */
export function isJsonPatch({ name }: MediaType): boolean {
  return essence(name) === "application/json-patch+json";
}

const MULTIPART_TYPES = [/^multipart\/form-data$/, /^multipart\//];
// A list of JSON values (`application/x-ndjson`, `application/json-seq`) is not one JSON value.
const JSON_TYPES = [/^application\/json$/, /[/+]json$/, /^application\/x-json$/, /^(?:\*|application)\/\*$/];
/** A list of changes is harder to write than what is to be merged. */
const SENT_JSON_TYPES = [
  ...[/^application\/json$/, /^application\/merge-patch\+json$/, /[/+](?<!json-patch\+)json$/],
  ...JSON_TYPES,
];
/** A type of its own goes before a wildcard. Those of answers are in src/upstream/body-text.ts, too, for servers that do not keep to a description. */
const TEXT_TYPES = [
  /^text\/[^*]+$/,
  /[/+](?:xml|csv|x-csv|yaml|x-yaml|javascript|graphql|x-ndjson|json-seq|jsonl|x-jsonlines)$/,
];
const REQUEST_ENCODINGS: readonly (readonly [BodyPlan["encoding"], readonly RegExp[]])[] = [
  ["json", SENT_JSON_TYPES],
  ["form", [/^application\/x-www-form-urlencoded$/]],
  ["multipart", MULTIPART_TYPES],
  ["text", [...TEXT_TYPES, /^text\//]],
  ["base64", [/^[^*]+$/, /./]],
];

export function isJsonType(name: string): boolean {
  return JSON_TYPES.some((pattern) => pattern.test(essence(name)));
}

/** True for an answer that is a text and no JSON. */
export function isTextType(name: string): boolean {
  const type = essence(name);
  return !isWildcard(name) && type !== "text/json" && TEXT_TYPES.some((pattern) => pattern.test(type));
}

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
