/** The first admin key of a deployment, created with its setup token. */
import type { Context } from "hono";
import { isNarrowed } from "../auth/principal.ts";
import { directoryOf } from "../directory/directory-stub.ts";
import type { AppEnv } from "./app-env.ts";
import { answerCreated, readNewKey } from "./new-key.ts";
import { refuse } from "./refuse.ts";

export async function createFirstKey(c: Context<AppEnv>, tokenHash: string) {
  const read = await readNewKey(c, "setup");
  if (!read.ok) return refuse(c, { status: 400, code: "INVALID_REQUEST", detail: read.detail });
  const { asked } = read;
  if (asked.role !== "admin" || isNarrowed(asked.access) || asked.principal !== undefined) {
    const detail = 'The first key has the role "admin" and full access; with it, create narrower ones.';
    return refuse(c, { status: 400, code: "INVALID_REQUEST", detail });
  }
  return answerCreated(c, await directoryOf(c.env).createFirstKey(asked, tokenHash));
}
