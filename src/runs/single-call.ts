/** One call of one tool as a run, so that it has the same limits, policy and record as a call of a script. */
import type { Catalog } from "../catalog/catalog.ts";
import { serverNotFound } from "../catalog/call-target.ts";
import type { CallFailure } from "../../worker-loader/index.ts";
import type { Result } from "../lib/result.ts";

/** Arguments of `execute_code`. */
export interface SingleCall {
  readonly code: string;
  readonly input: object;
}

/**
 * @param server the name or the identifier of a server
 * @param tool the name or the identifier of a tool; the run itself says when there is none
 */
export function singleCall(
  catalog: Catalog,
  server: string,
  tool: string,
  args: object,
): Result<SingleCall, CallFailure> {
  const found =
    catalog.servers.find(({ identifier }) => identifier === server) ??
    catalog.servers.find(({ name }) => name === server);
  if (found === undefined) {
    const identifiers = catalog.servers.map(({ identifier }) => identifier);
    return { ok: false, error: serverNotFound(server, identifiers) };
  }
  return { ok: true, value: { code: `await ${found.identifier}[${JSON.stringify(tool)}](input)`, input: args } };
}
