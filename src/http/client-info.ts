/** Reads what an HTTP request says about its sender; untrusted. */
import type { Context } from "hono";
import type { ClientInfo } from "../runs/run-opening.ts";
import type { AppEnv } from "./app-env.ts";

export function clientInfoOf(c: Context<AppEnv>): ClientInfo {
  const traceparent = c.req.header("traceparent");
  return { client: c.req.header("user-agent") ?? "", ...(traceparent !== undefined && { traceparent }) };
}
