/**
 * How the gateway says no: a page to browsers, a JSON-RPC error to clients on `/mcp`, problem details (RFC 9457) to programs and below
 * `/api`. `code` is stable; `detail` says what happened and what to do.
 */
import type { Context } from "hono";
import { REST_STATUS } from "../contract/error-codes.ts";
import { oldStoreText } from "../lib/sql-steps.ts";
import { isErased } from "../rpc/gateway-stub.ts";
import { pageHeaders } from "./page-headers.ts";
import { refusalPage, type Page } from "./pages.ts";
import { problem, type Problem } from "./api/problem.ts";
import { wantsHtml } from "./wants-html.ts";

interface Refusal extends Problem {
  /** Shown to browsers if it says more than the detail. */
  readonly page?: Page;
}

/** Everything of the principal was deleted while its request went on. */
const REMOVED = {
  code: "UNAUTHENTICATED",
  detail: "The principal of these credentials was removed by an admin.",
} as const;

/** The refusal of a request that failed. An error that nobody expected is logged. */
export function refusalAfter(error: Error, c: Context): Refusal {
  if (isErased(error)) return REMOVED;
  console.error(`${c.req.method} ${c.req.path}:`, error);
  return { code: "INTERNAL_ERROR", detail: oldStoreText(error) ?? "The gateway failed; its log has the error." };
}

export function refuse(c: Context, { code, detail, page }: Refusal): Response | Promise<Response> {
  const status = REST_STATUS[code];
  if (c.req.path === "/mcp" && c.req.method === "POST") {
    return c.json({ jsonrpc: "2.0", error: { code: -32_000, message: detail }, id: null }, status);
  }
  if (wantsHtml(c.req.raw) && !c.req.path.startsWith("/api/")) {
    return c.html(page ?? refusalPage(status, detail, code), status, pageHeaders());
  }
  return problem({ code, detail }, c.res.headers);
}
