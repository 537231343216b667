/** One call of one tool as a run, so that it has the same limits, policy and record as a call of a script. */
import { serverNotFound } from "../catalog/call-target.ts";
import { findServer } from "../catalog/find-server.ts";
import { serverIdentifiers } from "../catalog/server-names.ts";
import type { CallFailure } from "../../worker-loader/index.ts";
import type { Executed } from "./execute-context.ts";
import type { Result } from "../lib/result.ts";

/** Arguments of `execute_code`. */
export interface SingleCall {
  readonly code: string;
  readonly input: object;
}

/** A call has no script, so an error has no place in one. */
export function withoutPlace(executed: Executed): Executed {
  const { outcome } = executed;
  if (outcome.ok) return executed;
  const { line: _line, column: _column, stack: _stack, ...error } = outcome.error;
  return { ...executed, outcome: { ...outcome, error } };
}

/**
 * @param names of all servers, also of those without a list of tools: the run says why they have none
 * @param server the name or the identifier of a server
 * @param tool the name or the identifier of a tool; the run itself says when there is none
 */
export function singleCall(
  names: readonly string[],
  server: string,
  tool: string,
  args: object,
): Result<SingleCall, CallFailure> {
  const servers = [...serverIdentifiers(names)].map(([name, identifier]) => ({ name, identifier }));
  const identifiers = servers.map(({ identifier }) => identifier);
  const found = findServer(server, servers);
  if (found === undefined) return { ok: false, error: serverNotFound(server, identifiers) };
  return { ok: true, value: { code: `await ${found.identifier}[${JSON.stringify(tool)}](input)`, input: args } };
}
