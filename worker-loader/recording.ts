/**
 * The recording of a durable run, from which it is resumed: the requests of its script, in their order, and their answers, in the order
 * in which the script got them. This is pure data; the embedder stores it.
 */
import type { CallReply, Question, ToolCall } from "./outcome.ts";

/** The maximum number of requests of a script, each of which is an entry of the journal; a script that exceeds it is ended. */
export const MAX_ASKS = 20_000;

/** The maximum number of timers of a script that are set at the same time: each holds a request open, some 6 kB, until it is due. */
export const MAX_OPEN_TIMERS = 2_000;

/** `due` is in milliseconds since 1970. */
export interface TimerAsk {
  readonly kind: "timer";
  readonly ms: number;
  readonly due: number;
}

/** A request of a script to its host. */
export type Ask = ({ readonly kind: "call" } & ToolCall) | ({ readonly kind: "question" } & Question) | TimerAsk;

/** One entry of the recording. `number` counts the requests of the run from 0, `turn` the answers that the script had got by then. */
export type Entry =
  | { readonly kind: "asked"; readonly number: number; readonly turn: number; readonly ask: Ask }
  | { readonly kind: "answered"; readonly number: number; readonly reply: CallReply }
  | { readonly kind: "settled"; readonly number: number; readonly at: number };

export interface RecordedAsk {
  readonly turn: number;
  readonly ask: Ask;
  /** The answer, once the host has it, whether or not the script got it. */
  reply?: CallReply;
}

export interface Recording {
  readonly asks: readonly RecordedAsk[];
  /** Answered requests, in the order in which the script got the answers. */
  readonly settled: readonly { readonly number: number; readonly at: number }[];
}

export const NOTHING_RECORDED: Recording = { asks: [], settled: [] };

/**
 * @param entries entries in the order of recording; requests whose first entry is missing are left out, and of entries that were stored
 * twice the first counts
 */
export function recordingOf(entries: Iterable<Entry>): Recording {
  const asks: RecordedAsk[] = [];
  const settled = new Map<number, { readonly number: number; readonly at: number }>();
  for (const entry of entries) {
    switch (entry.kind) {
      case "asked":
        asks[entry.number] ??= { turn: entry.turn, ask: entry.ask };
        break;
      case "answered": {
        const recorded = asks[entry.number];
        if (recorded) recorded.reply = entry.reply;
        break;
      }
      case "settled":
        if (!settled.has(entry.number)) settled.set(entry.number, { number: entry.number, at: entry.at });
        break;
    }
  }
  return { asks, settled: [...settled.values()] };
}

/** @returns true if two requests are equal: the same tool with the same arguments, as the guest writes them */
export function isSameAsk(one: Ask, other: Ask): boolean {
  if (one.kind === "timer") return other.kind === "timer" && one.ms === other.ms;
  if (one.kind === "question")
    return other.kind === "question" && one.service === other.service && one.args === other.args;
  return (
    other.kind === "call" &&
    one.server === other.server &&
    one.tool === other.tool &&
    one.raw === other.raw &&
    one.args === other.args
  );
}

const MAX_SHOWN = 300;

/** @returns a description of a request for people */
export function textOfAsk(ask: Ask): string {
  const text =
    ask.kind === "timer"
      ? `a timer of ${ask.ms} ms`
      : ask.kind === "question"
        ? `${ask.service}(${ask.args})`
        : `${ask.server}.${ask.tool}(${ask.args})`;
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
