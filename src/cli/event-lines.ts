/** Formats events of runs as lines for people. */
import type { RunEvent } from "../contract/run-events.ts";
import { oneLine } from "./printable.ts";
import type { Paint } from "./paint.ts";

const MAX_TEXT = 160;

/** Formats the end of a call for the output of its own run. */
export function callLine(event: RunEvent, paint: Paint): string | undefined {
  if (event.type !== "call_ended") return undefined;
  const { server, tool, state, code, message } = event;
  const name = oneLine(`${server}.${tool}`, MAX_TEXT);
  // A call that was carried out has a code if its result was not passed on.
  if (state === "ok" && code === undefined) return `  ${paint.good("✓")} ${name}`;
  // The outcome is unknown: the upstream may have executed the call.
  const mark = state === "ok" ? paint.good("✓") : paint.bad(state === "unknown" ? "?" : "✗");
  return `  ${mark} ${name}  ${paint.bad(oneLine(code ?? state, MAX_TEXT))} ${oneLine(message ?? "", MAX_TEXT)}`.trimEnd();
}

/** Formats any event for a list with the events of other runs. */
export function eventLine(event: RunEvent, paint: Paint): string | undefined {
  if (event.type === "missed") return paint.dim(`… ${event.events} events were missed`);
  const time = "at" in event ? timeOf(event.at) : "        ";
  const start = `${paint.dim(time)} ${oneLine(event.run, MAX_TEXT)}`;
  switch (event.type) {
    case "run_started":
      return `${start} ${paint.strong("started")}  ${oneLine(event.title, MAX_TEXT)}  ${paint.dim(oneLine(event.client, 60))}`;
    case "call_started":
      return undefined;
    case "call_ended":
      return `${start}${callLine(event, paint) ?? ""}`;
    case "run_logged":
      return event.lines.map((line) => `${start}  ${paint.dim(oneLine(line, MAX_TEXT))}`).join("\n");
    case "run_ended": {
      const { state, code, message, calls } = event;
      const outcome = state === "ok" ? paint.good(state) : paint.bad(oneLine(code ?? state, MAX_TEXT));
      return `${start} ${outcome}  ${calls} calls  ${oneLine(message ?? "", MAX_TEXT)}`.trimEnd();
    }
  }
}

function timeOf(ms: number): string {
  return new Date(ms).toTimeString().slice(0, 8);
}
