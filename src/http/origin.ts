import type { Context } from "hono";

/** Of the gateway, as whoever asks knows it: where links and metadata begin. The host was checked by the guards. */
export function originOf(c: Context): string {
  return new URL(c.req.url).origin;
}
