/**
 * Reads the body of a request that was let in. Its sender decides when the body arrives, up to a minute later: a key that was revoked
 * meanwhile must not act. So the credentials of a slow sender are checked again.
 */
import type { Context } from "hono";
import type { Result } from "../lib/result.ts";
import type { AppEnv } from "./app-env.ts";
import { PRINCIPAL_BODY, type BodyBounds } from "./body-bounds.ts";
import { readRequestBody, type PrincipalBodyRefusal } from "./request-body.ts";
import { isStillLetIn } from "./require-principal.ts";

/** A body that arrives within this time is as good as one that came with its headers. */
const MAX_UNCHECKED_MS = 250;

const REVOKED: PrincipalBodyRefusal = {
  code: "UNAUTHENTICATED",
  detail:
    "The key or token of this request was revoked, or expired, before the body arrived. The request was not executed.",
};

/** Afterwards the context's principal is what the credentials permit at that time. */
export async function readPrincipalBody(
  c: Context<AppEnv>,
  bounds: BodyBounds = PRINCIPAL_BODY,
): Promise<Result<Uint8Array<ArrayBuffer>, PrincipalBodyRefusal>> {
  const begunAt = Date.now();
  const read = await readRequestBody(c.req.raw, bounds, c.get("principal").id);
  const isSlow = Date.now() - begunAt > MAX_UNCHECKED_MS;
  return read.ok && isSlow && !(await isStillLetIn(c)) ? { ok: false, error: REVOKED } : read;
}
