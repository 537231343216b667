/** Reads every operation of a description into a tool, with its schemas and its request. */
import { isRecord } from "../is-record.ts";
import type { ToolSource } from "../sdk.ts";
import { stepsOfText } from "../steps-of-text.ts";
import { acceptedTypes } from "./accepted-types.ts";
import { hasBody, isFormWithoutFields, objectSchema, readBody } from "./body.ts";
import type { Body } from "./joined-bodies.ts";
import { contentIn, fieldsIn, followPathItem, lostReference, openDescription, textIn } from "./description.ts";
import type { Description, Fields, Steps } from "./description.ts";
import { operationsByMethod } from "./methods.ts";
import { nameOperations } from "./operation-names.ts";
import { parameterReader, type Argument, type ParameterReader } from "./parameters.ts";
import { readPagination } from "./pagination.ts";
import type { OperationRequest } from "./request.ts";
import { readOutput } from "./responses.ts";
import { readSecurity, type Security } from "./security.ts";
import { serverUrls } from "./servers.ts";
import { fromSwagger2, isSwagger2 } from "./swagger2.ts";
import { shown, withUnsent, type Unsent } from "./unsent.ts";
import { withUnambiguousSegments } from "./path-segments.ts";

/** The largest known description, Microsoft Graph's beta, has 22,361. */
const MAX_OPERATIONS = 50_000;

/** Steps of one description, each a part that is read. GitHub's, with 1,223 operations, takes 60,000. */
const MAX_STEPS = 500_000;

/** An operation's schemas may refer to parts of the description. */
export interface Operation extends ToolSource {
  readonly annotations?: { readonly readOnlyHint?: true; readonly destructiveHint?: true };
  readonly request: OperationRequest;
}

/** An operation, or a whole path, that is not read because a part of it cannot be resolved or sent. */
export type LeftOut =
  | {
      /** Absent for a path. */
      readonly name?: string;
      /** The reference that leads nowhere, or out of the description. */
      readonly ref: string;
    }
  | { readonly name: string; readonly unsent: string };

export interface OperationList {
  /** Base URLs, with variables replaced by their defaults; may be relative to the URL of the description. */
  readonly servers: readonly string[];
  readonly operations: readonly Operation[];
  /** Number of operations that were left out because too much was read before them. */
  readonly unread: number;
  readonly leftOut: readonly LeftOut[];
  /** Why there are no operations; a message for the person who configured the upstream. */
  readonly problem?: string;
  /** Problems of the credentials that cannot be used, and of a version that is newer than this reader, as sentences. */
  readonly remarks?: readonly string[];
}

interface Readers {
  readonly parameters: ParameterReader;
  readonly security: Security;
}

interface ReadOptions {
  /** Names of the security schemes for which there is a credential. */
  readonly schemes?: readonly string[];
  /** More for a description that is trusted. */
  readonly maxSteps?: number;
}

/** @param given parsed, untrusted JSON; its strings and objects are shared with the result */
export function readOperations(
  given: unknown,
  { schemes = [], maxSteps = MAX_STEPS }: ReadOptions = {},
): OperationList {
  const steps: Steps = { left: maxSteps };
  const document = isRecord(given) && isSwagger2(given) ? fromSwagger2(given, steps) : given;
  const problem = problemWith(document);
  if (problem !== undefined || !isRecord(document)) {
    return { servers: [], operations: [], unread: 0, leftOut: [], ...(problem !== undefined && { problem }) };
  }
  const description = openDescription(document, steps);
  const { found, leftOut, unseen } = findOperations(description);
  const names = nameOperations(
    found.map(({ operation, method, key }) => ({ operationId: operation["operationId"], method, path: key })),
  );
  const readers = { parameters: parameterReader(description), security: readSecurity(description, schemes) };
  const operations: Operation[] = [];
  let read = 0;
  for (const [index, one] of found.entries()) {
    const operation = readOperation(description, one, names[index] ?? "", readers);
    if (description.isSpent()) break;
    if ("request" in operation) operations.push(operation);
    else leftOut.push(operation);
    read += 1;
  }
  return {
    servers: serverUrls(description, document),
    operations: withUnambiguousSegments(operations, description),
    unread: found.length - read + unseen,
    leftOut,
    remarks: [...readers.security.remarks, ...newerVersion(document)],
    ...(found.length === 0 && leftOut.length === 0 && { problem: "The description has no operations under `paths`." }),
  };
}

function problemWith(document: unknown): string | undefined {
  if (!isRecord(document)) return "An OpenAPI description has to be a JSON object.";
  const { openapi, swagger } = document;
  if (typeof openapi === "string" && /^3\.\d/.test(openapi)) return undefined;
  if (openapi === undefined && swagger === undefined) {
    return "The document is no OpenAPI description: it has neither `openapi` nor `swagger`, the version that it is written in.";
  }
  const said = JSON.stringify(openapi ?? swagger).slice(0, 40);
  return `OpenAPI 3.0, 3.1, 3.2 and Swagger 2.0 are understood; this description says ${said}.`;
}

function newerVersion({ openapi }: Fields): readonly string[] {
  const [version, minor] = /^3\.(\d{1,9})/.exec(String(openapi)) ?? [];
  if (version === undefined || Number(minor) <= 2) return [];
  return [`the description is OpenAPI ${version}; what that has and 3.2 does not is not read`];
}

interface Found {
  /** As in the document. */
  readonly key: string;
  readonly method: string;
  readonly pathItem: Fields;
  readonly operation: Fields;
}

interface FoundList {
  readonly found: readonly Found[];
  readonly leftOut: LeftOut[];
  /** Number of paths that were not looked at. */
  readonly unseen: number;
}

function findOperations(description: Description): FoundList {
  const found: Found[] = [];
  const leftOut: LeftOut[] = [];
  let unseen = 0;
  for (const [key, raw] of Object.entries(fieldsIn(description.root, "paths"))) {
    if (description.isSpent()) {
      unseen += 1;
      continue;
    }
    const pathItem = key.startsWith("x-") ? undefined : followPathItem(description, raw);
    if (!pathItem) {
      const ref = key.startsWith("x-") ? undefined : lostReference(description, raw);
      if (ref !== undefined) leftOut.push({ ref });
      continue;
    }
    for (const { method, operation, isSent } of operationsByMethod(description, pathItem)) {
      if (found.length + leftOut.length >= MAX_OPERATIONS) break;
      if (isSent) found.push({ key, method, pathItem, operation });
      else leftOut.push({ name: unsentName(method, key, operation), unsent: `the method ${shown(method)}` });
    }
  }
  return { found, leftOut, unseen };
}

/** The name of an operation that is no tool. */
function unsentName(method: string, key: string, operation: Fields): string {
  return textIn(operation, "operationId") || `${method} ${key}`;
}

function readOperation(
  description: Description,
  { key, method, pathItem, operation }: Found,
  name: string,
  readers: Readers,
): Operation | LeftOut {
  const read = readers.parameters(pathItem, operation, pathOf(key));
  const { parameters, path, lost, unsent: unsentParameters, accept: only } = read;
  const taken = new Set(parameters.map((parameter) => parameter.name));
  const described = readBody(description, operation, { method, taken });
  // A request without its body or without a parameter may do something else than what is meant.
  const ref = lost ?? lostBody(description, method, operation);
  if (ref !== undefined) return { name, ref };
  const unsentBodies = unsentBody(description, method, operation, described);
  const unsent = [...unsentParameters, ...unsentBodies];
  const missed = unsent.find(({ isRequired }) => isRequired);
  if (missed !== undefined) return { name, unsent: missed.what };
  const body = unsentBodies.length > 0 ? undefined : described;
  const [server] = [...serverUrls(description, operation), ...serverUrls(description, pathItem)];
  const output = readOutput(description, operation);
  const text = withUnsent(describe(operation, pathItem), unsent);
  const accept = only === undefined ? acceptedTypes(output.types) : [only];
  const credentials = readers.security.of(operation);
  const pagination = readPagination(description, method, parameters, output);
  const tags = tagsOf(operation);
  const annotations = ANNOTATIONS[method];
  description.spend(stepsOfText(text));
  return {
    name,
    ...(text !== "" && { description: text }),
    inputSchema: argumentsSchema(parameters, body),
    ...(output.answer !== undefined && { outputSchema: output.answer }),
    ...(annotations && { annotations }),
    request: {
      method,
      path,
      ...(server !== undefined && { server }),
      parameters: parameters.map((parameter) => parameter.plan),
      ...(body && { body: body.plan }),
      ...(accept && { accept }),
      ...(credentials.length > 0 && { credentials }),
      ...(tags.length > 0 && { tags }),
      ...(output.isJsonOnly && { answersJson: true }),
      ...(output.headerNames.length > 0 && { answerHeaders: output.headerNames }),
      ...(pagination && { pagination }),
    },
  };
}

function unsentBody(
  description: Description,
  method: string,
  { requestBody }: Fields,
  body: Body | undefined,
): readonly Unsent[] {
  const request = description.follow(requestBody);
  const isRequired = request?.["required"] === true;
  if (!hasBody(method)) return isRecord(requestBody) ? [{ what: `the body of a ${method}`, isRequired }] : [];
  if (request === undefined || body === undefined) return [];
  const { encoding, argument } = body.plan;
  const hasPositions = Object.values(encoding === "multipart" ? contentIn(description, request) : {}).some((media) =>
    ["prefixEncoding", "itemEncoding"].some((word) => media[word] !== undefined),
  );
  if (hasPositions) return [{ what: "a body of parts without names", isRequired }];
  const whole = { encoding, fields: { schema: body.arguments.find(({ name }) => name === argument)?.schema } };
  return isFormWithoutFields(description, whole) ? [{ what: "a form without fields", isRequired }] : [];
}

function lostBody(description: Description, method: string, { requestBody }: Fields): string | undefined {
  if (!hasBody(method)) return undefined;
  const request = description.follow(requestBody);
  if (request === undefined) return lostReference(description, requestBody);
  const media =
    Object.keys(contentIn(description, request)).length > 0 ? [] : Object.values(fieldsIn(request, "content"));
  return media.map((one) => lostReference(description, one)).find((ref) => ref !== undefined);
}

const MAX_TAGS = 10;
const MAX_TAG_CHARS = 100;

function tagsOf({ tags }: Fields): readonly string[] {
  const texts = Array.isArray(tags) ? tags.slice(0, MAX_TAGS) : [];
  return texts.filter((tag): tag is string => typeof tag === "string" && tag.length <= MAX_TAG_CHARS);
}

const ANNOTATIONS: Readonly<Record<string, Operation["annotations"]>> = {
  GET: { readOnlyHint: true },
  HEAD: { readOnlyHint: true },
  // OpenAPI 3.2 takes the method from its draft, where it is safe.
  QUERY: { readOnlyHint: true },
  DELETE: { destructiveHint: true },
};

/** Fragments distinguish operations of one URL in the document (`/#X-Amz-Target=…`) and are never sent. */
function pathOf(key: string): string {
  const [path = ""] = key.split("#", 1);
  return path.startsWith("/") ? path : `/${path}`;
}

/** The summary is the first sentence; the description follows unless it says the same. */
function describe(operation: Fields, pathItem: Fields): string {
  const summary = textIn(operation, "summary") || textIn(pathItem, "summary");
  const long = textIn(operation, "description") || textIn(pathItem, "description");
  const text = long.startsWith(summary) ? long : long === "" ? summary : `${summary}\n${long}`;
  return operation["deprecated"] === true && !/deprecated/i.test(text) ? `${text}\nDeprecated.`.trim() : text;
}

function argumentsSchema(parameters: readonly Argument[], body: Body | undefined): unknown {
  // An argument that is not sent is a mistake.
  const additional = body === undefined ? false : body.additional;
  return {
    ...objectSchema([...parameters, ...(body?.arguments ?? [])]),
    ...(body && body.description !== "" && { description: body.description }),
    ...(body && body.rules.length > 0 && { allOf: body.rules }),
    ...(additional !== undefined && { additionalProperties: additional }),
  };
}
