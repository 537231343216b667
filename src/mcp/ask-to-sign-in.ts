/**
 * A client that can open addresses for its user (URL elicitation, 2026-07-28) is asked to, instead of being told in an error that
 * a model would have to pass on. It says when the user has agreed and sends the same call again, which waits for the sign-in.
 */
import { CLIENT_CAPABILITIES_META_KEY, inputRequired, inputResponse } from "@modelcontextprotocol/server";
import type { InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { SignInNeeded } from "../runs/sign-in-watch.ts";

const QUESTION = "sign_in";

/** Clients wait a minute for an answer by default; after this the call is made and says what is missing. */
export const SIGN_IN_WAIT_MS = 45_000;

const opensAddresses = z.looseObject({ elicitation: z.looseObject({ url: z.looseObject({}) }) });

/** @returns undefined for a client that cannot, or has been asked already */
export function askToSignIn({ server, url }: SignInNeeded, { mcpReq }: ServerContext): InputRequiredResult | undefined {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const canOpen = opensAddresses.safeParse(envelope?.[CLIENT_CAPABILITIES_META_KEY]).success;
  if (!canOpen || mcpReq.inputResponses !== undefined) return undefined;
  const message = `${server} needs you to sign in before this can go on.`;
  // The state names the upstream and nothing else: whoever changes it waits for another one.
  return inputRequired({
    inputRequests: { [QUESTION]: inputRequired.elicitUrl({ message, url }) },
    requestState: server,
  });
}

/** @returns the upstream that the user has agreed to sign in to; undefined for a call that is not the answer to the question */
export function agreedToSignIn({ mcpReq }: ServerContext): string | undefined {
  const answer = inputResponse(mcpReq.inputResponses, QUESTION);
  if (answer.kind !== "elicit" || answer.action !== "accept") return undefined;
  const server = mcpReq.requestState();
  return typeof server === "string" ? server : undefined;
}
