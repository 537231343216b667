/** What an HTTP request says of whoever sent it; untrusted. */
import type { Context } from "hono";
import type { Asker } from "../runs/run-opening.ts";
import type { AppEnv } from "./app-env.ts";

export function askerOf(c: Context<AppEnv>): Asker {
  const traceparent = c.req.header("traceparent");
  return { client: c.req.header("user-agent") ?? "", ...(traceparent !== undefined && { traceparent }) };
}
