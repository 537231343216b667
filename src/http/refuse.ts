/**
 * How the gateway says no: a page to browsers where there is one, a JSON-RPC error on `/mcp`, problem details (RFC 9457)
 * elsewhere. `code` is stable; `detail` says what happened and what to do.
 */
import type { Context } from "hono";
import { REST_STATUS } from "../contract/error-codes.ts";
import { problem } from "./api/problem.ts";
import type { Problem } from "./api/problem.ts";

export interface Refusal extends Problem {
  /** For browsers, in the place of the problem. */
  readonly page?: Parameters<Context["html"]>[0];
}

/** Everything of the principal was deleted while its request went on. */
export const REMOVED = {
  code: "UNAUTHENTICATED",
  detail: "The principal of these credentials was removed by an admin.",
} as const;

export function refuse(c: Context, { code, detail, page }: Refusal): Response | Promise<Response> {
  const status = REST_STATUS[code];
  if (c.req.path === "/mcp" && c.req.method === "POST") {
    return c.json({ jsonrpc: "2.0", error: { code: -32_000, message: detail }, id: null }, status);
  }
  const wantsPage = c.req.header("accept")?.includes("text/html") === true;
  if (page !== undefined && wantsPage) return c.html(page, status);
  return problem({ code, detail }, c.res.headers);
}
