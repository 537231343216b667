/**
 * An HTTP request as `codemode.request` takes it → the arguments of the operation that it stands for. What the operation does not declare is
 * refused by its name, because it would not be sent.
 */
import type { BodyPlan, OperationRequest, ParameterPlan } from "../../../sdk-gen/index.ts";
import { asRecord } from "../../lib/is-record.ts";
import type { Result } from "../../lib/result.ts";
import { mediaTypeOf } from "../body-text.ts";
import type { ToolDefinition } from "../connector.ts";
import type { MatchedOperation } from "./operation-index.ts";
import { bodyNames, schemaOf } from "./operation-arguments.ts";
import { quote } from "../../lib/shorten.ts";

interface RequestParts {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly contentType?: string | undefined;
  /** The body is a text that is already encoded. */
  readonly rawBody?: boolean | undefined;
}

type Arguments = Record<string, unknown>;

export function requestArguments(found: MatchedOperation, parts: RequestParts): Result<Arguments, string> {
  const args: [string, unknown][] = [];
  const problem =
    addPath(found, args) ??
    addNamed(found, args, "query", { ...Object.fromEntries(found.query), ...parts.query }) ??
    addNamed(found, args, "header", headersOf(parts, found.plan)) ??
    addBody(found.plan, args, parts);
  // `fromEntries` is safe for an argument called `__proto__`.
  return problem === undefined ? { ok: true, value: Object.fromEntries(args) } : { ok: false, error: problem };
}

function addPath({ plan, inPath, tool }: MatchedOperation, args: [string, unknown][]): string | undefined {
  for (const parameter of plan.parameters) {
    if (parameter.in !== "path") continue;
    const { argument, name = argument, style = "simple" } = parameter;
    const text = inPath.get(name);
    if (text === undefined) continue;
    const types = typesOf(tool, argument);
    if (style !== "simple" || types.includes("object")) {
      return `the path parameter ${name} is written in the style ${style}, which codemode.request does not read`;
    }
    args.push([argument, types.includes("array") ? typedItems(text.split(","), tool, argument) : typed(text, types)]);
  }
  return undefined;
}

function addNamed(
  { plan, tool }: MatchedOperation,
  args: [string, unknown][],
  place: "query" | "header",
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  const key = (name: string): string => (place === "header" ? name.toLowerCase() : name);
  const declared = new Map<string, ParameterPlan>();
  for (const one of plan.parameters) if (one.in === place) declared.set(key(one.name ?? one.argument), one);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const parameter = declared.get(key(name));
    if (parameter === undefined) {
      const names = [...declared.values()].map((one) => one.name ?? one.argument).slice(0, 20);
      const known = names.length === 0 ? "none at all" : names.join(", ");
      return `the operation declares no ${place} parameter ${quote(name, 80)}; it declares ${known}`;
    }
    const types = typesOf(tool, parameter.argument);
    const { argument } = parameter;
    const isList = types.includes("array") && !types.includes("string");
    args.push([argument, isList ? typedItems(listOf(value, parameter), tool, argument) : single(value, types)]);
  }
  return undefined;
}

/** `content-type` says how the body is written, and is not an argument. */
function headersOf({ headers = {}, contentType }: RequestParts, { body }: OperationRequest): Arguments {
  const all = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const own = all.filter(([name, value]) => name !== "content-type" || planOfType(value, body) === undefined);
  const isUnknown = contentType !== undefined && planOfType(contentType, body) === undefined;
  return Object.fromEntries([...own, ...(isUnknown ? [["content-type", contentType] as const] : [])]);
}

function planOfType(type: unknown, body: BodyPlan | undefined): BodyPlan | undefined {
  return body && [body, ...(body.others ?? [])].find(({ contentType }) => isType(type, contentType));
}

function isType(given: unknown, wanted: string | undefined): boolean {
  return typeof given === "string" && wanted !== undefined && mediaTypeOf(given) === mediaTypeOf(wanted);
}

function addBody(
  { body: own, parameters }: OperationRequest,
  args: [string, unknown][],
  { body, rawBody, contentType, headers = {} }: RequestParts,
): string | undefined {
  if (body === undefined) return undefined;
  if (own === undefined) return "the operation takes no body";
  const inHeader = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const named = planOfType(contentType ?? inHeader, own);
  const plan = named ?? own;
  if (named !== undefined && own.typeArgument !== undefined) args.push([own.typeArgument, named.contentType]);
  let value = body;
  if (rawBody === true && plan.encoding === "json" && typeof body === "string") {
    try {
      value = JSON.parse(body);
    } catch {
      return "the body has to be JSON";
    }
  } else if (rawBody === true && plan.encoding !== "text" && plan.encoding !== "base64") {
    return `rawBody is not possible for ${plan.contentType}: give the body as an object`;
  }
  if (plan.argument !== undefined) {
    args.push([plan.argument, value]);
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "the body has to be an object";
  const { isOfBody, argumentOf } = bodyNames({ parameters }, plan);
  for (const [name, property] of Object.entries(value)) {
    const argument = argumentOf(name);
    if (!isOfBody(argument)) return `the operation's body has no property ${quote(name, 80)}`;
    args.push([argument, property]);
  }
  return undefined;
}

function listOf(value: unknown, { style = "form", explode = style === "form" }: ParameterPlan): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const [only] = list;
  return list.length === 1 && typeof only === "string" && !explode ? only.split(",") : list;
}

/** A parameter that stands twice in an address is left to the check of the arguments. */
function single(value: unknown, types: readonly string[]): unknown {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof only === "string" ? typed(only, types) : writtenAsText(only, types);
}

/** Scripts give numbers and booleans where the description says text: in an address both are the same. */
function writtenAsText(value: unknown, types: readonly string[]): unknown {
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return isScalar && types.length > 0 && types.every((type) => type === "string") ? String(value) : value;
}

/** A text of an address as the type that the operation wants; what is no such text stays one, and is refused with the arguments. */
function typed(text: string, types: readonly string[]): unknown {
  if (types.includes("string")) return text;
  const isNumber = types.includes("integer") || types.includes("number");
  if (isNumber && String(Number(text)) === text && Number.isFinite(Number(text))) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}

function typedItems(items: readonly unknown[], tool: ToolDefinition, argument: string): readonly unknown[] {
  const types = typesIn(schemaOf(tool.inputSchema, argument)["items"]);
  return items.map((item) => single(item, types));
}

function typesOf(tool: ToolDefinition, argument: string): readonly string[] {
  return typesIn(schemaOf(tool.inputSchema, argument));
}

function typesIn(schema: unknown): readonly string[] {
  const { type } = asRecord(schema);
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.filter((one): one is string => typeof one === "string" && one !== "null");
}
