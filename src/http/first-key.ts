/** The first admin key of a deployment, created with its setup token. */
import { newKeySchema } from "../contract/keys.ts";
import type { Context } from "hono";
import { isNarrowed } from "../auth/principal.ts";
import { directoryOf } from "../rpc/directory-stub.ts";
import { parseBody } from "./api/read-body.ts";
import type { AppEnv } from "./app-env.ts";
import { answerCreated, keyRequest } from "./new-key.ts";
import { refuse } from "./refuse.ts";
import { readStrangerBody } from "./request-body.ts";

export async function createFirstKey(c: Context<AppEnv>, tokenHash: string) {
  const body = parseBody(await readStrangerBody(c), newKeySchema);
  const request = body instanceof Response ? body : keyRequest(c, body.value, "setup");
  if (request instanceof Response) return request;
  if (request.role !== "admin" || isNarrowed(request.access) || request.principal !== undefined) {
    const detail = 'The first key has the role "admin" and full access; with it, create narrower ones.';
    return refuse(c, { code: "INVALID_REQUEST", detail });
  }
  return answerCreated(await directoryOf(c.env).createFirstKey(request, tokenHash));
}
