/** What holds for every answer, whatever was asked. */
import { MAX_ANSWER_MS, type Answered } from "./send.ts";

/** Names of files and functions of the gateway or its runtime. The stack of a script is its own, and the script's to see. */
const INTERNALS =
  /node_modules|\.wrangler|\bworkerd\b|src\/(?:http|gateway|auth|runs|mcp|directory)\/|\n {4}at \S+ \((?!script)/;
/** Of the proxy of `wrangler dev`, where a connection ends while it is still sending, and of the runtime's HTTP server. */
const NOT_OURS = /Network connection lost|^ERROR: /;

export function isOurs({ body }: Answered): boolean {
  return !NOT_OURS.test(body);
}

/** @param allowed statuses of 500 and more that are documented for what was asked */
export function faultOf(answered: Answered, allowed: readonly number[] = []): string | undefined {
  const { status, body, ms } = answered;
  if (ms > MAX_ANSWER_MS / 2) return `took ${Math.round(ms)} ms`;
  if (!isOurs(answered)) return undefined;
  if (status >= 500 && !allowed.includes(status)) return `answered ${status}: ${body.slice(0, 600)}`;
  const [internal] = INTERNALS.exec(body) ?? [];
  return internal === undefined ? undefined : `shows ${JSON.stringify(internal)} in ${body.slice(0, 600)}`;
}
