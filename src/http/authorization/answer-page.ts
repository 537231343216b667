/** A page of the sign-in with the headers that keep it from being scripted, framed, cached or leaked. */
import type { Context } from "hono";
import { random } from "../../auth/key-format.ts";
import type { AppEnv } from "../app-env.ts";

type Page = Parameters<Context["html"]>[0];

export interface PageOptions {
  readonly status?: 200 | 400 | 403 | 429 | 502;
  /** The library's, with its cookies. */
  readonly headers?: Headers;
  /** Where a form's answer may send the browser on to. */
  readonly formTargets?: readonly string[];
}

export async function answerPage(
  c: Context<AppEnv>,
  page: (nonce: string) => Page,
  { status = 200, headers = new Headers(), formTargets = [] }: PageOptions = {},
): Promise<Response> {
  const nonce = random(16);
  headers.set(
    "Content-Security-Policy",
    [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `form-action ${["'self'", ...formTargets].join(" ")}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
  );
  headers.set("X-Frame-Options", "DENY");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cache-Control", "no-store");
  for (const [name, value] of headers) {
    if (name !== "set-cookie") c.header(name, value);
  }
  for (const cookie of headers.getSetCookie()) c.header("Set-Cookie", cookie, { append: true });
  return c.html(await page(nonce), status);
}

export function goTo(c: Context<AppEnv>, url: string, headers: Headers): Response {
  headers.set("Location", url);
  headers.set("Cache-Control", "no-store");
  headers.set("Referrer-Policy", "no-referrer");
  return new Response(null, { status: 303, headers });
}
