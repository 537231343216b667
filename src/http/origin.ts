import type { Context } from "hono";
import { requestOrigin } from "../auth/request-origin.ts";

/** Of the gateway; the host was checked by the guards. */
export function originOf(c: Context): string {
  return requestOrigin(c.req.raw);
}
