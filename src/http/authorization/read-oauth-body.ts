/** Reads the bodies of OAuth requests, all of which come from unauthenticated senders. Errors are reported in the form that OAuth defines. */
import type { Context } from "hono";
import { readForm } from "../../auth/authorization-server/read-form.ts";
import type { AppEnv } from "../app-env.ts";
import { readStrangerBody, type BodyRefusal } from "../request-body.ts";

/** Answered by `answerFailure`. */
export class UnreadableBody extends Error {
  override readonly name = "UnreadableBody";
  readonly refusal: BodyRefusal;

  constructor(refusal: BodyRefusal) {
    super(refusal.detail);
    this.refusal = refusal;
  }
}

/** @throws UnreadableBody */
export async function readOAuthBody(c: Context<AppEnv>): Promise<Uint8Array<ArrayBuffer>> {
  const body = await readStrangerBody(c);
  if (!body.ok) throw new UnreadableBody(body.error);
  return body.value;
}

/** @throws UnreadableBody */
export async function readOAuthForm(c: Context<AppEnv>): Promise<URLSearchParams> {
  return readForm(await readOAuthBody(c));
}
