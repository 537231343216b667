/** The body of a request: JSON, a form, parts, text or bytes. */
import type { BodyPlan, PartPlan } from "../../../sdk-gen/index.ts";
import { isRaw } from "../../lib/exact-json.ts";
import { MAX_REQUEST_BODY_BYTES, MAX_REQUEST_PARTS } from "../../limits/api-limits.ts";
import { isTaken, mediaTypeIn, readFile } from "./given-file.ts";
import { refuseOtherNames } from "./other-names.ts";
import { rootOf } from "./same-name.ts";
import { isGiven, joinedList, textOf, wellFormed, writePairs } from "./parameter-styles.ts";
import { UnusableArgument } from "../unusable-argument.ts";
import { quote } from "../../lib/shorten.ts";

export interface EncodedBody {
  readonly contentType: string | undefined;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * @param given the arguments that are no parameters, by their names in the body
 * @param declared names that the fields have by the description
 * @returns undefined where nothing is to be sent
 */
export function encodeBody(
  plan: BodyPlan,
  given: Fields,
  method: string,
  declared: ReadonlySet<string>,
): EncodedBody | undefined {
  const { argument, encoding, contentType, mayBeAbsent } = plan;
  const value = argument === undefined ? given : given[argument];
  if (value === undefined) return undefined;
  // Some servers refuse a DELETE with a body that says nothing.
  const canBeEmpty = method !== "DELETE" && mayBeAbsent !== true;
  if (argument === undefined && !canBeEmpty && Object.keys(given).length === 0) return undefined;
  switch (encoding) {
    case "json":
      return { contentType, content: JSON.stringify(value) };
    case "form":
      return { contentType, content: formText(fieldsOf(value, argument, declared), plan.parts ?? {}, declared) };
    case "multipart":
      return multipart(fieldsOf(value, argument, declared), plan);
    case "text":
      return { contentType, content: textOf(value) };
    case "base64": {
      const { bytes, type } = readFile(value, argument ?? "body");
      return { contentType: type !== undefined && isTaken(type, plan) ? type : contentType, content: bytes };
    }
  }
}

/** @throws UnusableArgument also for a field that lenient servers take for one that the description names, such as `amount[]` */
function fieldsOf(value: unknown, argument: string | undefined, declared: ReadonlySet<string>): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UnusableArgument(argument ?? "body", "must be an object, because it is sent as a form");
  }
  const names = new Set([...declared].map((name) => rootOf(name)));
  const taken = Object.keys(value).find((name) => !declared.has(name) && names.has(rootOf(name)));
  if (taken === undefined) return value as Fields;
  const message = `must not have ${quote(taken, 80)}, which some servers read as another field`;
  throw new UnusableArgument(argument ?? "", message);
}

function formText(fields: Fields, parts: Readonly<Record<string, PartPlan>>, declared: ReadonlySet<string>): string {
  const all = new Set([...declared, ...Object.keys(fields)]);
  const pairs = Object.entries(fields).flatMap(([name, value]) => {
    if (!isGiven(value)) return [];
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const isPlain = part?.style === undefined && part?.explode === undefined;
    // Without a style an object is JSON (OpenAPI 3.1, "Encoding Object"); a list is one in either case.
    const written = isPlain && !Array.isArray(value) ? textOf(value) : value;
    const style = part?.style ?? "form";
    const explode = part?.explode ?? style === "form";
    const own = writePairs(name, written, { style, explode, allowReserved: false });
    const others = [...all].filter((one) => one !== name);
    refuseOtherNames({ argument: name, name, kind: "field" }, own, others);
    return own;
  });
  const chars = pairs.reduce((sum, [name, value]) => sum + name.length + value.length + 2, 0);
  if (chars > MAX_REQUEST_BODY_BYTES) {
    throw new UnusableArgument("", `make a form of more than ${MAX_REQUEST_BODY_BYTES} characters`);
  }
  return pairs.map((pair) => pair.join("=")).join("&");
}

/** RFC 7578, by hand: `FormData` makes a file of every part that has a type of its own. */
function multipart(fields: Fields, { contentType, files = [], parts = {} }: BodyPlan): EncodedBody {
  const boundary = `isogate-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const add = (name: string, headers: string, content: Uint8Array): void => {
    bytes += name.length + headers.length + content.byteLength + 100;
    if (bytes > MAX_REQUEST_BODY_BYTES || chunks.length >= MAX_REQUEST_PARTS * 3) {
      const max = `${MAX_REQUEST_PARTS} parts and ${MAX_REQUEST_BODY_BYTES} bytes`;
      throw new UnusableArgument(name.slice(0, 80), `exceeds the maximum of a request: ${max}`);
    }
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quotedName(name)}"${headers}\r\n\r\n`;
    chunks.push(encoder.encode(head), content, encoder.encode("\r\n"));
  };
  for (const [name, value] of Object.entries(fields)) {
    if (!isGiven(value)) continue;
    const own = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const isJoined = own?.explode === false && !files.includes(name);
    const list: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
    const items = list === undefined ? [value] : isJoined ? [joinedList(name, list, own.style ?? "form")] : list;
    const type = own?.contentType === undefined ? undefined : mediaTypeIn(own.contentType);
    const isJson = list !== undefined && !isJoined && type !== undefined && JSON_TYPE.test(type);
    for (const given of items) {
      // A text alone may be JSON already; an item of a list that is sent as JSON is a value.
      const item = isJson && !files.includes(name) ? JSON.stringify(given) : given;
      const { headers, content } = files.includes(name) ? filePart(name, item, type) : valuePart(name, item, type);
      add(name, headers, content);
    }
  }
  chunks.push(encoder.encode(`--${boundary}--\r\n`));
  const [type = "multipart/form-data"] = contentType.split(";", 1);
  return { contentType: `${type.trim()}; boundary=${boundary}`, content: joined(chunks) };
}

interface Part {
  /** Parameters and headers after the part's name, as they stand in the head of the part. */
  readonly headers: string;
  readonly content: Uint8Array;
}

const JSON_TYPE = /[/+]json$/i;

function filePart(field: string, value: unknown, described: string | undefined): Part {
  const { bytes, name, type = described } = readFile(value, field);
  const used = quotedName(name ?? fileName(field, type));
  return { headers: `; filename="${used}"\r\nContent-Type: ${type ?? "application/octet-stream"}`, content: bytes };
}

function valuePart(field: string, value: unknown, described: string | undefined): Part {
  const isText = ["string", "number", "boolean"].includes(typeof value) || isRaw(value);
  const type = described ?? (isText ? undefined : "application/json");
  if (!isText && type !== undefined && !JSON_TYPE.test(type)) {
    throw new UnusableArgument(field, `is sent as ${type}, and must be given as text of that type`);
  }
  return {
    headers: type === undefined ? "" : `\r\nContent-Type: ${type}`,
    content: new TextEncoder().encode(textOf(value)),
  };
}

function quotedName(name: string): string {
  return wellFormed(name).replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

/** Extensions by which servers know files, for the media types of parts whose file has no name of its own. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/gzip": "gz",
  "application/json": "json",
  "application/pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/x-ndjson": "ndjson",
  "application/xml": "xml",
  "application/yaml": "yaml",
  "application/zip": "zip",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "image/gif": "gif",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/svg+xml": "svg",
  "image/tiff": "tiff",
  "image/webp": "webp",
  "text/calendar": "ics",
  "text/csv": "csv",
  "text/html": "html",
  "text/markdown": "md",
  "text/plain": "txt",
  "text/xml": "xml",
  "video/mp4": "mp4",
};

/** @returns the name of a field as that of a file */
function fileName(field: string, type: string | undefined): string {
  const extension = type === undefined ? undefined : EXTENSIONS[type.toLowerCase()];
  return extension === undefined || /\.\w+$/.test(field) ? field : `${field}.${extension}`;
}
