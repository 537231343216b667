/**
 * The answer of a run as the one text block a client gets (some show only structured content, others only text; so
 * there is no structured content):
 * `{"ok":true,"value":…,"logs":[…],"run":"r_…"}` or `{"ok":false,"error":{…},"logs":[…],"run":"r_…"}`.
 */
import type { Executed } from "./execute.ts";

export function envelopeText({ run, outcome }: Executed): string {
  const tail = `"logs":${JSON.stringify(outcome.logs)},"run":${JSON.stringify(run)}}`;
  if (!outcome.ok) return `{"ok":false,"error":${JSON.stringify(outcome.error)},${tail}`;
  // The value is JSON text already, checked when it left the guest.
  return outcome.value === undefined ? `{"ok":true,${tail}` : `{"ok":true,"value":${outcome.value},${tail}`;
}
