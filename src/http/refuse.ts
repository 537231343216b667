/**
 * How the gateway says no: a page to browsers where there is one, a JSON-RPC error on `/mcp`, problem details (RFC 9457)
 * elsewhere. `code` is stable; `detail` says what happened and what to do.
 */
import type { Context } from "hono";
import * as z from "zod";

const TITLES = {
  INVALID_REQUEST: "The request is not valid",
  UNAUTHENTICATED: "Credentials are needed",
  FORBIDDEN: "These credentials do not allow this",
  HOST_NOT_ALLOWED: "This host or origin is not allowed",
  NOT_FOUND: "Not found",
  CONFLICT: "Not possible as things are",
  TOO_LARGE: "The request is too large",
  TOO_MANY_ATTEMPTS: "Too many failed attempts",
  INTERNAL_ERROR: "The gateway failed",
  INVALID_CONFIG: "gateway.json is invalid",
  NOT_CONFIGURED: "No authentication is configured",
} as const;

export type ProblemCode = keyof typeof TITLES;

export const problemSchema = z
  .strictObject({
    type: z.literal("about:blank"),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(TITLES) as [ProblemCode, ...ProblemCode[]]).describe("Stable; for programs."),
    detail: z.string().describe("What happened and what to do next."),
  })
  .describe("Body of every refusal of /api/v1; application/problem+json.");

export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 503;

export interface Refusal {
  readonly status: ProblemStatus;
  readonly code: ProblemCode;
  readonly detail: string;
  /** For browsers, in the place of the problem. */
  readonly page?: Parameters<Context["html"]>[0];
}

export function refuse(c: Context, { status, code, detail, page }: Refusal) {
  if (c.req.path === "/mcp" && c.req.method === "POST") {
    return c.json({ jsonrpc: "2.0", error: { code: -32_000, message: detail }, id: null }, status);
  }
  const wantsPage = c.req.header("accept")?.includes("text/html") === true;
  if (page !== undefined && wantsPage) return c.html(page, status);
  const problem: z.output<typeof problemSchema> = { type: "about:blank", title: TITLES[code], status, code, detail };
  return c.body(JSON.stringify(problem), status, { "Content-Type": "application/problem+json" });
}
