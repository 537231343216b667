import type { Context } from "hono";
import { requestOrigin } from "../auth/request-origin.ts";

/** @returns the gateway's origin; the guards have checked the host */
export function originOf(c: Context): string {
  return requestOrigin(c.req.raw);
}
