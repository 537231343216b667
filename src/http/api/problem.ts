/** Failures of the REST interface as problem details (RFC 9457), with a stable `code` and, for wrong input, the places. */
import * as z from "zod";
import { shorten } from "../../lib/shorten.ts";
import { valueAt } from "../../lib/value-at.ts";
import { REST_STATUS, type RestCode, type RestStatus } from "../../contract/error-codes.ts";

export const problemSchema = z.object({
  type: z.literal("about:blank"),
  title: z.string().describe("name of the HTTP status"),
  status: z.int(),
  code: z.enum(Object.keys(REST_STATUS) as RestCode[]).describe("stable error code for programs"),
  detail: z.string().describe("what happened, and what to do next"),
  retryable: z.boolean().optional().describe("true if the same request may succeed later"),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

export interface Problem {
  readonly code: RestCode;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

const TITLES: Record<RestStatus, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** Refused before anything was done, and not for what was asked. */
const RETRYABLE: ReadonlySet<RestCode> = new Set([
  "RATE_LIMITED",
  "TOO_MANY_ATTEMPTS",
  "TOO_MANY_STREAMS",
  "BODY_TOO_SLOW",
  "OVERLOADED",
]);

export function problem({ code, detail, errors }: Problem, headers: HeadersInit = {}): Response {
  const status = REST_STATUS[code];
  const retryable = RETRYABLE.has(code);
  const body = {
    ...{ type: "about:blank", title: TITLES[status], status, code, detail },
    ...(retryable && { retryable }),
    ...(errors && { errors }),
  };
  const response = Response.json(body, { status, headers });
  response.headers.set("content-type", "application/problem+json");
  return response;
}

export function notFound(detail: string): Response {
  return problem({ code: "NOT_FOUND", detail });
}

/** @param what like `file notes.txt` @param list the last part of the path that lists all, like `files` */
export function missing(what: string, list: string): Response {
  return notFound(`There is no ${what}; GET /api/v1/${list} lists them.`);
}

/** The answer of a request that removed something. */
export function noContent(): Response {
  return new Response(null, { status: 204 });
}

/** Values below these names may be credentials. */
const SECRET_PARTS = new Set(["entry", "content", "headers", "auth", "env"]);
const MAX_SHOWN_CHARS = 80;

/** @param where "query", "body" @param given what was checked */
export function invalidInput(where: string, { issues }: z.ZodError, given: unknown): Response {
  const errors = issues.slice(0, 20).map(({ path, message }) => ({
    path: [where, ...path.map(String)].join("."),
    message: `${message}${gotText(given, path)}`,
  }));
  const detail = errors.map(({ path, message }) => `${path}: ${message}`).join("; ");
  return problem({ code: "INVALID_REQUEST", detail, errors });
}

/** @returns the value at the path in brackets; nothing of a value that is absent, is no single value or may be a credential */
function gotText(given: unknown, path: readonly PropertyKey[]): string {
  if (path.length === 0 || path.some((name) => SECRET_PARTS.has(String(name)))) return "";
  const value = valueAt(given, path);
  const isSingle = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isSingle ? ` (got ${shorten(JSON.stringify(value), MAX_SHOWN_CHARS)})` : "";
}
