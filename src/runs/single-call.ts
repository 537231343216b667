/** One call of one tool as a run, so that it has the same limits, policy and record as a call of a script. */
import { serverNotFound } from "../catalog/call-target.ts";
import { findServer, type NamedServer } from "../catalog/find-server.ts";
import type { CallFailure, RunError } from "../../worker-loader/index.ts";
import type { Executed } from "./execute-context.ts";
import type { Result } from "../lib/result.ts";

/** Arguments of `execute_code`. */
export interface SingleCall {
  readonly code: string;
  readonly input: object;
}

/** A call has no script, so an error has no place in one, and what is refused as its value is the tool's answer. */
export function withoutScript(executed: Executed): Executed {
  const { outcome } = executed;
  if (outcome.ok) return executed;
  const { line: _line, column: _column, stack: _stack, ...error } = outcome.error;
  const isItsAnswer = error.code === "OUTPUT_TOO_LARGE" || error.code === "SERIALIZATION_ERROR";
  return { ...executed, outcome: { ...outcome, error: isItsAnswer ? ofAnswer(error) : error } };
}

const TOO_LONG = /^The script's value (has more than \d+ characters of JSON)/;

function ofAnswer(error: RunError): RunError {
  const hint = "The tool was called; calling it again repeats its effects.";
  const [, tooLong] = TOO_LONG.exec(error.message) ?? [];
  if (tooLong === undefined) return { ...error, hint };
  return { ...error, message: `The tool's answer ${tooLong}, which is the maximum. Request less from the tool.`, hint };
}

/**
 * @param servers all of them, also those without a list of tools: the run says why they have none
 * @param server the name or the identifier of a server
 * @param tool the name or the identifier of a tool; the run itself says when there is none
 */
export function singleCall(
  servers: readonly NamedServer[],
  server: string,
  tool: string,
  args: object,
): Result<SingleCall, CallFailure> {
  const identifiers = servers.map(({ identifier }) => identifier);
  const found = findServer(server, servers);
  if (found === undefined) return { ok: false, error: serverNotFound(server, identifiers) };
  return { ok: true, value: { code: `await ${found.identifier}[${JSON.stringify(tool)}](input)`, input: args } };
}
