/**
 * How the gateway refuses a request: a page to browsers, a JSON-RPC error on `/mcp`, problem details (RFC 9457)
 * elsewhere. `code` is stable; `detail` says what happened and what to do.
 */
import type { Context } from "hono";
import { problem } from "./api/problem.ts";
import type { Problem } from "./api/problem.ts";
import { refusalPage } from "./pages.ts";

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
  // What the REST interface answers is JSON, also to a person who opens an address of it.
  const shown = page ?? (c.req.path.startsWith("/api/") ? undefined : refusalPage(detail));
  if (shown !== undefined && wantsPage) return c.html(shown, status);
  return problem({ status, code, detail }, c.res.headers);
}
