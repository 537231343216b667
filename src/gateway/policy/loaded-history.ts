/**
 * The earlier calls that a policy's conditions can ask for, in memory: read from the journal when they are first needed, and followed from then on.
 * Bounded; what does not fit is forgotten, and conditions that look so far back are then unknown.
 */
import type { PolicyInForce } from "../../enforcement/policy-in-force.ts";
import { historyReach, type HistoryReach } from "../../policy/conditions/history-reach.ts";
import { CallHistory } from "../../policy/conditions/history.ts";
import { MAX_WINDOW_MS } from "../../policy/values/policy-bounds.ts";
import type { CallHistoryTable, RecordedCall } from "../store/call-history-table.ts";
import type { CallRow, CallState } from "../../policy/conditions/call-row.ts";

const MAX_ROWS = 50_000;
/** UTF-16 length of all arguments and results as JSON. */
const MAX_CHARS = 32_000_000;
/** Maximum length of the arguments or the result of one call; conditions on longer ones are unknown. */
const MAX_VALUE_CHARS = 65_536;

/** In place of a value that is not kept: no path fits it, so that every condition on it is unknown. */
const NOT_KEPT = "not kept";

export interface NewCall {
  readonly path: string;
  readonly args: unknown;
  /** UTF-16 length of the arguments' JSON text. */
  readonly argsLength: number;
  /** The run that a person or client requested. */
  readonly run: string;
  /** The run of the script that makes the call. */
  readonly within: string;
  readonly session: string | undefined;
  readonly startedAt: number;
  /** The call that is sent again. */
  readonly repeats?: CallPlace | undefined;
}

/** The place of a call in the ledger: its own run, and its number there. */
type CallPlace = RecordedCall["place"];

/** A call that is sent again, because its upstream answered with a question or its answer was not heard: conditions count it once. */
export interface RepeatedRow {
  /** The call that is sent again counts in its place. */
  hide(): void;
  /** It is not sent again. */
  show(): void;
}

/** A call that may still be answered. */
export interface LiveCall {
  ended(state: Exclude<CallState, "pending" | "denied">, result: string | undefined): void;
  /** The outcome is not known, and the call may be sent again. */
  unsettled(place: CallPlace): void;
}

type Reveal = (json: string) => string;

function asRecorded(json: string): string {
  return json;
}

function revealed(json: string | undefined, reveal: Reveal): string | undefined {
  return json === undefined ? undefined : reveal(json);
}

export class LoadedHistory {
  readonly #reach: HistoryReach;
  readonly #asksForDenied: boolean;
  readonly #history: CallHistory;
  readonly #table: CallHistoryTable;
  readonly #reveal: Reveal;
  /** Sizes of the rows that are kept, oldest first. */
  readonly #sizes: { readonly at: number; chars: number }[] = [];
  #chars = 0;
  #isPartlyLoaded = false;

  /** @param reveal puts values in place of the tokens in a JSON text that was recorded */
  constructor(
    { document, originals }: PolicyInForce,
    table: CallHistoryTable,
    now: number,
    reveal: Reveal = asRecorded,
  ) {
    this.#reveal = reveal;
    // The order of calls within a run, which flows need, is kept without arguments and results.
    this.#reach = historyReach({ ...document, flows: [] }, originals);
    this.#asksForDenied = JSON.stringify(document).includes('"state":"denied"');
    this.#table = table;
    this.#history = new CallHistory();
    if (this.#reach.longestMs > 0) this.#load(now);
  }

  get calls(): CallHistory {
    return this.#history;
  }

  /** True if not every recorded call within reach was read. */
  get isPartlyLoaded(): boolean {
    return this.#isPartlyLoaded;
  }

  /** A call that is sent now. */
  sent(call: NewCall): LiveCall {
    const { path, run } = call;
    if (!this.#reach.keeps(path)) {
      this.#history.noteTool({ run, tool: path });
      return { ended: () => undefined, unsettled: () => undefined };
    }
    const row = new HistoryRow(call, "pending", sentArgs(call));
    const size = this.#append(row, call.argsLength);
    return {
      ended: (state, result) => {
        const kept = this.#reach.readsOutput ? result : undefined;
        row.end(state, () => kept);
        const chars = Math.min(kept?.length ?? 0, MAX_VALUE_CHARS);
        size.chars += chars;
        this.#chars += chars;
      },
      unsettled: (place) => {
        row.place = place;
        row.end("unknown");
      },
    };
  }

  /** @returns undefined if the row is not kept, or was sent again before */
  repeated({ path, repeats: place }: NewCall): RepeatedRow | undefined {
    if (place === undefined) return undefined;
    let found: HistoryRow | undefined;
    this.#history.visit(
      (tool) => tool === path,
      this.#history.length,
      -Infinity,
      ({ row }) => {
        if (row instanceof HistoryRow && isAt(row, place)) found = row;
        return found === undefined;
      },
    );
    const row = found;
    if (row?.state !== "unknown") return undefined;
    return { hide: () => (row.state = "failed"), show: () => (row.state = "unknown") };
  }

  /** A call that the policy refused. A script makes thousands of them a second: where no condition asks for them, they would only displace others. */
  denied(call: NewCall): void {
    if (!this.#asksForDenied || !this.#reach.keeps(call.path)) return;
    this.#append(new HistoryRow(call, "denied", sentArgs(call)), call.argsLength);
  }

  /** Calls of a run that began before the Gateway was restarted and goes on. */
  noteTools(run: string, paths: readonly string[]): void {
    for (const tool of paths) this.#history.noteTool({ run, tool });
    if (paths.length > 0 && this.#isPartlyLoaded) this.#history.markCut(run);
  }

  forgetRun(run: string): void {
    this.#history.forgetRun(run);
  }

  #append(row: CallRow, chars: number): { chars: number } {
    const size = { at: row.startedAt, chars: Math.min(chars, MAX_VALUE_CHARS) };
    this.#history.append(row);
    this.#sizes.push(size);
    this.#chars += size.chars;
    if (this.#sizes.length > MAX_ROWS || this.#chars > MAX_CHARS) this.#forgetOldest(row.startedAt);
    return size;
  }

  /** Drops rows that no condition can read any more; if there are none, the oldest quarter. */
  #forgetOldest(now: number): void {
    const quarter = this.#sizes[Math.floor(this.#sizes.length / 4)]?.at ?? now;
    const oldest = this.#sizes[0]?.at ?? now;
    const reached = now - Math.min(this.#reach.longestMs, MAX_WINDOW_MS);
    const before = oldest < reached ? reached : quarter + 1;
    this.#history.forgetBefore(before);
    this.#history.markIncompleteBefore(before);
    const kept = this.#sizes.findIndex(({ at }) => at >= before);
    const gone = this.#sizes.splice(0, kept < 0 ? this.#sizes.length : kept);
    for (const { chars } of gone) this.#chars -= chars;
  }

  #load(now: number): void {
    const since = now - Math.min(this.#reach.longestMs, MAX_WINDOW_MS);
    this.#history.markIncompleteBefore(this.#table.completeSince());
    const found: RecordedCall[] = [];
    let chars = 0;
    this.#table.visit(since, (call) => {
      if (!this.#reach.keeps(call.path) || (call.state === "denied" && !this.#asksForDenied)) return true;
      chars += (call.args?.length ?? 0) + (call.output?.length ?? 0);
      if (found.length >= MAX_ROWS / 2 || chars > MAX_CHARS / 2) {
        this.#history.markIncompleteBefore(call.startedAt + 1);
        this.#isPartlyLoaded = true;
        return false;
      }
      found.push(call);
      return true;
    });
    // Calls of parallel runs come run by run.
    found.sort((one, other) => one.startedAt - other.startedAt);
    for (const call of found) {
      const args = (): unknown => valueOf(revealed(call.args, this.#reveal));
      const row = new HistoryRow(call, call.state, args, () => revealed(call.output, this.#reveal));
      row.place = call.place;
      this.#append(row, callChars(call));
    }
  }
}

function isAt({ place }: HistoryRow, { run, call }: CallPlace): boolean {
  return place?.run === run && place.call === call;
}

function callChars({ args, output }: RecordedCall): number {
  return (args?.length ?? 0) + (output?.length ?? 0);
}

function sentArgs({ args, argsLength }: NewCall): () => unknown {
  const kept = argsLength > MAX_VALUE_CHARS ? NOT_KEPT : args;
  return () => kept;
}

/** A row whose state changes when the call is answered or sent again. Its values are parsed when they are first read. */
class HistoryRow implements CallRow {
  readonly startedAt: number;
  readonly tool: string;
  readonly run: string;
  readonly session?: string;
  state: CallState;
  place: CallPlace | undefined;
  readonly #readArgs: () => unknown;
  #readResult: (() => string | undefined) | undefined;
  #args: { readonly value: unknown } | undefined;
  #output: { readonly value: unknown } | undefined;

  /** @param result JSON text */
  constructor(
    { path, run, session, startedAt }: Pick<NewCall, "path" | "run" | "session" | "startedAt">,
    state: CallState,
    args: () => unknown,
    result?: () => string | undefined,
  ) {
    this.startedAt = startedAt;
    this.tool = path;
    this.run = run;
    if (session !== undefined) this.session = session;
    this.state = state;
    this.#readArgs = args;
    this.#readResult = result;
  }

  end(state: CallState, result?: () => string | undefined): void {
    this.state = state;
    this.#readResult = result;
    this.#output = undefined;
  }

  get args(): unknown {
    this.#args ??= { value: this.#readArgs() };
    return this.#args.value;
  }

  get output(): unknown {
    this.#output ??= { value: outputOf(this.state, this.#readResult?.()) };
    return this.#output.value;
  }
}

/** A call that failed has no output; that of one that may have succeeded is not known. */
function outputOf(state: CallState, json: string | undefined): unknown {
  return state === "failed" || state === "denied" ? undefined : valueOf(json);
}

function valueOf(json: string | undefined): unknown {
  if (json === undefined || json.length > MAX_VALUE_CHARS) return NOT_KEPT;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return NOT_KEPT;
  }
}
