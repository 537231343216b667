/**
 * The answer of a run as a client gets it. One text block (some clients show only structured content, others only text; so
 * there is no structured content):
 * `{"ok":true,"value":…,"logs":[…],"run":"r_…"}` or `{"ok":false,"error":{…},"logs":[…],"run":"r_…"}`,
 * then a block for each image or sound in the value. A value over the budget is replaced by a preview, and `cut` says by how
 * much and where the whole is.
 */
import { parseToRewrite } from "../lib/exact-json.ts";
import { MAX_PREVIEW_CHARS, MAX_SHOWN_LOG_CHARS } from "../limits/answer-limits.ts";
import type { Executed } from "./execute-context.ts";
import { handleOf } from "./results/handle.ts";
import { liftMedia, mayHoldMedia, type MediaBlock } from "./results/media.ts";
import { previewText } from "./results/preview.ts";
import { kindOf } from "./results/select.ts";

interface Envelope {
  readonly text: string;
  readonly blocks: readonly MediaBlock[];
}

/** @param budget UTF-16 length of a value that is returned whole */
export function envelopeOf({ run, outcome, stats, unfinished, wouldCall }: Executed, budget: number): Envelope {
  const logs = shortLogs(outcome.logs, run);
  // Nothing else: a value would say that the run has ended.
  if (unfinished) return { text: JSON.stringify({ ok: true, run, ...unfinished }), blocks: [] };
  const dry = wouldCall === undefined ? "" : `"would_call":${JSON.stringify(wouldCall)},`;
  const tail = `${dry}"logs":${JSON.stringify(logs)},"run":${JSON.stringify(run)}}`;
  if (!outcome.ok) return { text: `{"ok":false,"error":${JSON.stringify(outcome.error)},${tail}`, blocks: [] };
  if (outcome.value === undefined) return { text: `{"ok":true,${tail}`, blocks: [] };
  const { value, blocks } = lifted(outcome.value);
  // The value is JSON text already, checked when it left the guest.
  if (value.length <= budget) return { text: `{"ok":true,"value":${value},${tail}`, blocks };
  const whole = parseToRewrite(value);
  const cut = {
    length: value.length,
    is: kindOf(whole),
    ...(stats.handle === undefined
      ? {
          note: "Only this preview is available, because the whole value exceeds the quota for stored results. Return a part of it.",
        }
      : {
          handle: stats.handle,
          read: "await results.read(handle, { path, offset, limit }) in a later script; kept for 24 hours",
        }),
  };
  const preview = previewText(whole, Math.min(budget, MAX_PREVIEW_CHARS));
  return { text: `{"ok":true,"value":${preview},"cut":${JSON.stringify(cut)},${tail}`, blocks };
}

function lifted(value: string): { readonly value: string; readonly blocks: readonly MediaBlock[] } {
  if (!mayHoldMedia(value)) return { value, blocks: [] };
  // The text is the first block of the answer.
  const { value: rest, blocks } = liftMedia(parseToRewrite(value), 1);
  return { value: JSON.stringify(rest), blocks };
}

/** The beginning and, twice as much of it, the end: that is where a script says why it failed. */
function shortLogs(logs: readonly string[], run: string): readonly string[] {
  const length = logs.reduce((sum, line) => sum + line.length + 3, 0);
  if (length <= MAX_SHOWN_LOG_CHARS) return logs;
  const head = take(logs, MAX_SHOWN_LOG_CHARS / 3);
  const tail = take(logs.slice(head.length).toReversed(), (MAX_SHOWN_LOG_CHARS * 2) / 3).toReversed();
  const left = logs.length - head.length - tail.length;
  return [...head, `… ${left} more lines in ${handleOf(run, "logs")}`, ...tail];
}

function take(lines: readonly string[], length: number): string[] {
  const taken: string[] = [];
  let rest = length;
  for (const line of lines) {
    rest -= line.length + 3;
    if (rest < 0) break;
    taken.push(line);
  }
  return taken;
}
