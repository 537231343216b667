/**
 * Headers of every answer of the dashboard. Pages show hostile text of scripts and upstreams, so no inline script runs, nothing is loaded
 * from other origins, text never becomes markup (trusted types), and no other page can frame it.
 */
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env.ts";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

export const pageHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  c.header("Content-Security-Policy", POLICY);
  c.header("X-Content-Type-Options", "nosniff");
  // With "no-referrer", browsers would send forms with the origin "null", and no form could prove where it comes from.
  c.header("Referrer-Policy", "same-origin");
  c.header("Cross-Origin-Opener-Policy", "same-origin");
  c.header("Cross-Origin-Resource-Policy", "same-origin");
});
