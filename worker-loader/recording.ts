/**
 * What is recorded of a durable run, so that a later life of it sees the same: what its script asked for, in the order in which it
 * did, and what the script was told, in the order in which it heard of it. Pure data; the embedder keeps it.
 */
import type { CallReply, Question, ToolCall } from "./outcome.ts";

/** `due` is in milliseconds since 1970. */
export interface TimerAsk {
  readonly kind: "timer";
  readonly ms: number;
  readonly due: number;
}

/** What a script asked its host for. */
export type Ask = ({ readonly kind: "call" } & ToolCall) | ({ readonly kind: "question" } & Question) | TimerAsk;

/** One line of the recording. `number` counts the asks of the run from 0, `turn` what the script had been told by then. */
export type Entry =
  | { readonly kind: "asked"; readonly number: number; readonly turn: number; readonly ask: Ask }
  | { readonly kind: "answered"; readonly number: number; readonly reply: CallReply }
  | { readonly kind: "settled"; readonly number: number; readonly at: number };

export interface RecordedAsk {
  readonly turn: number;
  readonly ask: Ask;
  /** Known to the host, whether or not the script has heard it. */
  reply?: CallReply;
}

export interface Recording {
  readonly asks: readonly RecordedAsk[];
  /** In the order in which the script heard of them. */
  readonly settled: readonly { readonly number: number; readonly at: number }[];
}

export const NOTHING_RECORDED: Recording = { asks: [], settled: [] };

/** @param entries in the order in which they were recorded. Those of which there is only a later part are left out. */
export function recordingOf(entries: Iterable<Entry>): Recording {
  const asks: RecordedAsk[] = [];
  const settled: { number: number; at: number }[] = [];
  for (const entry of entries) {
    switch (entry.kind) {
      case "asked":
        asks[entry.number] = { turn: entry.turn, ask: entry.ask };
        break;
      case "answered": {
        const asked = asks[entry.number];
        if (asked) asked.reply = entry.reply;
        break;
      }
      case "settled":
        settled.push({ number: entry.number, at: entry.at });
        break;
    }
  }
  return { asks, settled };
}

/** Whether two asks are the same: the same tool with the same arguments, as the guest writes them. */
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

/** An ask as a person reads it. */
export function textOfAsk(ask: Ask): string {
  const text =
    ask.kind === "timer"
      ? `a timer of ${ask.ms} ms`
      : ask.kind === "question"
        ? `${ask.service}(${ask.args})`
        : `${ask.server}.${ask.tool}(${ask.args})`;
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
