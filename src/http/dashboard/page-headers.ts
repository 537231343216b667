/**
 * What every answer of the dashboard is sent with. Pages show what scripts and upstreams said, and that is hostile: nothing inline
 * runs, nothing is loaded from elsewhere, text never becomes markup (trusted types), and no other page can frame it.
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
  // Not "no-referrer": browsers then send forms with the origin "null", and no form could show where it comes from.
  c.header("Referrer-Policy", "same-origin");
  c.header("Cross-Origin-Opener-Policy", "same-origin");
  c.header("Cross-Origin-Resource-Policy", "same-origin");
});
