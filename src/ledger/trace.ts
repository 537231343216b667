/**
 * W3C Trace Context of a run (https://www.w3.org/TR/trace-context/). The request, the run and each of its calls have a span. All ids are
 * derived from the run's id, so none has to be stored.
 */
import { sha256Now } from "../lib/hash.ts";

/** The position of a run in its client's trace. */
interface Trace {
  /** 16 bytes, hex. */
  readonly id: string;
  /** The client's span: 8 bytes, hex. */
  readonly parent?: string;
  readonly isSampled: boolean;
}

/** The span to identify; a number is that of a call in the run. */
type SpanOf = "request" | "run" | number;

/** Later versions may have further fields after the flags. */
const TRACEPARENT = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** @param run id of the run @param traceparent the client's header; an invalid one is ignored */
export function traceOf(run: string, traceparent: string | undefined): Trace {
  const [, version, id = "", parent = "", flags = "", more] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  const isValid = version !== undefined && !/^0+$/.test(id) && !/^0+$/.test(parent);
  if (!isValid || (version === "00" && more !== undefined)) return { id: sha256Now(run).slice(0, 32), isSampled: true };
  return { id, parent, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function spanId(run: string, of: SpanOf): string {
  return sha256Now(`${run} ${of}`).slice(0, 16);
}

/** @returns the `traceparent` to send downstream */
export function traceparentOf(run: string, traceparent: string | undefined, of: SpanOf): string {
  const { id, isSampled } = traceOf(run, traceparent);
  return `00-${id}-${spanId(run, of)}-${isSampled ? "01" : "00"}`;
}
