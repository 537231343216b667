/**
 * Turns the parameters of an operation into arguments of its tool.
 *
 * Parameters of the path item are inherited; an undeclared `{name}` in the path is a string. Parameters that callers do not
 * set are left out: headers of HTTP itself, and credentials, which the connector adds.
 */
import { hash } from "../names.ts";
import { isRecord } from "../is-record.ts";
import { listedValues, onlyType } from "./accepted-types.ts";
import { contentIn, fieldsIn, listIn, lostReference, textIn, type Description, type Fields } from "./description.ts";
import { stepsOfText } from "../steps-of-text.ts";
import { pathTemplate } from "./path-template.ts";
import { queryFields } from "./query-string.ts";
import type { ParameterPlan } from "./request.ts";
import { alternativesOf } from "./security.ts";
import { shown, type Unsent } from "./unsent.ts";

/** Limit per operation; the largest known number is 205. */
const MAX_PARAMETERS = 500;

/** One argument of a tool. */
export interface Argument {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: unknown;
}

export interface ParameterArgument extends Argument {
  readonly plan: ParameterPlan;
}

/** Headers that `fetch`, the connector, the body or the credentials set; `X-Amz-…` are the parts of a signature. */
const SET_ANYWAY = new RegExp(
  "^(?:accept|accept-charset|accept-encoding|authorization|proxy-.*|connection|content-length|content-type|cookie|" +
    "expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|user-agent|via|" +
    "x-amz-(?:algorithm|content-sha256|credential|date|security-token|signature|signedheaders))$",
  "i",
);

/** Headers that say when and from where a request is sent. A server that needs one refuses a request without it, so none is required here. */
const NOT_FOR_CALLERS = /^(?:date|origin|referer)$/i;

interface ReadParameters {
  readonly parameters: readonly ParameterArgument[];
  /** The path with `{name}` for each parameter, whatever stands in its braces beside the name. */
  readonly path: string;
  /** A reference to a parameter that cannot be resolved; it may be one that the request must have. */
  readonly lost?: string;
  readonly unsent: readonly Unsent[];
  /** The one media type that the operation's header `Accept` may have. */
  readonly accept?: string;
}

export type ParameterReader = (pathItem: Fields, operation: Fields, path: string) => ReadParameters;

export function parameterReader(description: Description): ParameterReader {
  const credentialsOf = credentialParameters(description);
  // Schemas are compared and converted by identity, so a shared parameter has to keep one schema object.
  const schemas = new Map<Fields, unknown>();
  const schemaOf = (parameter: Fields): unknown => {
    const known = schemas.get(parameter);
    if (known) return known;
    const made = argumentSchema(description, parameter);
    schemas.set(parameter, made);
    return made;
  };
  return (pathItem, operation, path) => {
    const credentials = credentialsOf(operation);
    const declared = new Map<string, Declared>();
    const unsent = new Map<string, Unsent>();
    let lost: string | undefined;
    let accept: string | undefined;
    const shared = listIn(pathItem, "parameters").slice(0, MAX_PARAMETERS);
    const ofOperation = listIn(operation, "parameters").slice(0, MAX_PARAMETERS);
    for (const raw of [...shared, ...ofOperation].slice(0, MAX_PARAMETERS)) {
      const parameter = description.follow(raw);
      if (parameter === undefined) lost ??= lostReference(description, raw);
      for (const one of parameter ? declaredBy(description, parameter) : []) {
        description.spend(stepsOfText(one.name));
        if ("what" in one) unsent.set(one.name, one);
        else if (isAccept(one)) {
          const values = listedValues(description, one.fields);
          description.spend(values.length);
          accept = values.length > 1 ? undefined : onlyType(values[0]);
          if (values.length > 1) declared.set(keyOf(one), one);
          else declared.delete(keyOf(one));
        } else if (!credentials.has(keyOf(one)) && !(one.in === "header" && SET_ANYWAY.test(one.name))) {
          declared.set(keyOf(one), one);
        }
      }
    }
    const template = pathTemplate(path, (name) => declared.has(keyOf({ in: "path", name })));
    const inPath = template.names.slice(0, MAX_PARAMETERS).map((name): Declared => {
      const own = declared.get(keyOf({ in: "path", name }));
      return own ?? { in: "path", name, fields: { schema: { type: "string" } } };
    });
    const others = [...declared.values()].filter((one) => one.in !== "path").slice(0, MAX_PARAMETERS);
    const taken = new Set<string>();
    const parameters = [...inPath, ...others].map((one): ParameterArgument => {
      const argument = argumentName(one, taken);
      // A request has an `Accept` without the argument, too.
      const isRequired = one.in === "path" || (one.fields["required"] === true && !isAccept(one));
      const hasSegments = one.in === "path" && template.ofSegments.has(one.name);
      const plan = { ...planOf(description, one, argument), ...(hasSegments && { hasSegments }) };
      return { name: argument, isRequired, schema: schemaOf(one.fields), plan };
    });
    return {
      parameters,
      path: template.path,
      ...(lost !== undefined && { lost }),
      unsent: [...unsent.values()],
      ...(accept !== undefined && { accept }),
    };
  };
}

interface Declared {
  readonly in: ParameterPlan["in"];
  readonly name: string;
  readonly fields: Fields;
}

/** @returns a parameter, the fields of a query, or what of them cannot be sent */
function declaredBy(
  description: Description,
  parameter: Fields,
): readonly (Declared | (Unsent & Pick<Declared, "name">))[] {
  const one = readDeclared(parameter);
  if (one?.in === "header" && NOT_FOR_CALLERS.test(one.name)) {
    return [{ name: one.name, what: `the header ${one.name}`, isRequired: false }];
  }
  if (one !== undefined) return [one];
  const { name, in: place } = parameter;
  if (typeof name !== "string" || name === "" || typeof place !== "string") return [];
  const fields = place === "querystring" ? queryFields(description, parameter) : undefined;
  if (fields !== undefined) return fields.map(([field, its]) => ({ in: "query", name: field, fields: its }));
  return [
    { name, what: `the parameter ${shown(name)} in ${shown(place)}`, isRequired: parameter["required"] === true },
  ];
}

function readDeclared(fields: Fields): Declared | undefined {
  const name = fields["name"];
  const place = fields["in"];
  if (typeof name !== "string" || name === "") return undefined;
  if (place !== "path" && place !== "query" && place !== "header" && place !== "cookie") return undefined;
  return { in: place, name, fields };
}

function isAccept({ in: place, name }: Pick<Declared, "in" | "name">): boolean {
  return place === "header" && /^accept$/i.test(name);
}

/** Header names are case-insensitive. */
function keyOf({ in: place, name }: Pick<Declared, "in" | "name">): string {
  return `${place} ${place === "header" ? name.toLowerCase() : name}`;
}

/** The name itself, and for one that another place has already `query_id`. */
function argumentName({ in: place, name }: Declared, taken: Set<string>): string {
  let argument = name;
  if (taken.has(argument)) argument = `${place}_${name}`;
  while (taken.has(argument)) argument = `${argument}_${hash(argument).slice(0, 4)}`;
  taken.add(argument);
  return argument;
}

function argumentSchema(description: Description, parameter: Fields): unknown {
  const { schema } = contentOf(description, parameter) ?? parameter;
  const own = isRecord(schema) ? schema : {};
  const text = textIn(parameter, "description");
  const said = {
    ...(text !== "" && { description: text }),
    ...(parameter["deprecated"] === true && { deprecated: true }),
  };
  return Object.keys(said).length === 0 ? own : { ...own, ...said };
}

function contentOf(description: Description, parameter: Fields): Fields | undefined {
  return Object.values(contentIn(description, parameter))[0];
}

function planOf(description: Description, { in: place, name, fields }: Declared, argument: string): ParameterPlan {
  const { style, explode, allowReserved } = fields;
  const defaultValue = place === "path" || place === "header" ? "simple" : "form";
  // `cookie` of OpenAPI 3.2 is `form` without percent-encoding, which is kept: a semicolon would end the cookie.
  const used = typeof style === "string" && style !== "cookie" ? style : defaultValue;
  const [contentType] = Object.keys(contentIn(description, fields));
  return {
    argument,
    in: place,
    ...(argument !== name && { name }),
    ...(used !== defaultValue && { style: used }),
    ...(typeof explode === "boolean" && explode !== (used === "form") && { explode }),
    ...(allowReserved === true && { allowReserved }),
    ...(contentType !== undefined && { contentType }),
  };
}

/** @returns the keys of parameters that are credentials of an operation: `api_key` in the query may be one, also where the operation lists it */
function credentialParameters(description: Description): (operation: Fields) => ReadonlySet<string> {
  const keys = new Map<string, string>();
  const components = fieldsIn(description.root, "components");
  for (const [scheme, raw] of Object.entries(fieldsIn(components, "securitySchemes"))) {
    const fields = description.follow(raw);
    const one = fields?.["type"] === "apiKey" ? readDeclared(fields) : undefined;
    if (one) keys.set(scheme, keyOf(one));
  }
  const all = new Set(keys.values());
  return (operation) => {
    const alternatives = keys.size === 0 ? undefined : alternativesOf(operation, description.root);
    if (alternatives === undefined) return all;
    const schemes = alternatives.flatMap((one) => Object.keys(one));
    description.spend(schemes.length);
    return new Set(schemes.flatMap((scheme) => keys.get(scheme) ?? []));
  };
}
