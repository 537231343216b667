/** Answers with a page of the sign-in, with headers that prevent scripts, framing, caching and leaks of its address. */
import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import { pageHeaders, type PagePolicy } from "../page-headers.ts";
import type { Page } from "../pages.ts";

interface PageOptions extends PagePolicy {
  readonly status?: 200 | 400 | 403 | 408 | 413 | 429 | 502 | 503;
  /** Headers of the OAuth library's answer, with its cookies. */
  readonly headers?: Headers;
}

export async function answerPage(
  c: Context<AppEnv>,
  page: Page,
  { status = 200, headers = new Headers(), formTargets = "self" }: PageOptions = {},
): Promise<Response> {
  for (const [name, value] of Object.entries(pageHeaders({ formTargets }))) headers.set(name, value);
  for (const [name, value] of headers) {
    if (name !== "set-cookie") c.header(name, value);
  }
  for (const cookie of headers.getSetCookie()) c.header("Set-Cookie", cookie, { append: true });
  return c.html(await page, status);
}

export function goTo(url: string, headers: Headers): Response {
  headers.set("Location", url);
  headers.set("Cache-Control", "no-store");
  headers.set("Referrer-Policy", "no-referrer");
  return new Response(null, { status: 303, headers });
}
