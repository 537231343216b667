/**
 * How the gateway says no: a page to browsers, a JSON-RPC error to clients on `/mcp`, problem details (RFC 9457) to programs and below
 * `/api`. `code` is stable; `detail` says what happened and what to do.
 */
import type { Context } from "hono";
import { REST_STATUS } from "../contract/error-codes.ts";
import { pageHeaders } from "./page-headers.ts";
import { refusalPage, type Page } from "./pages.ts";
import { problem, type Problem } from "./api/problem.ts";
import { wantsHtml } from "./wants-html.ts";

export interface Refusal extends Problem {
  /** Shown to browsers if it says more than the detail. */
  readonly page?: Page;
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
  if (wantsHtml(c.req.raw) && !c.req.path.startsWith("/api/")) {
    for (const [name, value] of Object.entries(pageHeaders())) c.header(name, value);
    return c.html(page ?? refusalPage(status, detail, code), status);
  }
  return problem({ code, detail }, c.res.headers);
}
