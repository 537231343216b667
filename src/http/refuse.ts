/**
 * How the gateway says no: a page to browsers where there is one, a JSON-RPC error on `/mcp`, problem details (RFC 9457)
 * elsewhere. `code` is stable; `detail` says what happened and what to do.
 */
import type { Context } from "hono";
import { problem } from "./api/problem.ts";
import type { Problem } from "./api/problem.ts";

export interface Refusal extends Problem {
  readonly code: ProblemCode;
  /** For browsers, in the place of the problem. */
  readonly page?: Parameters<Context["html"]>[0];
}

type ProblemCode =
  | "INVALID_REQUEST"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "HOST_NOT_ALLOWED"
  | "NOT_FOUND"
  | "CONFLICT"
  | "TOO_LARGE"
  | "BODY_TOO_SLOW"
  | "OVERLOADED"
  | "TOO_MANY_ATTEMPTS"
  | "INTERNAL_ERROR"
  | "INVALID_CONFIG"
  | "NOT_CONFIGURED";

/** Everything of the principal was deleted while its request went on. */
export const REMOVED = {
  status: 401,
  code: "UNAUTHENTICATED",
  detail: "The principal of these credentials was removed by an admin.",
} as const;

export function refuse(c: Context, { status, code, detail, page }: Refusal): Response | Promise<Response> {
  if (c.req.path === "/mcp" && c.req.method === "POST") {
    return c.json({ jsonrpc: "2.0", error: { code: -32_000, message: detail }, id: null }, status);
  }
  const wantsPage = c.req.header("accept")?.includes("text/html") === true;
  if (page !== undefined && wantsPage) return c.html(page, status);
  return problem({ status, code, detail }, c.res.headers);
}
