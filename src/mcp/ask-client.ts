/** Asks the user of a client about what its run waits for, and goes on with the run when there is an answer. */
import type { InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import type { Executed } from "../runs/execute-context.ts";
import type { RunWait } from "../runs/durable/durable-run.ts";
import { askToApprove, sendQuestion } from "./ask-to-approve.ts";
import { abilityOf, modernAbility } from "./client-abilities.ts";
import type { ClientDecisions, RequestedCall } from "./client-decision.ts";

/** Forms that a 2025-era client is shown during one request, one after the other. */
const MAX_QUESTIONS = 10;

export interface QuestionContext {
  readonly server: Server;
  readonly ctx: ServerContext;
  /** Id of a 2025-era client's session, to which the answers belong. */
  readonly session: string | undefined;
  /** The answers that came with this request. */
  readonly said: ClientDecisions | undefined;
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
  if (wait === undefined || asking.said?.words.length === 0) return executed;
  const { server, ctx, session, backend } = asking;
  const calls = await backend.waitingCalls(run);
  const question = askToApprove(run, wait, calls, ctx);
  if (question !== undefined) return question;
  if (session === undefined || !(await sendQuestion(server, ctx, run, calls, wait.url))) return executed;
  return askFurther(await backend.awaitRun(run), calls, asking);
}

/** Asks the user of a 2025-era client while the call is open; the answer comes with another request. */
export async function askDuring(
  run: string,
  approval: string,
  { server, ctx, backend }: Omit<QuestionContext, "said">,
): Promise<void> {
  const call = (await backend.waitingCalls(run)).find(({ id }) => id === approval);
  if (call !== undefined) await sendQuestion(server, ctx, run, [call], undefined);
}

/** Shows a 2025-era client, which has answered a question, the forms that its run waits for next. */
async function askFurther(
  first: Executed,
  asked: readonly RequestedCall[],
  { server, ctx, backend }: QuestionContext,
): Promise<Executed> {
  const [shown] = asked.every(({ form }) => form !== undefined) ? asked : [];
  const known = new Set([shown?.id]);
  let executed = first;
  for (let questions = 1; executed.wait !== undefined && questions < MAX_QUESTIONS; questions += 1) {
    const { run, wait }: { readonly run: string; readonly wait?: RunWait } = executed;
    const waiting = await backend.waitingCalls(run);
    // One that the user has left unanswered is not shown again.
    const next = waiting.find(({ id, form }) => form !== undefined && !known.has(id));
    if (next === undefined || !(await sendQuestion(server, ctx, run, [next], wait?.url))) return executed;
    known.add(next.id);
    executed = await backend.awaitRun(run);
  }
  return executed;
}
