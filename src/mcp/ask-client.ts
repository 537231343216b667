/** Asks the user of a client about what its run waits for, and goes on with the run when there is an answer. */
import type { InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import type { Executed } from "../runs/execute-context.ts";
import type { RunWait } from "../runs/durable/durable-run.ts";
import { askToApprove, sendQuestion } from "./ask-to-approve.ts";
import { abilityOf, modernAbility } from "./client-abilities.ts";
import type { ClientDecisions, RequestedCall, UnfitAnswers } from "./client-decision.ts";

/** Questions that a 2025-era client is asked during one request, one after the other. */
const MAX_QUESTIONS = 10;

/** The answers that came with a request, and what is wrong with them. */
export interface ReceivedDecisions extends ClientDecisions {
  readonly unfit: UnfitAnswers;
}

export interface QuestionContext {
  readonly server: Server;
  readonly ctx: ServerContext;
  /** Id of a 2025-era client's session, to which the answers belong. */
  readonly session: string | undefined;
  readonly decided: ReceivedDecisions | undefined;
  readonly backend: {
    waitingCalls(run: string): Promise<readonly RequestedCall[]>;
    awaitRun(run: string): Promise<Executed>;
  };
}

/** @returns true if the client's user can be asked with the answer to the request */
export function canAsk({ server, ctx, session }: Pick<QuestionContext, "server" | "ctx" | "session">): boolean {
  if (session === undefined) return modernAbility(ctx) !== undefined;
  return abilityOf(server.getClientCapabilities()) === "form";
}

/** @returns the question, for a client that repeats its request with the answer; else the state of the run, which may still wait */
export async function askClient(executed: Executed, asking: QuestionContext): Promise<Executed | InputRequiredResult> {
  const { run, wait } = executed;
  // A user who has given no decision is not asked again by the same request.
  if (wait === undefined || asking.decided?.decisions.length === 0) return executed;
  const { ctx, session, backend, decided } = asking;
  const waiting = await backend.waitingCalls(run);
  const calls = waiting.map((call) => ({ ...call, problem: decided?.unfit.get(call.id) }));
  const question = askToApprove(run, wait, calls, ctx);
  if (question !== undefined) return question;
  return session === undefined ? executed : askDuringRequest(executed, asking);
}

/** Asks the user of a 2025-era client while the call is open; the answer comes with another request. */
export async function askDuring(
  run: string,
  approval: string,
  { server, ctx, backend }: Omit<QuestionContext, "decided">,
): Promise<void> {
  const call = (await backend.waitingCalls(run)).find(({ id }) => id === approval);
  if (call !== undefined) await sendQuestion(server, ctx, run, [call], undefined);
}

/** Asks a 2025-era client, one question after the other, about everything that its run waits for until the run ends. */
async function askDuringRequest(first: Executed, { server, ctx, backend }: QuestionContext): Promise<Executed> {
  const shown = new Set<string>();
  let executed = first;
  for (let questions = 0; executed.wait !== undefined && questions < MAX_QUESTIONS; questions += 1) {
    const { run, wait }: { readonly run: string; readonly wait?: RunWait } = executed;
    // A call that the user has left undecided is not shown again.
    const calls = (await backend.waitingCalls(run)).filter(({ id }) => !shown.has(id));
    const asked = await sendQuestion(server, ctx, run, calls, wait?.url);
    if (asked.length === 0) return executed;
    for (const id of asked) shown.add(id);
    executed = await backend.awaitRun(run);
  }
  return executed;
}
