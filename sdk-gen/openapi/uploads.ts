/**
 * Files in forms: which properties are sent as bytes, and their schemas as arguments, which are base64. A file is described directly, as a list
 * of files, or behind references, `allOf` and alternatives, as frameworks write a file that may be absent.
 */
import { isRecord } from "../is-record.ts";
import { fieldsIn, listIn, textIn, type Description, type Fields } from "./description.ts";

/** Limit on subschemas of one schema, and on their depth: references can double their number at every level. */
const MAX_SUBSCHEMAS = 200;
const MAX_DEPTH = 10;
const COMBINATORS = ["allOf", "anyOf", "oneOf"] as const;

export interface Upload {
  /** The property is one file, a list of files, or either. */
  readonly isFile: boolean;
  readonly isList: boolean;
  readonly isNullable: boolean;
  /** The media type of the files, where their schema says it. */
  readonly mediaType?: string;
}

/** Large descriptions use the same schema in many operations. */
const known = new WeakMap<Description, Map<Fields, Upload | undefined>>();

/** @returns undefined for what is sent as text, also where a file or a text may stand: an address is no base64 */
export function uploadOf(description: Description, schema: unknown): Upload | undefined {
  const own = description.followSchema(schema);
  if (own === undefined) return undefined;
  const uploads = known.get(description) ?? new Map<Fields, Upload | undefined>();
  known.set(description, uploads);
  if (!uploads.has(own)) uploads.set(own, readUpload(description, own));
  return uploads.get(own);
}

function readUpload(description: Description, schema: Fields): Upload | undefined {
  const parts = subschemas(description, schema);
  const items = parts
    .filter((part) => hasType(part, "array"))
    .flatMap((part) => subschemas(description, part["items"]));
  const isFile = parts.some(isBinary);
  const isList = items.some(isBinary);
  if (!isFile && !isList) return undefined;
  if (parts.some((part) => hasTextAlternative(description, part))) return undefined;
  const [mediaType] = [...parts, ...items].flatMap((part) => textIn(part, "contentMediaType") || []);
  const isNullable = parts.some((part) => hasType(part, "null"));
  return { isFile, isList, isNullable, ...(mediaType !== undefined && { mediaType }) };
}

function hasTextAlternative(description: Description, schema: Fields): boolean {
  const alternatives = [...listIn(schema, "anyOf"), ...listIn(schema, "oneOf")].slice(0, MAX_SUBSCHEMAS);
  return alternatives.some((one) => {
    const own = description.followSchema(one);
    return own !== undefined && hasType(own, "string") && !subschemas(description, own).some(isBinary);
  });
}

/** @returns the schema and those that it consists of, each once, through references */
function subschemas(description: Description, schema: unknown): readonly Fields[] {
  const found = new Set<Fields>();
  const open: unknown[] = [schema];
  const seen = new Set<unknown>();
  // The list grows while it is read. Each step is paid by `follow`.
  for (const one of open) {
    if (found.size >= MAX_SUBSCHEMAS || description.isSpent()) break;
    const own = description.followSchema(one);
    if (own === undefined || found.has(own)) continue;
    found.add(own);
    for (const part of COMBINATORS.flatMap((word) => listIn(own, word))) {
      const key = (isRecord(part) && part["$ref"]) || part;
      if (open.length < MAX_SUBSCHEMAS && !seen.has(key)) open.push(part);
      seen.add(key);
    }
  }
  return [...found];
}

/** 3.0 says `format: binary`, 3.1 a media type without an encoding, Swagger 2 `type: file` */
function isBinary(schema: Fields): boolean {
  if (schema["format"] === "binary" || schema["type"] === "file") return true;
  const encoding = schema["contentEncoding"];
  return encoding === "binary" || (typeof schema["contentMediaType"] === "string" && encoding === undefined);
}

function hasType({ type }: Fields, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted;
}

const FILE = { type: "string", format: "base64" };
/** Also rules about the text of a file, which its base64 is not. */
const REPLACED_WORDS: ReadonlySet<string> = new Set([
  ...["$ref", "type", "format", "items", "enum", "const", "pattern", "minLength", "maxLength", ...COMBINATORS],
]);

/** @returns the schema of a file argument: base64, and its note says so */
export function fileSchema(schema: unknown, { isFile, isList, isNullable }: Upload): Fields {
  const words = Object.entries(isRecord(schema) ? schema : {}).filter(([word]) => !REPLACED_WORDS.has(word));
  const kinds: readonly Fields[] = [
    ...(isFile ? [FILE] : []),
    ...(isList ? [{ type: "array", items: FILE }] : []),
    ...(isNullable ? [{ type: "null" }] : []),
  ];
  return { ...Object.fromEntries(words), ...(kinds.length === 1 ? kinds[0] : { anyOf: kinds }) };
}

/** @returns the properties that are files, by their names */
export function uploadsIn(
  description: Description,
  properties: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, Upload> {
  const uploads = new Map<string, Upload>();
  for (const [name, schema] of properties) {
    const upload = uploadOf(description, schema);
    if (upload !== undefined) uploads.set(name, upload);
  }
  return uploads;
}

/** A form that is one argument, because it has alternatives or fields of any name. */
interface WholeForm {
  /** The schema with files as base64; the same one if there are none. */
  readonly schema: unknown;
  /** Properties of all its alternatives, as the description has them. */
  readonly properties: ReadonlyMap<string, unknown>;
  readonly uploads: ReadonlyMap<string, Upload>;
}

export function readWholeForm(description: Description, schema: unknown): WholeForm {
  const properties = new Map<string, unknown>();
  const uploads = new Map<string, Upload>();
  let visits = 0;
  const withFiles = (given: unknown, depth: number): unknown => {
    visits += 1;
    if (visits > MAX_SUBSCHEMAS || depth > MAX_DEPTH || description.isSpent()) return given;
    const own = description.followSchema(given);
    if (own === undefined) return given;
    const before = Object.entries(fieldsIn(own, "properties"));
    description.spend(before.length);
    const after = before.map(([name, property]): [string, unknown] => {
      const upload = uploadOf(description, property);
      properties.set(name, property);
      if (upload === undefined) return [name, property];
      uploads.set(name, upload);
      return [name, fileSchema(property, upload)];
    });
    const lists = COMBINATORS.flatMap((word): [string, readonly unknown[]][] => {
      const parts = listIn(own, word);
      const made = parts.map((part) => withFiles(part, depth + 1));
      return made.some((part, at) => part !== parts[at]) ? [[word, made]] : [];
    });
    const hasFiles = after.some(([, property], at) => property !== before[at]?.[1]);
    if (!hasFiles && lists.length === 0) return given;
    return { ...own, ...(hasFiles && { properties: Object.fromEntries(after) }), ...Object.fromEntries(lists) };
  };
  return { schema: withFiles(schema, 0), properties, uploads };
}
