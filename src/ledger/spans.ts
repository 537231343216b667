/** Converts a recorded run to OpenTelemetry spans in OTLP's JSON form (https://opentelemetry.io/docs/specs/otlp/). Its texts are redacted. */
import type { CallRecord, RecordedDetails } from "./run-record.ts";
import { spanId, traceOf } from "./trace.ts";

/** A JSON object of `opentelemetry.proto.trace.v1.Span`. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number; readonly message?: string };
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string };
}

const KIND = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = 2;

/**
 * The spans are request → run → calls. The request lasts from its arrival to the answer; the run begins with its script.
 * @param traceparent the client's trace context
 * @returns an empty array if the client's trace is not sampled
 */
export function spansOf(run: RecordedDetails, calls: readonly CallRecord[], traceparent: string | undefined): Span[] {
  const { id, startedAt, endedAt = startedAt, prepareMs = 0, code, message } = run;
  const trace = traceOf(id, traceparent);
  if (!trace.isSampled) return [];
  const isInner = run.via === "script" || run.via === "schedule";
  const ended = { end: endedAt, ...(code !== undefined && { failure: { code, message } }) };
  const request = span(trace.id, spanId(id, "request"), trace.parent, {
    name: "execute_code",
    kind: isInner ? KIND.internal : KIND.server,
    start: startedAt,
    ...ended,
    attributes: {
      "isogate.run.id": id,
      "isogate.run.via": run.via,
      "isogate.run.state": run.state,
      "isogate.client": run.client,
      "isogate.script": run.saved && `${run.saved.name}@${run.saved.version}`,
      "isogate.calls": run.calls,
      "isogate.calls.failed": run.failedCalls,
      "isogate.calls.unknown": run.unknownCalls,
      "isogate.tokens.kept_out": run.tokens.keptOut,
    },
  });
  if (run.state === "refused") return [request];
  const script = span(trace.id, spanId(id, "run"), request.spanId, {
    name: "run",
    kind: KIND.internal,
    start: Math.min(startedAt + prepareMs, endedAt),
    ...ended,
    attributes: { "isogate.run.id": id },
  });
  return [request, script, ...calls.map((call) => callSpan(trace.id, script.spanId, id, call))];
}

/** @see https://opentelemetry.io/docs/specs/semconv/gen-ai/mcp/ for the names */
function callSpan(trace: string, parent: string, run: string, call: CallRecord): Span {
  const { number, server, tool, startedAt, endedAt = startedAt, code, message, attempts } = call;
  return span(trace, spanId(run, number), parent, {
    name: `tools/call ${tool}`,
    kind: KIND.client,
    start: startedAt,
    end: endedAt,
    ...(code !== undefined && { failure: { code, message } }),
    attributes: {
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": tool,
      "isogate.server": server,
      "isogate.call.state": call.state,
      "isogate.call.attempts": attempts,
      "isogate.result.length": call.resultLength,
    },
  });
}

interface SpanFacts {
  readonly name: string;
  readonly kind: number;
  readonly start: number;
  readonly end: number;
  readonly failure?: { readonly code: string; readonly message: string | undefined };
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

function span(
  traceId: string,
  id: string,
  parent: string | undefined,
  { name, kind, start, end, failure, attributes }: SpanFacts,
): Span {
  const all = { ...attributes, "error.type": failure?.code };
  return {
    traceId,
    spanId: id,
    ...(parent !== undefined && { parentSpanId: parent }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(Math.max(start, end)),
    attributes: Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [attribute(key, value)])),
    status: failure ? { code: STATUS_ERROR, ...(failure.message !== undefined && { message: failure.message }) } : {},
  };
}

function attribute(key: string, value: string | number): Attribute {
  return { key, value: typeof value === "string" ? { stringValue: value } : { intValue: String(value) } };
}

/** @param ms since 1970 */
function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`;
}
