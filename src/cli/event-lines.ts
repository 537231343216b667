/** Formats events of runs as lines for people. Pure, except that it remembers the times of calls. */
import type { RunEvent } from "./event-stream.ts";
import { oneLine } from "./printable.ts";
import type { Paint } from "./paint.ts";

const MOST = 160;

/** Formats the end of a call for the output of its own run. */
export function callLine(event: RunEvent, paint: Paint): string | undefined {
  if (event.type === "missed") return paint.dim(`… ${event.events ?? "some"} events were missed`);
  if (event.type !== "call_ended") return undefined;
  const { server = "", tool = "", state = "", code, message } = event;
  const name = oneLine(`${server}.${tool}`, MOST);
  if (state === "ok") return `  ${paint.good("✓")} ${name}`;
  // The outcome is unknown: the upstream may have executed the call.
  const mark = state === "unknown" ? "?" : "✗";
  return `  ${paint.bad(mark)} ${name}  ${paint.bad(oneLine(code ?? state, MOST))} ${oneLine(message ?? "", MOST)}`.trimEnd();
}

/** Formats any event for a list with the events of other runs. */
export function eventLine(event: RunEvent, paint: Paint): string | undefined {
  const { type, run = "", at } = event;
  const start = `${paint.dim(at === undefined ? "        " : timeOf(at))} ${oneLine(run, MOST)}`;
  switch (type) {
    case "run_started":
      return `${start} ${paint.strong("started")}  ${oneLine(event.title ?? "", MOST)}  ${paint.dim(oneLine(event.client ?? event.via ?? "", 60))}`;
    case "call_started":
      return undefined;
    case "call_ended":
      return `${start}${callLine(event, paint) ?? ""}`;
    case "run_logged":
      return (event.lines ?? []).map((line) => `${start}  ${paint.dim(oneLine(line, MOST))}`).join("\n");
    case "run_ended": {
      const { state = "", code, message } = event;
      const outcome = state === "ok" ? paint.good(state) : paint.bad(oneLine(code ?? state, MOST));
      return `${start} ${outcome}  ${event.calls ?? 0} calls  ${oneLine(message ?? "", MOST)}`.trimEnd();
    }
    case "missed":
      return callLine(event, paint);
  }
}

function timeOf(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}
