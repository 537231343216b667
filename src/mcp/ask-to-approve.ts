/**
 * Asks a client that can ask its user (elicitation) about waiting calls; the client repeats the request with the user's decision. The
 * decision concerns exactly the calls that the user has seen: the state contains their ids, and each id is one call with its arguments.
 * A client whose user gives no decision gets the same text as clients that cannot ask.
 *
 * 2026-07-28 has the question in the answer (`inputRequired`). A 2025-era client is asked by a request on the stream of its call; its
 * answer comes with another POST and finds the run by the request's id.
 */
import { CLIENT_CAPABILITIES_META_KEY, inputRequired, inputResponse } from "@modelcontextprotocol/server";
import type { InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { RunWait } from "../runs/durable/durable-run.ts";
import { shownArgs } from "../approvals/shown-args.ts";
import { visibleText } from "../lib/visible-text.ts";

const QUESTION = "approve";
/** Further calls are decided at the link. */
const MAX_ASKED = 50;
const MAX_ARGS_CHARS = 600;
/** The id of the request names the run and the calls that the question shows. */
const ELICITATION_ID = /^isogate:approve:(r_[0-9a-z]{10,60}):([0-9a-z_,]{1,3000})$/;

/** A call as the question shows it. */
export interface AskedCall {
  readonly id: string;
  readonly tool: string;
  readonly args: string;
  readonly reason: string;
}

export interface GivenWord {
  readonly run: string;
  /** Ids of those that the user has seen. */
  readonly approvals: readonly string[];
  readonly decision: "approve" | "deny";
  readonly words?: string;
}

const stateSchema = z.object({ run: z.string().max(100), approvals: z.array(z.string().max(100)).max(MAX_ASKED) });
const contentSchema = z.object({ decision: z.enum(["approve", "deny"]), reason: z.string().max(1_000).optional() });

const FORM = {
  type: "object",
  properties: {
    decision: { type: "string", enum: ["approve", "deny"], title: "Decision" },
    reason: { type: "string", title: "Reason, told to the script when you deny", maxLength: 1_000 },
  },
  required: ["decision"],
} as const;

/** @returns undefined if the client cannot ask its user */
export function askToApprove(
  run: string,
  { url }: RunWait,
  calls: readonly AskedCall[],
  { mcpReq }: ServerContext,
): InputRequiredResult | undefined {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const can = abilityOf(envelope?.[CLIENT_CAPABILITIES_META_KEY]);
  if (can === undefined || calls.length === 0) return undefined;
  const message = question(calls, url);
  const requestState = JSON.stringify({ run, approvals: calls.slice(0, MAX_ASKED).map(({ id }) => id) });
  if (can === "form") {
    const asked = inputRequired.elicit({ message, requestedSchema: FORM as never });
    return inputRequired({ inputRequests: { [QUESTION]: asked }, requestState });
  }
  if (url === undefined) return undefined;
  return inputRequired({ inputRequests: { [QUESTION]: inputRequired.elicitUrl({ message, url }) }, requestState });
}

/** @returns the decision in a request that answers the question, or only its run if the user gave none; undefined for other requests */
export function wordOf({ mcpReq }: ServerContext): GivenWord | { readonly run: string } | undefined {
  const answer = inputResponse(mcpReq.inputResponses, QUESTION);
  if (answer.kind !== "elicit") return undefined;
  const state = stateSchema.safeParse(parsed(mcpReq.requestState()));
  if (!state.success) return undefined;
  const { run, approvals } = state.data;
  return { run, approvals, ...readAnswer(answer) };
}

/** Asks a 2025-era client, which answers in another POST. @returns whether it was asked */
export async function sendQuestion(
  server: Server,
  { mcpReq }: ServerContext,
  run: string,
  calls: readonly AskedCall[],
  url: string | undefined,
): Promise<boolean> {
  const { transport } = server;
  if (transport === undefined || abilityOf(server.getClientCapabilities()) !== "form" || calls.length === 0)
    return false;
  const params = { message: question(calls, url), requestedSchema: FORM };
  const shown = calls.slice(0, MAX_ASKED).map(({ id }) => id);
  const id = `isogate:approve:${run}:${shown.join(",")}`;
  const request = { jsonrpc: "2.0", id, method: "elicitation/create", params } as const;
  await transport.send(request, { relatedRequestId: mcpReq.id });
  return true;
}

/** @param message a message of a 2025-era client @returns its user's decision, if it answers the question */
export function wordIn(message: unknown): GivenWord | undefined {
  const read = z.looseObject({ id: z.string(), result: z.looseObject({ action: z.string() }) }).safeParse(message);
  const [, run, shown] = ELICITATION_ID.exec(read.data?.id ?? "") ?? [];
  if (run === undefined || shown === undefined || read.data === undefined) return undefined;
  const word = readAnswer(read.data.result);
  return "decision" in word ? { run, approvals: shown.split(","), ...word } : undefined;
}

function readAnswer(answer: {
  readonly action?: unknown;
  readonly content?: unknown;
}): Pick<GivenWord, "decision" | "words"> | object {
  if (answer.action === "decline") return { decision: "deny" };
  if (answer.action !== "accept") return {};
  const content = contentSchema.safeParse(answer.content);
  if (!content.success) return {};
  const { decision, reason } = content.data;
  return { decision, ...(reason !== undefined && reason !== "" && { words: reason }) };
}

function question(calls: readonly AskedCall[], url: string | undefined): string {
  const shown = calls.slice(0, MAX_ASKED).map(({ tool, args, reason }) => {
    return `${visibleText(tool)} ${visibleText(shownArgs(args, MAX_ARGS_CHARS))}\n${visibleText(reason)}`;
  });
  const more = calls.length > MAX_ASKED ? [`${calls.length - MAX_ASKED} more are at ${url ?? "the dashboard"}.`] : [];
  const many = calls.length === 1 ? "A call waits for you:" : `${calls.length} calls wait for you:`;
  return [many, ...shown, ...more].join("\n\n");
}

const able = z.looseObject({
  elicitation: z.looseObject({ form: z.looseObject({}).optional(), url: z.looseObject({}).optional() }),
});

/** An empty `elicitation` means forms, as before the mode "url" existed. */
function abilityOf(capabilities: unknown): "form" | "url" | undefined {
  const read = able.safeParse(capabilities);
  if (!read.success) return undefined;
  const { form, url } = read.data.elicitation;
  return form !== undefined || url === undefined ? "form" : "url";
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
