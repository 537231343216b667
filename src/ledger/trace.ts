/**
 * W3C Trace Context of a run (https://www.w3.org/TR/trace-context/). Every id is made of the run's own, so that nothing has to be remembered: the
 * request, the run inside it and each of its calls have a span, whether anybody collects them or not.
 */
import { createHash } from "node:crypto";

/** Where a run stands in the trace of whoever asked for it. */
export interface Trace {
  /** 16 bytes, hex. */
  readonly id: string;
  /** The asker's span: 8 bytes, hex. */
  readonly parent?: string;
  readonly isSampled: boolean;
}

/** `call` is its number in the run. */
export type SpanOf = "request" | "run" | number;

/** Later versions may go on after the flags. */
const TRACEPARENT = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** @param run id of the run @param traceparent of the asker, in whatever form it came; what is not valid counts as none */
export function traceOf(run: string, traceparent: string | undefined): Trace {
  const [, version, id = "", parent = "", flags = "", more] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  const isValid = version !== undefined && !/^0+$/.test(id) && !/^0+$/.test(parent);
  if (!isValid || (version === "00" && more !== undefined)) return { id: digest(run).slice(0, 32), isSampled: true };
  return { id, parent, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function spanId(run: string, of: SpanOf): string {
  return digest(`${run} ${of}`).slice(0, 16);
}

/** What the next one down the line is told. */
export function traceparentOf(run: string, traceparent: string | undefined, of: SpanOf): string {
  const { id, isSampled } = traceOf(run, traceparent);
  return `00-${id}-${spanId(run, of)}-${isSampled ? "01" : "00"}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
