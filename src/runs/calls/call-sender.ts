/** Sends the decided calls of one run to their upstreams, and settles each of them: its limits, its record and its answer for the script. */
import type { CallReply, ToolCall } from "../../../worker-loader/index.ts";
import type { InspectedReply, OpenedCall } from "../../enforcement/call-data.ts";
import type { AdmittedCall, CallGuard } from "../../enforcement/call-guard.ts";
import { Allowance } from "../../lib/allowance.ts";
import { PROGRESS_BURST, PROGRESS_PER_SECOND } from "../../limits/upstream-limits.ts";
import { InputNeeded } from "../../upstream/call-person.ts";
import { UpstreamError, type CallOptions, type CallProgress, type ToolResult } from "../../upstream/connector.ts";
import { parseAnswer, type AnswerForm } from "../../upstream/answer-form.ts";
import { outcomeOf, outcomeOfError } from "../../upstream/call-outcome.ts";
import { partsBesideValue } from "../../upstream/parts-beside-value.ts";
import { isRepeatable } from "../../upstream/repeatable.ts";
import type { AnsweredInput, Asking } from "./ask-for-input.ts";
import type { SentCallEntry } from "./call-journal.ts";
import { CallNotes } from "./call-notes.ts";
import { cutOff, failed, inputRequired, toPage, toReply } from "./call-replies.ts";
import type { WaitingReply } from "../durable/call-recorder.ts";
import { explainError, type FailedCall } from "./explain-error.ts";
import type { Progress } from "../services/progress.ts";
import type { FoundTool } from "./tool-finder.ts";
import type { UpstreamLogs } from "./upstream-logs.ts";

export interface CallSenderOptions extends Pick<FailedCall, "scope" | "tools"> {
  /** Aborted when the run ends. */
  readonly signal: AbortSignal;
  /** @returns true if the run was cut off and may go on with another host, which then makes its unanswered calls again */
  readonly mayGoOn: () => boolean;
  readonly guard?: Pick<CallGuard, "inTurn"> | undefined;
  /** Passes on what an upstream says of a call that goes on; absent where no client wants to know. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Passes on the upstreams' log messages of the run's calls; absent where no client wants them. */
  readonly logs?: UpstreamLogs | undefined;
}

interface Sending {
  readonly entry: SentCallEntry;
  readonly admitted: AdmittedCall | undefined;
  /** Absent for a run that cannot wait for a person. */
  readonly asking: Asking | undefined;
  /** A person's input, if the upstream has asked for it before. */
  readonly answered: AnsweredInput | undefined;
  /** When the run ends at the latest, in milliseconds since 1970. */
  readonly deadline: number;
}

interface FailedSending {
  readonly call: ToolCall;
  readonly found: FoundTool;
  readonly sending: Sending;
  /** How often the call was about to be sent. */
  readonly attempts: number;
  readonly path: string;
}

export class CallSender {
  readonly #options: CallSenderOptions;
  readonly #progress = new Allowance(PROGRESS_BURST, PROGRESS_PER_SECOND);
  readonly #notes = new CallNotes();

  constructor(options: CallSenderOptions) {
    this.#options = options;
  }

  /** @param call as it is recorded */
  async send(call: ToolCall, found: FoundTool, sending: Sending): Promise<CallReply | WaitingReply> {
    const { upstream, tool, identifier, args, isPage, data } = found;
    const { entry, admitted } = sending;
    const path = `${call.server}.${identifier}`;
    let attempts = 0;
    let mismatch: string | undefined;
    try {
      const result = await upstream.call(tool, args, {
        ...this.#callOptions(path, found, sending),
        onAttempt: () => void (attempts += 1),
        onMismatch: (problem) => void (mismatch = problem),
      });
      const original = isPage ? toPage(result, call, found) : toReply(result, call, identifier, isRepeatable(tool));
      const inspect = () => inspectReply(original, result, data, call);
      const { reply, inspected } = await (this.#options.guard?.inTurn?.(inspect) ?? inspect());
      const problem = mismatch === undefined ? undefined : ((await data?.message(mismatch)) ?? mismatch);
      const outcome = outcomeOf(result, tool);
      const said = reply.ok ? parseAnswer(reply.value, formOf(call, isPage)) : reply;
      admitted?.settled(outcome, attempts, said.ok ? said.value : undefined);
      const answer = reply.ok && problem !== undefined ? { ...reply, mismatch: problem } : reply;
      entry.answered(answer, attempts, outcome, inspected);
      const beside = () => (formOf(call, isPage) === "value" ? partsBesideValue(result) : []);
      const { remark } = result;
      return reply.ok ? this.#notes.addTo(reply, path, { data, inspected, problem, remark, beside }) : reply;
    } catch (error) {
      return this.#failed(error, { call, found, sending, attempts, path });
    }
  }

  #callOptions(path: string, { data }: FoundTool, { entry, asking, answered, deadline }: Sending): CallOptions {
    const { signal, onProgress, logs } = this.#options;
    // Rules about data look at results only, so the words of a call that they apply to are not passed on.
    const isWithheld = data?.changesResults === true;
    return {
      signal,
      traceparent: entry.traceparent,
      deadline,
      ...(onProgress && !isWithheld && { onProgress: (progress) => this.#progressed(path, progress) }),
      ...(logs && !isWithheld && { logging: logs }),
      ...(asking && { person: { ...asking.person, answered } }),
      ...(isWithheld && { isWithheld }),
    };
  }

  async #failed(
    error: unknown,
    { call, found, sending, attempts, path }: FailedSending,
  ): Promise<CallReply | WaitingReply> {
    const { entry, admitted, asking } = sending;
    const { signal, scope, tools, mayGoOn } = this.#options;
    if (error instanceof InputNeeded && !signal.aborted) {
      const recorded = failed(inputRequired(`${path} asked for a person's input before it answers.`, call));
      // The upstream has the call. Its limits stay reserved, also for the call with the answer.
      admitted?.unsettled(entry.number);
      entry.answered(recorded, attempts, "failed");
      const later = (await asking?.later(error)) ?? recorded;
      if ("waiting" in later) entry.waits();
      return later;
    }
    const isCutOff = signal.aborted && attempts > 0;
    const isHarmless = attempts === 0 || isRepeatable(found.tool);
    const reply = isCutOff
      ? failed(cutOff(call))
      : await explainError(call, error, { isHarmless, data: found.data, path, scope, tools });
    const outcome = isCutOff ? "unknown" : outcomeOfError(error, attempts);
    // A run that goes on after its Worker was lost may send a call again that was cut off. Its journal has as sent also one that waited for its
    // turn, whose limits are not reserved a second time.
    const isSentAgain = isCutOff || (signal.aborted && mayGoOn()) || (isQuestion(error) && attempts > 0);
    if (isSentAgain) admitted?.unsettled(entry.number);
    else admitted?.settled(outcome, attempts);
    entry.answered(reply, attempts, outcome);
    return reply;
  }

  /** An upstream may send thousands of messages; each that is passed on is a message to the Worker and one to the client. */
  #progressed(path: string, { message, ...rest }: CallProgress): void {
    const { signal, onProgress } = this.#options;
    if (signal.aborted || !this.#progress.take()) return;
    onProgress?.({ message: `${path}: ${message}`, ...rest });
  }
}

/** @returns true if the upstream asks for input of a run that cannot wait for a person, or in a form that no person can be shown */
function isQuestion(error: unknown): boolean {
  return error instanceof InputNeeded || (error instanceof UpstreamError && error.code === "INPUT_REQUIRED");
}

/** @param isPage the script has asked for one page of a list */
export function formOf({ raw }: Pick<ToolCall, "raw">, isPage: boolean): AnswerForm {
  if (isPage) return "page";
  return raw ? "raw" : "value";
}

async function inspectReply(
  original: CallReply,
  { bytes }: ToolResult,
  data: OpenedCall | undefined,
  { server, tool }: ToolCall,
): Promise<{ readonly reply: CallReply; readonly inspected?: InspectedReply }> {
  if (data === undefined) return { reply: original };
  const inspected = await data.reply(original, bytes);
  const { reply } = inspected;
  return { inspected, reply: reply.ok ? reply : failed({ ...reply.error, server, tool }) };
}
