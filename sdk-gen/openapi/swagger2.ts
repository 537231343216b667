/**
 * Converts a Swagger 2 description to OpenAPI 3. Schemas stay at their paths (`#/definitions/…`), so references stay valid; bodies,
 * forms, responses and base URLs move to their places in OpenAPI 3.
 */
import { isRecord } from "../is-record.ts";
import { fieldsIn, followPathItem, listIn, openDescription, textIn } from "./description.ts";
import type { Description, Fields, Steps } from "./description.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];

export function isSwagger2(document: Fields): boolean {
  return document["swagger"] === "2.0" || document["swagger"] === 2;
}

export function fromSwagger2(document: Fields, steps: Steps): Fields {
  const description = openDescription(document, steps);
  const paths = Object.entries(fieldsIn(document, "paths")).map(([path, raw]): [string, unknown] => {
    const item = path.startsWith("x-") || description.isSpent() ? undefined : followPathItem(description, raw);
    // A reference that leads nowhere stays, to be told of.
    return [path, item ? readPathItem(description, item) : path.startsWith("x-") ? undefined : lostIn(raw)];
  });
  return {
    ...document,
    openapi: "3.0.3",
    servers: serversOf(document),
    paths: Object.fromEntries(paths),
    components: { securitySchemes: fieldsIn(document, "securityDefinitions") },
  };
}

/** A missing scheme or host is that of the URL from which the description was fetched. */
function serversOf(document: Fields): readonly Fields[] {
  const host = textIn(document, "host");
  const base = textIn(document, "basePath").replace(/^(?!\/|$)/, "/");
  const schemes = listIn(document, "schemes");
  const scheme = ["https", "http"].find((one) => schemes.includes(one));
  if (host === "") return base === "" ? [] : [{ url: base }];
  return [{ url: `${scheme === undefined ? "" : `${scheme}:`}//${host}${base}` }];
}

function readPathItem(description: Description, item: Fields): Fields {
  const shared = parametersOf(description, item);
  const entries = METHODS.flatMap((method): [string, unknown][] => {
    const operation = item[method];
    return isRecord(operation) ? [[method, readOperation(description, operation, shared)]] : [];
  });
  const parameters = shared.filter(isPlain).map(readParameter);
  return { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(entries) };
}

function lostIn(value: unknown): Fields | undefined {
  return isRecord(value) && typeof value["$ref"] === "string" ? { $ref: value["$ref"] } : undefined;
}

function parametersOf(description: Description, holder: Fields): readonly Fields[] {
  return listIn(holder, "parameters").flatMap((raw): readonly Fields[] => {
    const parameter = description.follow(raw) ?? lostIn(raw);
    return parameter ? [parameter] : [];
  });
}

function isPlain(parameter: Fields): boolean {
  return parameter["in"] !== "body" && parameter["in"] !== "formData";
}

function readOperation(description: Description, operation: Fields, shared: readonly Fields[]): Fields {
  const own = parametersOf(description, operation);
  const ownKeys = new Set(own.map(({ in: place, name }) => `${String(place)} ${String(name)}`));
  const all = [...shared.filter(({ in: place, name }) => !ownKeys.has(`${String(place)} ${String(name)}`)), ...own];
  const consumes = typesOf(description.root, operation, "consumes");
  description.spend(consumes.length);
  const requestBody = bodyOf(all, consumes) ?? formOf(all, consumes);
  const { parameters: _, responses: __, ...rest } = operation;
  return {
    ...rest,
    parameters: own.filter(isPlain).map(readParameter),
    ...(requestBody && { requestBody }),
    responses: responsesOf(description, operation),
  };
}

function typesOf(root: Fields, operation: Fields, word: "consumes" | "produces"): readonly string[] {
  const listed = operation[word] === undefined ? listIn(root, word) : listIn(operation, word);
  const types = listed.filter((type) => typeof type === "string");
  return types.length > 0 ? types : ["application/json"];
}

/** Keywords of a schema, which Swagger 2 has in the parameter itself. */
const SCHEMA_WORDS = [
  ...["type", "format", "items", "default", "enum", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
  ...["maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "multipleOf"],
];

function schemaOf(parameter: Fields): Fields {
  return Object.fromEntries(SCHEMA_WORDS.flatMap((word) => (word in parameter ? [[word, parameter[word]]] : [])));
}

function readParameter(parameter: Fields): Fields {
  if (typeof parameter["$ref"] === "string") return parameter;
  const { name, in: place, required, description } = parameter;
  const format = parameter["collectionFormat"];
  // A list in a path or a header has commas anyway, and `multi` is not for it.
  const hasStyle = place === "query" || format === "ssv" || format === "pipes" || format === "tsv";
  return {
    name,
    in: place,
    ...(required === true && { required }),
    ...(typeof description === "string" && { description }),
    schema: schemaOf(parameter),
    ...(parameter["type"] === "array" && hasStyle && listStyle(format)),
  };
}

function listStyle(format: unknown): Fields {
  switch (format) {
    case "multi":
      return { style: "form", explode: true };
    case "ssv":
      return { style: "spaceDelimited", explode: false };
    case "pipes":
      return { style: "pipeDelimited", explode: false };
    case "tsv":
      return { style: "tabDelimited", explode: false };
    default:
      return { style: "form", explode: false };
  }
}

function bodyOf(parameters: readonly Fields[], consumes: readonly string[]): Fields | undefined {
  const body = parameters.find((parameter) => parameter["in"] === "body");
  if (!body) return undefined;
  const { schema, required, description } = body;
  return {
    ...(required === true && { required }),
    ...(typeof description === "string" && { description }),
    content: Object.fromEntries(consumes.map((type) => [type, { schema }])),
  };
}

function formOf(parameters: readonly Fields[], consumes: readonly string[]): Fields | undefined {
  const fields = parameters.filter(({ in: place, name }) => place === "formData" && typeof name === "string");
  if (fields.length === 0) return undefined;
  const hasFile = fields.some(({ type }) => type === "file");
  const isMultipart = hasFile || consumes.some((type) => type.startsWith("multipart/"));
  const properties = fields.map(({ description, ...field }) => [
    field["name"],
    {
      ...schemaOf(field),
      ...(field["type"] === "file" && { type: "string", format: "binary" }),
      ...(typeof description === "string" && { description }),
    },
  ]);
  const encoding = fields
    .filter(({ type }) => type === "array")
    .map(({ name, collectionFormat }) => [name, listStyle(collectionFormat)]);
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties) as Fields,
    required: fields.filter(({ required }) => required === true).map(({ name }) => name),
  };
  const type = isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded";
  return {
    ...(schema.required.length > 0 && { required: true }),
    content: { [type]: { schema, encoding: Object.fromEntries(encoding) as Fields } },
  };
}

function responsesOf(description: Description, operation: Fields): Fields {
  const produces = typesOf(description.root, operation, "produces");
  description.spend(produces.length * (1 + Object.keys(fieldsIn(operation, "responses")).length));
  const entries = Object.entries(fieldsIn(operation, "responses")).map(([code, raw]) => {
    const { schema } = description.follow(raw) ?? {};
    const isFile = isRecord(schema) && schema["type"] === "file";
    const media = isFile ? {} : { schema };
    const content = isRecord(schema) ? Object.fromEntries(produces.map((type) => [type, media])) : {};
    return [code, { content }];
  });
  return Object.fromEntries(entries) as Fields;
}
