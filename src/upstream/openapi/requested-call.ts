/**
 * The request of a script, `{ method?, path, query?, body?, … }`, as a call of the operation that it stands for: for `codemode.request` and for
 * `server.request`.
 */
import * as z from "zod";
import { nearest } from "../../lib/nearest.ts";
import type { Result } from "../../lib/result.ts";
import { shorten } from "../../lib/shorten.ts";
import { MAX_REQUEST_TARGET_CHARS } from "../../limits/api-limits.ts";
import { operationIndex, type MatchedOperation, type OperationIndex } from "./operation-index.ts";
import { requestArguments } from "./request-arguments.ts";
import type { ToolDefinition } from "../connector.ts";

const values = z.record(z.string().max(512), z.unknown());

export const requestFields = {
  method: z.string().max(20).default("GET"),
  path: z.string().startsWith("/").max(MAX_REQUEST_TARGET_CHARS),
  query: values.optional(),
  /** The name that codemode's connectors have for `query`. */
  params: values.optional(),
  headers: values.optional(),
  body: z.unknown().optional(),
  contentType: z.string().max(512).optional(),
  rawBody: z.boolean().optional(),
} as const;

const requestSchema = z.strictObject(requestFields);

export type OperationCall = z.output<typeof requestSchema>;

/** A request with its path parameters in place. */
interface ReadRequest extends Omit<OperationCall, "params" | "query"> {
  readonly query: Readonly<Record<string, unknown>>;
  /** For messages. */
  readonly shown: string;
  /** A parameter of the path for which no value was given. */
  readonly missing: string | undefined;
}

/** `{ path: "/pets/{petId}", params: { petId: 7 } }` → `/pets/7`. What stands in no part of the path is the query. */
export function readRequest({ params, query, ...rest }: OperationCall): ReadRequest {
  const given = new Map(Object.entries({ ...params, ...query }));
  const method = rest.method.toUpperCase();
  let missing: string | undefined;
  const path = rest.path.replaceAll(/\{([^{}]+)\}/g, (template: string, name: string) => {
    const value = given.get(name);
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      missing ??= name;
      return template;
    }
    given.delete(name);
    return encodeURIComponent(String(value).toWellFormed());
  });
  const shown = `${method.slice(0, 20)} ${shorten(path, 200)}`;
  return { ...rest, method, path, query: Object.fromEntries(given), shown, missing };
}

/** @returns the message for a request whose path has a parameter without a value: it would be sent as `{id}` */
export function missingParameter({ missing, shown }: ReadRequest): string | undefined {
  if (missing === undefined) return undefined;
  return `${shown}: params.${shorten(missing, 80)} is missing; give a text, a number, true or false.`;
}

/** An index takes 10 ms for ten thousand operations; a list of tools serves many runs. */
const indexes = new WeakMap<readonly ToolDefinition[], OperationIndex>();

export function indexOf(tools: readonly ToolDefinition[]): OperationIndex {
  let index = indexes.get(tools);
  if (index === undefined) {
    index = operationIndex(tools);
    indexes.set(tools, index);
  }
  return index;
}

/** @returns the message for a request that is no operation of these servers */
export function noOperation(
  { shown, path }: ReadRequest,
  servers: readonly { readonly identifier: string; readonly index: OperationIndex }[],
): string {
  const names = servers.map(({ identifier }) => identifier).join(", ");
  const methods = [...new Set(servers.flatMap(({ index }) => index.methodsOf(path)))];
  const paths = new Set(servers.flatMap(({ index }) => index.operations.map(({ plan }) => plan.path)));
  const close = methods.length > 0 ? [] : nearest(path, paths);
  const hint = [
    ...(methods.length > 0 ? [`This path has ${methods.join(", ")}.`] : []),
    ...(close.length > 0 ? [`Similar paths: ${close.join(", ")}.`] : []),
    "A slash inside of a value is written %2F; codemode.spec() has all paths.",
  ].join(" ");
  return `${names} has no operation ${shown}. ${hint}`;
}

/** @param args of `server.request` @param schemaProblem puts what is wrong with them into words */
export function requestedCall(
  identifier: string,
  tools: readonly ToolDefinition[],
  args: unknown,
  schemaProblem: (error: z.ZodError) => string,
): Result<{ readonly operation: MatchedOperation; readonly args: Readonly<Record<string, unknown>> }, RequestProblem> {
  const parsed = requestSchema.safeParse(args);
  if (!parsed.success) return { ok: false, error: { kind: "invalid", message: schemaProblem(parsed.error) } };
  const request = readRequest(parsed.data);
  const missing = missingParameter(request);
  if (missing !== undefined) return { ok: false, error: { kind: "invalid", message: missing } };
  const index = indexOf(tools);
  const operation = index.find(request.method, request.path);
  if (operation === undefined) {
    return { ok: false, error: { kind: "unknown", message: noOperation(request, [{ identifier, index }]) } };
  }
  const taken = requestArguments(operation, request);
  if (taken.ok) return { ok: true, value: { operation, args: taken.value } };
  return { ok: false, error: { kind: "invalid", message: `${request.shown}: ${taken.error}.` } };
}

interface RequestProblem {
  readonly kind: "invalid" | "unknown";
  readonly message: string;
}

/** True if `server.request` is a request by method and path, because no tool has the name. */
export function takesRequests(tools: readonly ToolDefinition[]): boolean {
  return indexOf(tools).operations.length > 0;
}
