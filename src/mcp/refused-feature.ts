/** The failure of a run that asks servers for their prompts and resources, as the answer to the client's request. */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Executed } from "../runs/execute-context.ts";

export class RefusedFeature extends ProtocolError {
  readonly failure: string;

  /** @param run id of the run, if one has failed */
  constructor(failure: string, message: string, run?: string) {
    super(ProtocolErrorCode.InvalidParams, `${failure}: ${message}`, {
      code: failure,
      ...(run !== undefined && { run }),
    });
    this.failure = failure;
  }
}

/** @throws RefusedFeature if the run has failed, or waits */
export function valueOf({ run, outcome, wait }: Executed): unknown {
  if (wait !== undefined) throw new RefusedFeature("APPROVAL_REQUIRED", `A person can decide at ${wait.url}.`, run);
  if (!outcome.ok) throw new RefusedFeature(outcome.error.code, outcome.error.message, run);
  return outcome.value === undefined ? undefined : (JSON.parse(outcome.value) as unknown);
}
