/**
 * Runs one script through the gateway and shows its progress: the value goes to standard output, logs and failures go to standard error,
 * and on a terminal also the calls as they end. Ctrl-C cancels the run; if this process ends in any other way, the run continues.
 */
import type { ExecAnswer, Run } from "../contract/runs.ts";
import { jsonText, printJson, type Cli } from "./cli.ts";
import type { Ended } from "./command.ts";
import { ask, type Answered, open } from "./gateway-client.ts";
import { onInterrupt, STATUS_OF, type Signal } from "./interrupt.ts";
import { printDuration } from "./duration.ts";
import { printable } from "./printable.ts";
import { printFailure } from "./run-answer.ts";
import { detailIn } from "./gateway-failure.ts";
import type { Failure } from "./failure.ts";
import { callLine } from "./event-lines.ts";
import { eventsOf } from "./event-stream.ts";

/** The time that a cancelled run has to report its end, in milliseconds. */
const CANCEL_MS = 5_000;
/** While a run goes on the gateway sends blanks, but a local one sends none while a script computes, for at most five minutes. */
const SILENCE_MS = 360_000;

interface ScriptRequest {
  /** The path below /api/v1: code/exec, or a replay. */
  readonly path: string;
  readonly body?: unknown;
  /** The script, if it is known here. */
  readonly source?: string | undefined;
}

export async function runScript(cli: Cli, { path, body, source }: ScriptRequest): Promise<Ended> {
  const giveUp = new AbortController();
  const watching = cli.isErrorTerminal ? await watchCalls(cli) : undefined;
  let interruptedBy: Signal | undefined;
  const interrupts = onInterrupt((signal) => {
    interruptedBy = signal;
    void cancelOwnRun(cli, giveUp);
  });
  try {
    const answered = await ask<ExecAnswer>(cli.gateway, path, {
      method: "POST",
      body: body ?? {},
      signal: giveUp.signal,
      accepts: [400, 404],
      silenceMs: SILENCE_MS,
    });
    await watching?.caughtUp(callsIn(answered));
    watching?.stop();
    if (interruptedBy !== undefined) return interrupted(cli, interruptedBy, answered.ok ? answered.value : undefined);
    if (!answered.ok) return answered.failure;
    return isRunAnswer(answered.value)
      ? await tell(cli, answered.value, answered.status, source)
      : refusalIn(cli, answered);
  } finally {
    watching?.stop();
    interrupts.stop();
  }
}

async function tell(cli: Cli, answer: ExecAnswer, status: number, source: string | undefined): Promise<Ended> {
  if (cli.isJsonRequested) printJson(cli, withValue(answer));
  else for (const line of answer.logs) cli.err(`${cli.paintError.dim(printable(line))}\n`);
  if (!cli.isJsonRequested) {
    for (const one of answer.would_call ?? []) cli.err(`${wouldCallText(one)}\n`);
  }
  const { error } = answer;
  if (answer.ok || error === undefined) {
    // A script without a value prints nothing, because `undefined` has no JSON form.
    if (!cli.isJsonRequested && answer.result !== undefined) {
      cli.out(`${jsonText(answer.result, !cli.wantsJson)}\n`);
    }
    if (cli.isErrorTerminal && answer.stats) {
      const { calls, duration_ms: ms } = answer.stats;
      cli.err(cli.paintError.dim(`${answer.run}  ${calls} ${calls === 1 ? "call" : "calls"}  ${printDuration(ms)}\n`));
    }
    return 0;
  }
  const text = source ?? (error.line === undefined ? undefined : await sourceOf(cli, answer.run));
  cli.err(printFailure(error, answer.run, text, cli.paintError));
  return status === 400 ? 2 : 1;
}

/** The answer as MCP clients get it, where the result of REST is called `value`. */
function withValue({ ok, result, ...rest }: ExecAnswer): object {
  return { ok, ...(result !== undefined && { value: result }), ...rest };
}

function wouldCallText({ server, tool, args, needs_approval: rule }: WouldCall): string {
  const approval = rule === undefined ? "" : `, after an approval (${rule})`;
  return printable(`would call ${server}.${tool}(${JSON.stringify(args)})${approval}`);
}

type WouldCall = NonNullable<ExecAnswer["would_call"]>[number];

/** Fetches the source of a saved script, or of an earlier run. */
async function sourceOf(cli: Cli, run: string): Promise<string | undefined> {
  const answered = await ask<{ code_text?: string }>(cli.gateway, `runs/${encodeURIComponent(run)}`);
  return answered.ok ? answered.value.code_text : undefined;
}

function callsIn(answered: Answered<ExecAnswer>): number {
  return answered.ok ? (answered.value.stats?.calls ?? 0) : 0;
}

function isRunAnswer(value: unknown): value is ExecAnswer {
  const { ok, logs, run } = (value ?? {}) as Partial<Record<keyof ExecAnswer, unknown>>;
  return typeof ok === "boolean" && Array.isArray(logs) && typeof run === "string";
}

/** A status of 400 or 404 comes with a run's answer, or with problem details if the request failed before the run. */
function refusalIn({ gateway }: Cli, { status, value }: { readonly status: number; readonly value: unknown }): Failure {
  const message = detailIn(value) ?? `${gateway.url} did not answer like an Isogate gateway; check the address.`;
  return { message, exit: status === 400 ? 2 : 1 };
}

function interrupted(cli: Cli, signal: Signal, answer: ExecAnswer | undefined): Ended {
  if (answer === undefined)
    cli.err("The end of the run was not confirmed; isogate runs list shows whether it is still running.\n");
  else if (answer.ok) cli.err(`The run ${answer.run} had ended already.\n`);
  else cli.err(`Cancelled the run ${answer.run}.\n`);
  return STATUS_OF[signal];
}

/** Finds the run by this process's user agent, because the run's id is only known from its answer, and cancels it. */
async function cancelOwnRun(cli: Cli, giveUp: AbortController): Promise<void> {
  cli.err("\nCancelling …\n");
  setTimeout(() => giveUp.abort(), CANCEL_MS).unref();
  const query = { outcome: "running", text: cli.gateway.client, limit: "100" };
  const found = await ask<{ runs: Run[] }>(cli.gateway, "runs", { query });
  // Scripts that it calls have the same client, and end with it.
  const id = found.ok ? found.value.runs.find(({ parent }) => parent === undefined)?.id : undefined;
  // The run has not begun or cannot be found: closing the connection ends the request.
  if (id === undefined) return giveUp.abort();
  const cancelled = await ask(cli.gateway, `runs/${encodeURIComponent(id)}/cancel`, { method: "POST", body: {} });
  if (!cancelled.ok) giveUp.abort();
}

/**
 * The maximum time to wait for the last event. Events and the run's answer use separate connections, so an event may arrive shortly after
 * the answer.
 */
const LATE_MS = 500;

interface Watching {
  /** Resolves when this number of calls was seen to end. */
  caughtUp(calls: number): Promise<void>;
  stop(): void;
}

/**
 * Prints the calls of the run that this process starts, as they end. Opens the event stream before the run begins, so that its first call is
 * seen. If the stream cannot be opened, the run starts without it.
 */
async function watchCalls(cli: Cli): Promise<Watching | undefined> {
  const stopped = new AbortController();
  const opened = await open(cli.gateway, "runs/stream", { signal: stopped.signal });
  if (!opened.ok) return undefined;
  let seen = 0;
  let onSeen = (): void => undefined;
  void (async () => {
    let own: string | undefined;
    for await (const event of eventsOf(opened.value)) {
      // A script that it calls has the same client.
      const isOwn = event.type === "run_started" && event.client === cli.gateway.client && event.via !== "script";
      if (isOwn) own = event.run;
      if (!("run" in event) || event.run !== own) continue;
      const line = callLine(event, cli.paintError);
      if (line === undefined) continue;
      cli.err(`${line}\n`);
      seen += 1;
      onSeen();
    }
  })().catch(() => undefined);
  return {
    caughtUp: (calls) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, LATE_MS);
        onSeen = () => {
          if (seen < calls) return;
          clearTimeout(timer);
          resolve();
        };
        onSeen();
      }),
    stop: () => stopped.abort(),
  };
}
