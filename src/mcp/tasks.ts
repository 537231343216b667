/**
 * The tasks extension of MCP (SEP-2663, `io.modelcontextprotocol/tasks`): to a client that declares it, a run that does not end at once is
 * answered as a task. Its id is the id of the run, which is a detached durable run: `tasks/get` reads it, `tasks/cancel` cancels it,
 * and `tasks/update` takes the user's decisions on calls that wait. Nothing of a task is stored beside its run.
 */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CallToolResult, Server, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { OUTCOME_KEPT_MS } from "../limits/durable-limits.ts";
import type { Executed } from "../runs/execute-context.ts";
import { readResume } from "../runs/run-options.ts";
import { invalidParams } from "./invalid-params.ts";
import { modernAbility, modernCapabilities } from "./client-abilities.ts";
import { callLine, type ClientDecision, type RequestedCall } from "./client-decision.ts";
import { MAX_REASON_CHARS } from "../approvals/approval.ts";
import { answerForm } from "../approvals/input-answer.ts";
import type { Result } from "../lib/result.ts";
import { visibleText } from "../lib/visible-text.ts";
import { inputQuestion } from "./input-question.ts";

export const TASKS = "io.modelcontextprotocol/tasks";

/** A run that has ended by then is answered as without tasks. */
const TASK_AFTER_MS = 1_500;
const POLL_INTERVAL_MS = 1_000;
/** Calls that wait are shown in parts: when these are decided, `tasks/get` shows the next. */
const MAX_SHOWN = 50;

export interface TaskBackend {
  /** @param ms time to wait for a change of the run @returns its state, and when it started, in milliseconds since 1970 */
  read(run: string, ms: number): Promise<{ readonly executed: Executed; readonly startedAt?: number }>;
  /** @returns the calls of a run that wait for a person's decision */
  waitingCalls(run: string): Promise<readonly RequestedCall[]>;
  decide(decision: ClientDecision): Promise<void>;
  cancel(run: string): Promise<void>;
  /** Why no decision of this client counts; absent for one whose decisions do. */
  readonly decisionRefusal?: string;
}

const withTasks = z.looseObject({ extensions: z.looseObject({ [TASKS]: z.looseObject({}) }) });

const dryRun = z.looseObject({ options: z.looseObject({ dry_run: z.literal(true) }) });

/** @returns true if the client declares the extension in this request */
export function takesTasks(ctx: ServerContext): boolean {
  return withTasks.safeParse(modernCapabilities(ctx)).success;
}

/**
 * @returns the request as one whose run does not depend on the connection; undefined if it cannot be one: what a dry run would call is in
 * its answer
 */
export function detached(request: unknown): object | undefined {
  if (request === null || typeof request !== "object" || readResume(request) !== undefined) return undefined;
  if (dryRun.safeParse(request).success) return undefined;
  return { ...request, detach: true };
}

/** @param begun the answer to a detached request @returns its outcome if it has one soon, else a task */
export async function asTask(
  begun: Executed,
  backend: TaskBackend,
  signal: AbortSignal,
  answer: (executed: Executed) => CallToolResult,
): Promise<CallToolResult> {
  if (begun.unfinished === undefined) return answer(begun);
  // A client that leaves before it knows the task cannot cancel it.
  const leave = (): void => void backend.cancel(begun.run).catch((error: unknown) => console.error("mcp:", error));
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave);
  const { executed, startedAt } = await backend.read(begun.run, TASK_AFTER_MS);
  signal.removeEventListener("abort", leave);
  if (executed.unfinished === undefined && executed.wait === undefined) return answer(executed);
  const status = executed.wait === undefined ? "working" : "input_required";
  return { content: [], resultType: "task", ...taskOf(executed, status, startedAt) };
}

export function serveTasks(server: Server, backend: TaskBackend, answer: (executed: Executed) => CallToolResult): void {
  const params = z.looseObject({ taskId: z.string().max(100) });
  server.setRequestHandler("tasks/get", { params }, async ({ taskId }, ctx) => {
    const { executed, startedAt } = await read(backend, taskId, ctx);
    const isOpen = executed.wait !== undefined || executed.unfinished !== undefined;
    // Also while the run goes on: some of its calls may wait.
    const waiting = isOpen && modernAbility(ctx) === "form" ? await backend.waitingCalls(taskId) : [];
    return detailedTask(executed, startedAt, { answer, waiting });
  });
  server.setRequestHandler("tasks/update", { params: updateParams }, async ({ taskId }, ctx) => {
    await read(backend, taskId, ctx);
    if (backend.decisionRefusal !== undefined) throw invalidParams(backend.decisionRefusal);
    const given = responsesOf(ctx);
    // An answer for a call that does not wait any more is ignored (SEP-2663, "Task Input Requests").
    const waiting = (await backend.waitingCalls(taskId)).filter(({ id }) => given.has(id)).slice(0, MAX_SHOWN);
    // All are read before one counts.
    const decisions = waiting.map((call) => [call.id, readApprovalForm(call, given.get(call.id))] as const);
    for (const [id, form] of decisions) if (!form.ok) throw invalidParams(`inputResponses.${id} ${form.error}`);
    for (const [id, form] of decisions)
      if (form.ok && form.value) await backend.decide({ run: taskId, approvals: [id], ...form.value });
    return {};
  });
  server.setRequestHandler("tasks/cancel", { params }, async ({ taskId }, ctx) => {
    const { executed } = await read(backend, taskId, ctx);
    if (executed.unfinished !== undefined || executed.wait !== undefined) await backend.cancel(taskId);
    return {};
  });
}

const EXPECTED =
  'tasks/update takes taskId and inputResponses, an object with an answer like {"action":"accept","content":{…}} for each key of inputRequests';

const updateParams = z.strictObject(
  { taskId: z.string().max(100), _meta: z.unknown().optional() },
  { error: ({ code, keys }) => (code === "unrecognized_keys" ? `${EXPECTED}; not ${keys?.join(", ")}` : undefined) },
);

/** @throws ProtocolError unless there is an answer, and each is an object */
function responsesOf({ mcpReq }: ServerContext): ReadonlyMap<string, unknown> {
  const { inputResponses = {}, droppedInputResponseKeys: [dropped] = [] } = mcpReq;
  if (dropped !== undefined)
    throw invalidParams(`${EXPECTED}; inputResponses.${dropped.slice(0, 100)} is not such an answer.`);
  const given = new Map(Object.entries(inputResponses));
  // The SDK has an empty object for what is no object.
  if (given.size === 0) throw invalidParams(`${EXPECTED}; there is no answer.`);
  return given;
}

/** @throws ProtocolError for a client that does not declare the extension, and for a run that is none of its tasks */
async function read(backend: TaskBackend, taskId: string, ctx: ServerContext): ReturnType<TaskBackend["read"]> {
  if (!takesTasks(ctx)) {
    throw new ProtocolError(
      ProtocolErrorCode.MissingRequiredClientCapability,
      `The client must declare the extension ${TASKS}.`,
      { requiredCapabilities: { extensions: { [TASKS]: {} } } },
    );
  }
  const state = await backend.read(taskId, 0);
  if (state.executed.isInvalidRequest !== true) return state;
  const { outcome } = state.executed;
  throw invalidParams(outcome.ok ? "" : outcome.error.message);
}

interface Shown {
  readonly answer: (executed: Executed) => CallToolResult;
  readonly waiting: readonly RequestedCall[];
}

function detailedTask(executed: Executed, startedAt: number | undefined, { answer, waiting }: Shown) {
  const { outcome, unfinished, wait } = executed;
  const statusMessage = outcome.ok ? undefined : outcome.error.message;
  const said = { ...(statusMessage !== undefined && { statusMessage }) };
  if (waiting.length > 0) {
    const shown = waiting.slice(0, MAX_SHOWN).map((call) => [call.id, approvalForm(call)] as const);
    return {
      ...taskOf(executed, "input_required", startedAt),
      ...said,
      inputRequests: Object.fromEntries(shown),
    };
  }
  // A client that cannot ask its user is told where a person decides.
  if (wait !== undefined || unfinished !== undefined) return { ...taskOf(executed, "working", startedAt), ...said };
  if (!outcome.ok && outcome.error.code === "CANCELLED")
    return { ...taskOf(executed, "cancelled", startedAt), ...said };
  if (!outcome.ok && outcome.error.code === "INTERNAL_ERROR") {
    const error = { code: ProtocolErrorCode.InternalError, message: outcome.error.message };
    return { ...taskOf(executed, "failed", startedAt), error };
  }
  return { ...taskOf(executed, "completed", startedAt), result: answer(executed) };
}

type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** An outcome is stored for a day after the end, so that each task can be read for at least that long. */
function taskOf({ run, stats }: Executed, status: TaskStatus, startedAt = Date.now()) {
  const hasEnded = status !== "working" && status !== "input_required";
  return {
    taskId: run,
    status,
    createdAt: new Date(startedAt).toISOString(),
    lastUpdatedAt: new Date(hasEnded ? startedAt + stats.durationMs : Date.now()).toISOString(),
    ttlMs: OUTCOME_KEPT_MS,
    pollIntervalMs: POLL_INTERVAL_MS,
  };
}

const FORM = {
  type: "object",
  properties: {
    confirm: { type: "boolean", title: "Approve" },
    reason: { type: "string", title: "Reason for the script if you deny", maxLength: MAX_REASON_CHARS },
  },
  required: ["confirm"],
} as const;

/**
 * The form by which a client's user decides on one call.
 *
 * @returns an elicitation request
 */
function approvalForm(shown: RequestedCall) {
  const { reason, form } = shown;
  if (form !== undefined)
    return { method: "elicitation/create", params: { mode: "form", ...inputQuestion(shown, form) } } as const;
  const message = `A request waits for you:\n\n${callLine(shown)}\n${visibleText(reason)}`;
  return { method: "elicitation/create", params: { mode: "form", message, requestedSchema: FORM } } as const;
}

const responseSchema = z.looseObject({
  action: z.enum(["accept", "decline", "cancel"]),
  content: z.unknown().optional(),
});
const contentSchema = z.object({ confirm: z.boolean(), reason: z.string().max(MAX_REASON_CHARS).optional() });

/** @returns undefined if the user has not decided; as an error, the response's problem, a sentence without its subject */
function readApprovalForm(
  { form }: RequestedCall,
  response: unknown,
): Result<Pick<ClientDecision, "decision" | "comment" | "content"> | undefined, string> {
  const parsed = responseSchema.safeParse(response);
  if (!parsed.success) return { ok: false, error: 'must have the action "accept", "decline" or "cancel".' };
  const { action, content } = parsed.data;
  if (action === "cancel") return { ok: true, value: undefined };
  if (action === "decline") return { ok: true, value: { decision: "deny" } };
  if (form !== undefined) {
    const answer = answerForm(form, content);
    if (!answer.ok) return { ok: false, error: `does not match the form: ${answer.error}` };
    return { ok: true, value: { decision: "approve", content: content ?? {} } };
  }
  const filled = contentSchema.safeParse(content);
  if (!filled.success) {
    const expected = `{"confirm": true}, or {"confirm": false} with a reason of at most ${MAX_REASON_CHARS} characters.`;
    return { ok: false, error: `is accepted without the form's content: ${expected}` };
  }
  const { confirm, reason } = filled.data;
  if (confirm) return { ok: true, value: { decision: "approve" } };
  return { ok: true, value: { decision: "deny", ...(reason !== undefined && reason !== "" && { comment: reason }) } };
}
