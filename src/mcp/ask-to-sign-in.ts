/**
 * Asks a client that can open URLs for its user (URL elicitation, 2026-07-28) to open a sign-in page, instead of returning an error
 * that a model would have to pass on. When the user has agreed, the client repeats the call, which then waits for the sign-in.
 */
import { inputRequired, inputResponse } from "@modelcontextprotocol/server";
import type { InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { parseJson } from "../lib/parse-json.ts";
import { modernCapabilities } from "./client-abilities.ts";
import type { SignInNeeded } from "../runs/sign-in-watch.ts";

const QUESTION = "sign_in";
/** Tells the question from one that an upstream gave the same name: the names of those are kept, and their state is another. */
const stateSchema = z.object({ signIn: z.string().max(200) });

/** Clients wait a minute for a response by default; after this time the call is made, and its error says that a sign-in is missing. */
export const SIGN_IN_WAIT_MS = 45_000;

const opensAddresses = z.looseObject({ elicitation: z.looseObject({ url: z.looseObject({}) }) });

/** @returns undefined if the client cannot open URLs, or was asked before */
export function askToSignIn({ server, url }: SignInNeeded, ctx: ServerContext): InputRequiredResult | undefined {
  const canOpen = opensAddresses.safeParse(modernCapabilities(ctx)).success;
  if (!canOpen || ctx.mcpReq.inputResponses !== undefined) return undefined;
  const message = `Sign in to ${server} to continue.`;
  // The state only names the upstream, so a forged one only waits for another upstream.
  return inputRequired({
    inputRequests: { [QUESTION]: inputRequired.elicitUrl({ message, url }) },
    requestState: JSON.stringify({ signIn: server }),
  });
}

/** @returns true for a request that answers the question, whatever the user has decided */
export function answersSignIn(ctx: ServerContext): boolean {
  return ctx.mcpReq.inputResponses !== undefined && serverIn(ctx) !== undefined;
}

/** @returns the upstream that the user has agreed to sign in to; undefined for any other call */
export function agreedToSignIn(ctx: ServerContext): string | undefined {
  const answer = inputResponse(ctx.mcpReq.inputResponses, QUESTION);
  return answer.kind === "elicit" && answer.action === "accept" ? serverIn(ctx) : undefined;
}

/** @returns the upstream that the request's state names, if it is the state of this question */
function serverIn({ mcpReq }: ServerContext): string | undefined {
  const state = mcpReq.requestState();
  return typeof state === "string" ? stateSchema.safeParse(parseJson(state)).data?.signIn : undefined;
}
