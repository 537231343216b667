/**
 * Failures of the layout's file functions. Node's code begins the message, as in Node, and the guest (dialects/servers-layout/guest/layout.js)
 * reads it there to make it the `code` of the error that a script catches. An error that no script catches is reported under the gateway's own code.
 */
import type { CallFailure } from "../../../worker-loader/index.ts";
import type { ServiceAnswer } from "./service.ts";

type NodeErrorCode = "ENOENT" | "EEXIST" | "EISDIR" | "ENOTDIR" | "EROFS" | "EINVAL";

/** @param what happened: a text, or a failure that has a code of the gateway */
export function fileError(code: NodeErrorCode, what: string | CallFailure): ServiceAnswer {
  const failure: CallFailure = typeof what === "string" ? { code: "INVALID_ARGS", message: what } : what;
  return { ok: false, error: { ...failure, message: `${code}: ${failure.message}` } };
}
