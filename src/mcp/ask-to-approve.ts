/**
 * Asks a client that can ask its user (elicitation) about waiting calls; the client repeats the request with the user's decision. The
 * decision concerns exactly the calls that the user has seen: the state contains their ids, and each id is one call with its arguments.
 * A client whose user gives no decision gets the same text as clients that cannot ask.
 *
 * 2026-07-28 has the question in the answer (`inputRequired`). A 2025-era client is asked by a request on the stream of its call; its
 * answer comes with another POST and finds the run by the request's id.
 */
import { isRecord } from "../lib/is-record.ts";
import { parseJson } from "../lib/parse-json.ts";
import { inputRequired, inputResponse } from "@modelcontextprotocol/server";
import type { InputRequiredResult, JSONRPCMessage, Server, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { MAX_REASON_CHARS } from "../approvals/approval.ts";
import type { InputForm } from "../approvals/input-form.ts";
import { invalidParams } from "./invalid-params.ts";
import { abilitiesOf, abilityOf, modernAbilities, modernAbility } from "./client-abilities.ts";
import { inputOfResponse, inputQuestion, readInput } from "./input-question.ts";
import { answersSignIn } from "./ask-to-sign-in.ts";
import type { RunWait } from "../runs/durable/durable-run.ts";
import { ABILITY_METHODS, type ClientAbility } from "../lib/client-ability.ts";
import { visibleText } from "../lib/visible-text.ts";
import { callLine, type ClientDecision, type ClientDecisions, type RequestedCall } from "./client-decision.ts";
import type { ClientRequest } from "../approvals/client-request.ts";

const QUESTION = "approve";
/** Further calls are decided at the link. */
const MAX_ASKED = 50;
/** The id of the request names the run and the calls that the question shows. */
const ELICITATION_ID = /^isogate:(approve|input|client):(r_[0-9a-z]{10,60}):([0-9a-z_,]{1,3000})$/;
/** Forms of upstreams that one answer shows; each is a question of its own. */
const MAX_FORMS = 5;

const idSchema = z.string().max(100);
const stateSchema = z.object({
  run: idSchema,
  approvals: z.array(idSchema).max(MAX_ASKED),
  /** Ids of approvals by the names that their questions have in the answer; with the upstream's name for a request that the client answers itself. */
  forms: z.record(z.string(), z.union([idSchema, z.tuple([idSchema, idSchema])])).default({}),
});
const responseSchema = z
  .looseObject({
    id: z.string(),
    method: z.undefined().optional(),
    result: z.unknown().optional(),
    error: z.unknown().optional(),
  })
  .refine(({ result, error }) => result !== undefined || error !== undefined);
const contentSchema = z.object({
  decision: z.enum(["approve", "deny"]),
  reason: z.string().max(MAX_REASON_CHARS).optional(),
});

const FORM = {
  type: "object",
  properties: {
    decision: { type: "string", enum: ["approve", "deny"], title: "Decision" },
    reason: { type: "string", title: "Reason for the script if you deny", maxLength: MAX_REASON_CHARS },
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
  const asked = can === "form" ? calls : calls.filter(({ form }) => needsOnly(modernAbilities(ctx), form));
  if (asked.length > 0) {
    const { approvals, inputs } = sorted(asked);
    const shown = approvals.slice(0, MAX_ASKED).map(({ id }) => id);
    const parts = inputs.flatMap(({ call, form }) => questionsOf(call, form, calls.length === 1));
    const forms = parts.map(
      ({ name, call, request }) => [name, request === undefined ? call : [call, request]] as const,
    );
    const requestState = JSON.stringify({ run, approvals: shown, forms: Object.fromEntries(forms) });
    const questions = Object.fromEntries(parts.map(({ name, asks }) => [name, asks]));
    const form = { message: question(approvals, url), requestedSchema: FORM as never };
    const approve = approvals.length > 0 ? { [QUESTION]: inputRequired.elicit(form) } : {};
    return inputRequired({ inputRequests: { ...approve, ...questions }, requestState });
  }
  if (can === undefined || calls.length === 0 || url === undefined) return undefined;
  const page = inputRequired.elicitUrl({ message: question(calls, url), url });
  return inputRequired({ inputRequests: { [QUESTION]: page }, requestState: JSON.stringify({ run, approvals: [] }) });
}

/** One question of a call: its form, or a request that the client answers itself. */
interface CallQuestion {
  readonly name: string;
  /** Id of the approval. */
  readonly call: string;
  /** The upstream's name for a request that the client answers itself. */
  readonly request?: string;
  readonly asks: object;
}

/** @param isOnly no other call waits: requests of the upstream keep the names that it gave them, as far as each is a question of its own */
function questionsOf(call: RequestedCall, form: InputForm, isOnly: boolean): readonly CallQuestion[] {
  const { id } = call;
  const ofClient = form.ofClient ?? [];
  const [own, ...others] = form.requests.filter((name) => ofClient.every(({ request }) => request !== name));
  const named = (name: string, otherwise: string): string => (isOnly && name !== "__proto__" ? name : otherwise);
  const name = own !== undefined && others.length === 0 ? named(own, id) : id;
  const asks = inputRequired.elicit(inputQuestion(call, form) as never);
  const questions = ofClient.map((one, at) => {
    return { name: named(one.request, `${id}.${at}`), call: id, request: one.request, asks: clientQuestion(call, one) };
  });
  return own === undefined ? questions : [{ name, call: id, asks }, ...questions];
}

/** @returns true if the client answers all of it */
function needsOnly(abilities: readonly ClientAbility[], form: InputForm | undefined): boolean {
  const { requests, ofClient = [] } = form ?? { requests: [] };
  return (
    ofClient.length > 0 &&
    ofClient.length === requests.length &&
    ofClient.every(({ ability }) => abilities.includes(ability))
  );
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
export function decisionsIn(ctx: ServerContext): ClientDecisions | undefined {
  const { mcpReq } = ctx;
  const given = mcpReq.requestState();
  if (mcpReq.inputResponses === undefined || given === undefined || answersSignIn(ctx)) return undefined;
  const state = stateSchema.safeParse(parsed(given));
  if (!state.success) {
    const message =
      "The requestState was not issued by this gateway. Send the request without it, and without inputResponses.";
    throw invalidParams(message);
  }
  const { run, approvals, forms } = state.data;
  const isAsked = approvals.length > 0 || Object.keys(forms).length === 0;
  const answer = inputResponse(mcpReq.inputResponses, QUESTION);
  const decision = isAsked && answer.kind === "elicit" ? readAnswer(answer) : undefined;
  const decided = decision ? [{ run, approvals, ...decision }] : [];
  return { run, decisions: [...decided, ...inputsIn(mcpReq.inputResponses, run, Object.entries(forms))] };
}

/** @returns a decision for each call whose questions are all answered */
function inputsIn(
  responses: Parameters<typeof inputResponse>[0],
  run: string,
  forms: readonly (readonly [string, string | readonly [string, string]])[],
): readonly ClientDecision[] {
  const decisions = new Map<string, ClientDecision | undefined>();
  for (const [name, of] of forms) {
    const [id, request] = typeof of === "string" ? [of] : of;
    const response = inputResponse(responses, name);
    const before = decisions.has(id) ? decisions.get(id) : { run, approvals: [id], decision: "approve" as const };
    const input = request === undefined && response.kind === "elicit" ? readInput(response) : undefined;
    const isOfClient = request !== undefined && (response.kind === "sampling" || response.kind === "roots");
    const result = isOfClient ? { ofClient: { ...before?.ofClient, [request]: responses?.[name] } } : undefined;
    const added = input ?? result;
    decisions.set(id, before && added && { ...before, ...added });
  }
  return [...decisions.values()].filter((decision) => decision !== undefined);
}

/** Asks a 2025-era client, which answers in another POST. @returns ids of the calls that the question shows; none if it was not asked */
export async function sendQuestion(
  server: Server,
  { mcpReq }: ServerContext,
  run: string,
  calls: readonly RequestedCall[],
  url: string | undefined,
): Promise<readonly string[]> {
  const { transport } = server;
  if (transport === undefined || calls.length === 0) return [];
  // One question after the other: the answer to the next comes with another request.
  const { approvals, inputs } = sorted(calls);
  const [input] = approvals.length > 0 ? [] : inputs;
  const capabilities = server.getClientCapabilities();
  const [ofClient] = input?.form.ofClient ?? [];
  if (input && ofClient) {
    if (!abilitiesOf(capabilities).includes(ofClient.ability)) return [];
    const asked = {
      jsonrpc: "2.0",
      id: `isogate:client:${run}:${input.call.id}`,
      ...clientQuestion(input.call, ofClient),
    };
    await transport.send(asked as JSONRPCMessage, { relatedRequestId: mcpReq.id });
    return [input.call.id];
  }
  if (abilityOf(capabilities) !== "form") return [];
  const params = input
    ? inputQuestion(input.call, input.form)
    : { message: question(approvals, url), requestedSchema: FORM };
  const shown = input ? [input.call.id] : approvals.slice(0, MAX_ASKED).map((call) => call.id);
  const id = `isogate:${input ? "input" : "approve"}:${run}:${shown.join(",")}`;
  const request = { jsonrpc: "2.0", id, method: "elicitation/create", params } as const;
  await transport.send(request, { relatedRequestId: mcpReq.id });
  return shown;
}

/** @param message a message of a 2025-era client @returns its user's decision, if it answers the question */
export function decisionIn(message: unknown): ClientDecision | undefined {
  const { data } = responseSchema.safeParse(message);
  const [, kind, run, shown] = ELICITATION_ID.exec(data?.id ?? "") ?? [];
  if (run === undefined || shown === undefined || data === undefined) return undefined;
  if (kind === "client") {
    const { result, error } = data;
    // The user has rejected it, or the client has failed.
    if (error !== undefined) return { run, approvals: [shown], decision: "deny" };
    return { run, approvals: [shown], decision: "approve", ofClient: { "": result } };
  }
  if (kind === "input") return { run, approvals: [shown], ...inputOfResponse(data) };
  // A client that fails decides nothing: a person may still do so elsewhere.
  const decision = isRecord(data.result) ? readAnswer(data.result) : undefined;
  return decision && { run, approvals: shown.split(","), ...decision };
}

/** @returns undefined if the user has not decided */
function readAnswer(answer: {
  readonly action?: unknown;
  readonly content?: unknown;
}): Pick<ClientDecision, "decision" | "comment"> | undefined {
  if (answer.action === "decline") return { decision: "deny" };
  if (answer.action !== "accept") return undefined;
  const content = contentSchema.safeParse(answer.content);
  if (!content.success) return undefined;
  const { decision, reason } = content.data;
  return { decision, ...(reason !== undefined && reason !== "" && { comment: reason }) };
}

function question(calls: readonly RequestedCall[], url: string | undefined): string {
  const shown = calls.slice(0, MAX_ASKED).map((call) => `${callLine(call)}\n${visibleText(call.reason)}`);
  const more =
    calls.length > MAX_ASKED ? [`${calls.length - MAX_ASKED} more requests wait at ${url ?? "the dashboard"}.`] : [];
  const many = calls.length === 1 ? "A request waits for you:" : `${calls.length} requests wait for you:`;
  return [many, ...shown, ...more].join("\n\n");
}

function parsed(text: unknown): unknown {
  return typeof text === "string" ? parseJson(text) : undefined;
}

/**
 * Asks the client itself for an answer of its model, or for its roots. The instructions to the model begin with the name of the server that
 * sent them, so that a client that shows them to its user shows that first.
 *
 * @returns a request of MCP
 */
function clientQuestion(
  { server, tool }: Pick<RequestedCall, "server" | "tool">,
  { ability, params }: ClientRequest,
): { readonly method: string; readonly params: object } {
  const method = ABILITY_METHODS[ability];
  if (ability === "roots") return { method, params };
  const whose = `The server ${visibleText(server)} asks for this answer, for a call of ${visibleText(tool)}. The following text is the server's.`;
  const words = params["systemPrompt"];
  return { method, params: { ...params, systemPrompt: typeof words === "string" ? `${whose}\n\n${words}` : whose } };
}
