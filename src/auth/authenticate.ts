/**
 * Who is calling. Nothing is open by accident: without a key configured a request is let in only when the deployment
 * says so explicitly (`ISOGATE_OPEN=local`, which `npm start` writes to .dev.vars and no deployment has), never
 * because of where it seems to come from.
 */
import type { Env } from "../env.ts";

export interface Principal {
  /** Names the principal's Gateway Durable Object. */
  readonly id: string;
}

export type Authenticated =
  | { readonly ok: true; readonly principal: Principal }
  | { readonly ok: false; readonly reason: "not-configured" | "missing" | "wrong" };

export async function authenticate(request: Request, env: Env): Promise<Authenticated> {
  const key = env.ISOGATE_API_KEY;
  if (key === undefined || key === "") {
    return env.ISOGATE_OPEN === "local"
      ? { ok: true, principal: { id: "local" } }
      : { ok: false, reason: "not-configured" };
  }
  const presented = presentedKey(request);
  if (presented === undefined) return { ok: false, reason: "missing" };
  return (await sameText(presented, key)) ? { ok: true, principal: { id: "owner" } } : { ok: false, reason: "wrong" };
}

function presentedKey({ headers }: Request): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return bearer ?? headers.get("x-api-key") ?? undefined;
}

/** Compares hashes, so that neither length nor content can be found out by timing. */
async function sameText(a: string, b: string): Promise<boolean> {
  const encoder = new TextEncoder();
  const [left, right] = await Promise.all([a, b].map((text) => crypto.subtle.digest("SHA-256", encoder.encode(text))));
  return left !== undefined && right !== undefined && crypto.subtle.timingSafeEqual(left, right);
}
