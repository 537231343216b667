/** Lines in the log about what a script left behind when it ended. A model may have forgotten an `await`. */
import type { Gate, UnfinishedCall } from "./gate.ts";
import { placeOf, type readEnd, type readUnanswered } from "./guest-report.ts";
import type { Host, UnansweredState } from "./outcome.ts";
import type { Locate } from "./syntax/position.ts";

/** Warns of calls that had no answer when the script ended, and of those that it did not wait for. @param hasFailed the script ended with an error */
export function warnOfUnanswered(
  gate: Gate,
  { count, first, unread }: ReturnType<typeof readUnanswered>,
  locate: Locate,
  hasFailed: boolean,
): void {
  for (const { where, what, isOne } of byPlace(first, locate)) {
    // A script that has failed may have been waiting for the call, as `Promise.all` does.
    const state = hasFailed
      ? `${isOne ? "was" : "were"} still going on when the script failed.`
      : "had no answer when the script ended; is an await missing?";
    gate.warn(`${where}${what} ${state} The run waits for ${isOne ? "the answer" : "the answers"}, within its limits.`);
  }
  const more = count - first.length;
  if (more > 0) gate.warn(`${moreCalls(more)} without an answer when the script ${hasFailed ? "failed" : "ended"}.`);
  for (const { where, what, isOne } of byPlace(unread.first, locate)) {
    gate.warn(
      `${where}${what} ${isOne ? "was not awaited, and its answer" : "were not awaited, and their answers"} not used.`,
    );
  }
  if (unread.count > unread.first.length) gate.warn(`${moreCalls(unread.count - unread.first.length)} not awaited.`);
}

function moreCalls(count: number): string {
  return count === 1 ? "1 more call was" : `${count} more calls were`;
}

interface PlacedCalls {
  /** The beginning of a line, as {@link whereOf} returns it. */
  readonly where: string;
  /** The name of what was called; of several calls their number, too. */
  readonly what: string;
  readonly isOne: boolean;
}

function byPlace(calls: ReturnType<typeof readUnanswered>["first"], locate: Locate): readonly PlacedCalls[] {
  const groups = Map.groupBy(calls, ({ tool, stack }) => [whereOf(stack, locate), tool].join("\n"));
  return [...groups].map(([key, { length }]) => {
    const [where = "", tool = ""] = key.split("\n");
    return { where, what: length === 1 ? tool : `${length} calls of ${tool}`, isOne: length === 1 };
  });
}

const MAX_NAMES = 10;

/**
 * Finds the states of calls that had no answer when a run ended. The gate has given them to the host, which may have held them for a person
 * or not decided yet; only the host knows which it has sent.
 */
export async function statesAt(host: Host, calls: readonly UnfinishedCall[]): Promise<readonly UnfinishedCall[]> {
  const asked = calls.flatMap(({ state, entry }) => (state === "sent" && entry !== undefined ? [entry] : []));
  // A host that has lost the run may have sent all of them.
  const answers = asked.length === 0 ? undefined : await host.endCalls?.(asked).catch(() => undefined);
  if (answers === undefined) return calls;
  const states = new Map(asked.map((entry, at) => [entry, answers[at]]));
  return calls.map((call) => ({
    ...call,
    state: (call.state === "sent" && call.entry !== undefined && states.get(call.entry)) || call.state,
  }));
}

/** Warns of calls that had no answer when the run ended. Only those that were sent may have taken effect. */
export function warnOfUnfinished(gate: Gate, calls: readonly UnfinishedCall[]): void {
  const namesIn = (state: UnansweredState): string[] =>
    calls.filter((call) => call.state === state).map(({ what }) => what);
  const [sent, unsent, waiting] = [namesIn("sent"), namesIn("unsent"), namesIn("waiting")];
  if (sent.length > 0) gate.warn(`aborted without an answer, may have taken effect: ${namesOf(sent)}`);
  if (unsent.length > 0) gate.warn(`not sent, because the run ended before their turn: ${namesOf(unsent)}`);
  if (waiting.length > 0) gate.warn(`still waited for a person when the run ended: ${namesOf(waiting)}`);
}

function namesOf(calls: readonly string[]): string {
  const more = calls.length > MAX_NAMES ? ` and ${calls.length - MAX_NAMES} more` : "";
  return calls.slice(0, MAX_NAMES).join(", ") + more;
}

/** Warns of timers that had not fired at the end of the run; whatever waited for them has not happened. */
export function warnOfTimers(gate: Gate, left: ReturnType<typeof readEnd>["timersLeft"], locate: Locate): void {
  if (left === undefined) return;
  const others = left.count > 1 ? ` and ${left.count - 1} more` : "";
  gate.warn(`${whereOf(left.stack, locate)}a timer of ${left.ms} ms${others} had not fired when the run ended.`);
}

/** @returns the line of the script that a stack leads to, as a prefix; empty if there is none */
export function whereOf(stack: string | undefined, locate: Locate): string {
  const place = placeOf(stack, locate);
  return place ? `line ${place.line}: ` : "";
}
