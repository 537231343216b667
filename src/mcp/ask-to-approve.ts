/**
 * Asks a client that can ask its user (elicitation) about waiting calls; the client repeats the request with the user's decision. The
 * decision concerns exactly the calls that the user has seen: the state contains their ids, and each id is one call with its arguments.
 * A client whose user gives no decision gets the same text as clients that cannot ask.
 *
 * 2026-07-28 has the question in the answer (`inputRequired`). A 2025-era client is asked by a request on the stream of its call; its
 * answer comes with another POST and finds the run by the request's id.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  inputRequired,
  inputResponse,
} from "@modelcontextprotocol/server";
import type { InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { inputQuestion, readInput } from "./input-question.ts";
import { answersSignIn } from "./ask-to-sign-in.ts";
import type { RunWait } from "../runs/durable/durable-run.ts";
import { shownArgs } from "../approvals/shown-args.ts";
import { visibleText } from "../lib/visible-text.ts";
import type { GivenWord, GivenWords, RequestedCall } from "./given-word.ts";

const QUESTION = "approve";
/** Further calls are decided at the link. */
const MAX_ASKED = 50;
const MAX_ARGS_CHARS = 600;
/** The id of the request names the run and the calls that the question shows. */
const ELICITATION_ID = /^isogate:(approve|input):(r_[0-9a-z]{10,60}):([0-9a-z_,]{1,3000})$/;
/** Forms of upstreams that one answer shows; each is a question of its own. */
const MAX_FORMS = 5;

const idSchema = z.string().max(100);
const stateSchema = z.object({
  run: idSchema,
  approvals: z.array(idSchema).max(MAX_ASKED),
  /** Ids of approvals, by the names that their questions have in the answer. */
  forms: z.record(z.string(), idSchema).default({}),
});
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
  calls: readonly RequestedCall[],
  ctx: ServerContext,
): InputRequiredResult | undefined {
  const can = modernAbility(ctx);
  if (can === undefined || calls.length === 0) return undefined;
  if (can === "form") {
    const { approvals, inputs } = sorted(calls);
    const shown = approvals.slice(0, MAX_ASKED).map(({ id }) => id);
    // A single request of an upstream keeps the name that the upstream gave it.
    const [own, ...others] = calls.length === 1 ? (inputs[0]?.form.requests ?? []) : [];
    const isOwnName = own !== undefined && others.length === 0 && own !== "__proto__";
    const named = inputs.map((input) => [isOwnName ? own : input.call.id, input] as const);
    const ids = Object.fromEntries(named.map(([name, { call }]) => [name, call.id]));
    const requestState = JSON.stringify({ run, approvals: shown, forms: ids });
    const forms = named.map(
      ([name, { call, form }]) => [name, inputRequired.elicit(inputQuestion(call, form) as never)] as const,
    );
    const asked = { message: question(approvals, url), requestedSchema: FORM as never };
    const approve = approvals.length > 0 ? { [QUESTION]: inputRequired.elicit(asked) } : {};
    return inputRequired({ inputRequests: { ...approve, ...Object.fromEntries(forms) }, requestState });
  }
  if (url === undefined) return undefined;
  const asked = inputRequired.elicitUrl({ message: question(calls, url), url });
  return inputRequired({ inputRequests: { [QUESTION]: asked }, requestState: JSON.stringify({ run, approvals: [] }) });
}

/** @returns calls that wait for approval, and those whose upstreams ask for input, as many as are shown at once */
function sorted(calls: readonly RequestedCall[]) {
  const inputs = calls.flatMap((call) => (call.form === undefined ? [] : [{ call, form: call.form }]));
  return { approvals: calls.filter(({ form }) => form === undefined), inputs: inputs.slice(0, MAX_FORMS) };
}

/**
 * @returns the decisions in a request that answers the questions, and their run; undefined for other requests
 * @throws ProtocolError for a state that is not the gateway's
 */
export function wordOf(ctx: ServerContext): GivenWords | undefined {
  const { mcpReq } = ctx;
  const given = mcpReq.requestState();
  if (mcpReq.inputResponses === undefined || given === undefined || answersSignIn(ctx)) return undefined;
  const state = stateSchema.safeParse(parsed(given));
  if (!state.success) {
    const message =
      "The requestState is not one of this gateway. Send the request without it, and without inputResponses.";
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
  }
  const { run, approvals, forms } = state.data;
  const isAsked = approvals.length > 0 || Object.keys(forms).length === 0;
  const answer = inputResponse(mcpReq.inputResponses, QUESTION);
  const word = isAsked && answer.kind === "elicit" ? readAnswer(answer) : undefined;
  const decided = word ? [{ run, approvals, ...word }] : [];
  const inputs = Object.entries(forms).flatMap(([name, id]) => {
    const response = inputResponse(mcpReq.inputResponses, name);
    const input = response.kind === "elicit" ? readInput(response) : undefined;
    return input ? [{ run, approvals: [id], ...input }] : [];
  });
  return { run, words: [...decided, ...inputs] };
}

/** Asks a 2025-era client, which answers in another POST. @returns whether it was asked */
export async function sendQuestion(
  server: Server,
  { mcpReq }: ServerContext,
  run: string,
  calls: readonly RequestedCall[],
  url: string | undefined,
): Promise<boolean> {
  const { transport } = server;
  if (transport === undefined || abilityOf(server.getClientCapabilities()) !== "form" || calls.length === 0)
    return false;
  // One question after the other: the answer to the next comes with another request.
  const { approvals, inputs } = sorted(calls);
  const [input] = approvals.length > 0 ? [] : inputs;
  const params = input
    ? inputQuestion(input.call, input.form)
    : { message: question(approvals, url), requestedSchema: FORM };
  const shown = input ? [input.call.id] : approvals.slice(0, MAX_ASKED).map((call) => call.id);
  const id = `isogate:${input ? "input" : "approve"}:${run}:${shown.join(",")}`;
  const request = { jsonrpc: "2.0", id, method: "elicitation/create", params } as const;
  await transport.send(request, { relatedRequestId: mcpReq.id });
  return true;
}

/** @param message a message of a 2025-era client @returns its user's decision, if it answers the question */
export function wordIn(message: unknown): GivenWord | undefined {
  const read = z.looseObject({ id: z.string(), result: z.looseObject({ action: z.string() }) }).safeParse(message);
  const [, kind, run, shown] = ELICITATION_ID.exec(read.data?.id ?? "") ?? [];
  if (run === undefined || shown === undefined || read.data === undefined) return undefined;
  if (kind === "input") {
    const input = readInput(read.data.result);
    return input && { run, approvals: [shown], ...input };
  }
  const word = readAnswer(read.data.result);
  return word && { run, approvals: shown.split(","), ...word };
}

/** @returns undefined if the user has not decided */
function readAnswer(answer: {
  readonly action?: unknown;
  readonly content?: unknown;
}): Pick<GivenWord, "decision" | "words"> | undefined {
  if (answer.action === "decline") return { decision: "deny" };
  if (answer.action !== "accept") return undefined;
  const content = contentSchema.safeParse(answer.content);
  if (!content.success) return undefined;
  const { decision, reason } = content.data;
  return { decision, ...(reason !== undefined && reason !== "" && { words: reason }) };
}

function question(calls: readonly RequestedCall[], url: string | undefined): string {
  const shown = calls.slice(0, MAX_ASKED).map(({ tool, args, reason }) => {
    return `${visibleText(tool)} ${visibleText(shownArgs(args, MAX_ARGS_CHARS))}\n${visibleText(reason)}`;
  });
  const more = calls.length > MAX_ASKED ? [`${calls.length - MAX_ASKED} more are at ${url ?? "the dashboard"}.`] : [];
  const many = calls.length === 1 ? "A request waits for you:" : `${calls.length} requests wait for you:`;
  return [many, ...shown, ...more].join("\n\n");
}

const able = z.looseObject({
  elicitation: z.looseObject({ form: z.looseObject({}).optional(), url: z.looseObject({}).optional() }),
});

/** @returns how a 2026-07-28 client can ask its user */
export function modernAbility({ mcpReq }: ServerContext): "form" | "url" | undefined {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  return abilityOf(envelope?.[CLIENT_CAPABILITIES_META_KEY]);
}

/** An empty `elicitation` means forms, as before the mode "url" existed. */
export function abilityOf(capabilities: unknown): "form" | "url" | undefined {
  const read = able.safeParse(capabilities);
  if (!read.success) return undefined;
  const { form, url } = read.data.elicitation;
  return form !== undefined || url === undefined ? "form" : "url";
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
