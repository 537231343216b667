/**
 * Turns the request body into arguments of the tool. Its properties stand beside the parameters if no name is in both, else
 * the body is one argument. JSON is preferred to forms, forms to text and bytes,
 * and a multipart form with files to another one. Other media types are offered where something else can be said in them: in forms that have
 * other fields, and in documents of changes.
 */
import { isRecord } from "../is-record.ts";
import { contentIn, fieldsIn, textIn, type Description, type Fields } from "./description.ts";
import { flattenObject } from "./flatten.ts";
import { joinBodies, type Body } from "./joined-bodies.ts";
import { byteTypes, isJsonPatch, isPatch, isPlain, requestMediaTypes, sentType } from "./media-types.ts";
import type { EncodedType } from "./media-types.ts";
import type { Argument } from "./parameters.ts";
import type { BodyPlan, PartPlan } from "./request.ts";
import { isSameSchema } from "./same-schema.ts";
import { fileSchema, readWholeForm, uploadOf, uploadsIn, type Upload } from "./uploads.ts";

/** `fetch` refuses to send a body with some methods. */
export function hasBody(method: string): boolean {
  return method !== "GET" && method !== "HEAD";
}

export function readBody(
  description: Description,
  operation: Fields,
  { method, taken }: { readonly method: string; readonly taken: ReadonlySet<string> },
): Body | undefined {
  if (!hasBody(method)) return undefined;
  const request = description.follow(operation["requestBody"]);
  const content = contentIn(description, request ?? {});
  description.spend(Object.keys(content).length);
  const listed = requestMediaTypes(content, (schema) => uploadOf(description, schema)?.isFile === true);
  const sendable = listed.filter((one) => !isFormWithoutFields(description, one));
  const all = sendable.length > 0 ? sendable : listed;
  // A form without parts cannot have files, whatever its schema says.
  const isUpload = ({ encoding, fields }: EncodedType): boolean =>
    encoding === "multipart" && hasUploads(description, fields);
  const first = all[0]?.encoding === "form" ? (all.find(isUpload) ?? all[0]) : all[0];
  if (!request || !first) return undefined;
  const types = byteTypes(all);
  const body = readMedia(description, request, first, { taken, isWhole: false, types });
  const isWhole = body.plan.argument !== undefined;
  const isOffered = (one: EncodedType): boolean => {
    if (isPlain(first)) return isPlain(one) && !one.name.includes("*");
    return isPatch(one) || (!isWhole && saysMore(description, one, first));
  };
  const others = all
    .filter((one) => one !== first && isOffered(one))
    .slice(0, MAX_OTHER_TYPES)
    .map((media) => readMedia(description, request, media, { taken, isWhole, types }));
  // The arguments of the first one keep their names and places, whatever else can be sent.
  return joinBodies(description, [body, ...others.filter(({ plan }) => plan.argument === body.plan.argument)], taken);
}

/** True for a form whose schema is a list, a text or bytes: it has no names, which fields of a form need. */
export function isFormWithoutFields(
  description: Description,
  { encoding, fields }: Pick<EncodedType, "encoding" | "fields">,
): boolean {
  if (encoding !== "form" && encoding !== "multipart") return false;
  const type = description.followSchema(fields["schema"])?.["type"];
  const types: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return types.length > 0 && !types.includes("object");
}

/** Read-only properties that are told of. */
const MAX_READ_ONLY = 100;
const MAX_NAME_CHARS = 100;

/** Media types of one body beside the first one. */
const MAX_OTHER_TYPES = 7;

/** True for a media type in which something can be sent that the first one does not have. A wildcard beside other types says nothing of its own. */
function saysMore(description: Description, { name, fields }: EncodedType, first: EncodedType): boolean {
  return !name.includes("*") && !isSameSchema(description, fields["schema"], first.fields["schema"]);
}

interface Reading {
  readonly taken: ReadonlySet<string>;
  /** The body is one argument, also where it is an object. */
  readonly isWhole: boolean;
  /** See `BodyPlan`. */
  readonly types: BodyPlan["types"];
}

function readMedia(
  description: Description,
  request: Fields,
  media: EncodedType,
  { taken, isWhole, types }: Reading,
): Body {
  const { encoding, fields } = media;
  const described = isJsonPatch(media) ? changesSchema(description, fields["schema"]) : fields["schema"];
  const plan: BodyPlan = { contentType: sentType(media), encoding };
  const text = textIn(request, "description");
  const whole = (schema: unknown, isRequired: boolean, parts: Partial<BodyPlan> = {}): Body => {
    let name = "body";
    while (taken.has(name)) name = `request_${name}`;
    const argument = { name, isRequired, schema: describeAs(schema, text) };
    const bodyPlan = { ...plan, ...parts, argument: name };
    return { plan: bodyPlan, arguments: [argument], description: "", rules: [], additional: false };
  };
  if (encoding === "text") return whole({ type: "string" }, request["required"] === true);
  if (encoding === "base64")
    return whole({ type: "string", format: "base64" }, request["required"] === true, types && { types });
  const flat = isWhole ? undefined : flattenObject(description, described);
  description.spend(Object.keys(fieldsIn(fields, "encoding")).length);
  if (!flat) {
    const isRequired = request["required"] === true;
    if (encoding !== "multipart") return whole(described, isRequired);
    const { schema: withFiles, properties, uploads } = readWholeForm(description, described);
    return whole(withFiles, isRequired, formParts(properties, uploads, fieldsIn(fields, "encoding")));
  }
  // A form without parts has no files.
  const uploads = encoding === "multipart" ? uploadsIn(description, flat.properties) : new Map<string, Upload>();
  const parts = encoding === "json" ? {} : formParts(flat.properties, uploads, fieldsIn(fields, "encoding"));
  const names = argumentNames([...flat.properties.keys()], taken);
  // Most documents omit whether the body is required (the default is false): then its own `required` list decides. A body that may be
  // absent as a whole has no required properties.
  const mayBeAbsent = request["required"] === false;
  const properties = [...flat.properties].map(([name, schema]): Argument => {
    const upload = uploads.get(name);
    const isRequired = flat.required.has(name) && !mayBeAbsent;
    return { name: names.get(name) ?? name, isRequired, schema: upload ? fileSchema(schema, upload) : schema };
  });
  const renamed = [...names]
    .filter(([name, argument]) => name !== argument)
    .map(([name, argument]) => [argument, name]);
  const readOnly = [...flat.readOnly].filter((name) => !flat.properties.has(name) && name.length <= MAX_NAME_CHARS);
  const bodyPlan = {
    ...plan,
    ...parts,
    ...(mayBeAbsent && (flat.required.size > 0 || flat.rules.length > 0) && { mayBeAbsent }),
    ...(readOnly.length > 0 && { readOnly: readOnly.slice(0, MAX_READ_ONLY) }),
    ...(renamed.length > 0 && { renamed: Object.fromEntries(renamed) as Renamed }),
  };
  const rules = mayBeAbsent ? [] : flat.rules.map((rule) => withNames(rule, names) as Fields);
  const additional = flat.isClosed ? { additional: false } : flat.isOpen ? { additional: true } : {};
  return { plan: bodyPlan, arguments: properties, description: text, rules, ...additional };
}

function changesSchema(description: Description, schema: unknown): unknown {
  return description.follow(schema)?.["type"] === "array" ? schema : { type: "array", items: { type: "object" } };
}

type Renamed = NonNullable<BodyPlan["renamed"]>;

/** A property whose name a parameter has already is called `body_id`. */
function argumentNames(properties: readonly string[], taken: ReadonlySet<string>): ReadonlyMap<string, string> {
  const used = new Set([...properties, ...taken]);
  return new Map(
    properties.map((name) => {
      let argument = name;
      if (taken.has(name)) {
        do argument = `body_${argument}`;
        while (used.has(argument));
        used.add(argument);
      }
      return [name, argument];
    }),
  );
}

/** A rule is `anyOf` or `oneOf` of `required` lists; see flatten.ts. */
function withNames(rule: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(rule)) return rule.map((item) => withNames(item, names));
  if (!isRecord(rule)) return rule;
  const entries = Object.entries(rule).map(([word, value]) => {
    const isList = word === "required" && Array.isArray(value);
    if (isList) return [word, value.map((name: unknown) => (typeof name === "string" && names.get(name)) || name)];
    return [word, word === "anyOf" || word === "oneOf" ? withNames(value, names) : value];
  });
  return Object.fromEntries(entries) as unknown;
}

function describeAs(schema: unknown, text: string): unknown {
  const own = isRecord(schema) ? schema : {};
  return text === "" ? own : { ...own, description: text };
}

export function objectSchema(properties: readonly Argument[]): Fields {
  const required = properties.filter((argument) => argument.isRequired).map((argument) => argument.name);
  return {
    type: "object",
    // `fromEntries` is safe for a property called `__proto__`.
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}

type Properties = ReadonlyMap<string, unknown>;

/** @returns the parts of a form that are files, and those with an encoding of their own */
function formParts(
  properties: Properties,
  uploads: ReadonlyMap<string, Upload>,
  encoding: Fields,
): Pick<BodyPlan, "files" | "parts"> {
  const files = [...uploads.keys()];
  const parts = new Map<string, PartPlan>();
  for (const [name, { mediaType }] of uploads) if (mediaType !== undefined) parts.set(name, { contentType: mediaType });
  for (const [name, raw] of Object.entries(encoding)) {
    if (!isRecord(raw) || !properties.has(name)) continue;
    const { contentType, style, explode } = raw;
    const part: PartPlan = {
      ...parts.get(name),
      ...(typeof contentType === "string" && { contentType }),
      ...(typeof style === "string" && { style }),
      ...(typeof explode === "boolean" && { explode }),
    };
    if (Object.keys(part).length > 0) parts.set(name, part);
  }
  return { ...(files.length > 0 && { files }), ...(parts.size > 0 && { parts: Object.fromEntries(parts) }) };
}

function hasUploads(description: Description, { schema }: Fields): boolean {
  return readWholeForm(description, schema).uploads.size > 0;
}
