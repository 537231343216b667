/** A run's calls on one time axis: their start, duration, outcome and number of attempts. Each row opens to its arguments and its result. */
import { useState } from "preact/hooks";
import { duration, plural } from "../format.ts";
import { useNow } from "../live.ts";
import { useGet } from "../loading.ts";
import type { Call, CallOrigins, RunDetails } from "../rest.ts";
import { Badge, toneOf } from "./badge.tsx";
import { JsonView } from "./code.tsx";
import { Icon } from "./icon.tsx";
import { Loaded } from "./states.tsx";

interface Props {
  readonly run: RunDetails;
  readonly calls: readonly Call[];
  /** Values of earlier results in arguments. */
  readonly origins: CallOrigins["origins"];
  /** The number of calls of the run; it exceeds the length of `calls` if there are too many for one page. */
  readonly total: number;
}

/** The minimum width of a bar, so that it is visible. */
const MIN_PERCENT = 0.6;
const TICKS = 4;

export function Waterfall({ run, calls, origins, total }: Props) {
  const isRunning = run.outcome === "running";
  const now = useNow(150, isRunning);
  if (calls.length === 0)
    return <p class="muted">{isRunning ? "The run has made no calls yet." : "The run called no tool."}</p>;
  const ends = calls.map(({ offset_ms, duration_ms = 0 }) => offset_ms + duration_ms);
  const passed = isRunning ? Math.max(0, now - Date.parse(run.started_at)) : (run.duration_ms ?? 0);
  const span = Math.max(1, passed, ...ends);
  return (
    <>
      <div class="waterfall">
        <div class="axis" aria-hidden="true">
          {Array.from({ length: TICKS + 1 }, (_none, tick) => (
            <span key={tick} style={{ left: `${(100 * tick) / TICKS}%` }}>
              {tick === 0 ? "0" : duration((span * tick) / TICKS)}
            </span>
          ))}
        </div>
        <ol>
          {calls.map((call) => (
            <CallRow
              key={call.number}
              run={run.id}
              call={call}
              sources={sourcesOf(call, calls, origins)}
              span={span}
              passed={passed}
            />
          ))}
        </ol>
      </div>
      {calls.length < total && (
        <p class="muted">
          The first {calls.length} of {plural(total, "call")} are shown.
        </p>
      )}
    </>
  );
}

/** A value in a call's arguments that an earlier call returned. */
interface Source {
  readonly call: Call;
  readonly argument: string;
  readonly text: string;
}

function sourcesOf(call: Call, calls: readonly Call[], origins: CallOrigins["origins"]): readonly Source[] {
  return origins.flatMap(({ call: number, from, argument, text }) => {
    const source = number === call.number ? calls.find((one) => one.number === from) : undefined;
    return source === undefined ? [] : [{ call: source, argument, text }];
  });
}

interface RowProps {
  readonly run: string;
  readonly call: Call;
  readonly sources: readonly Source[];
  readonly span: number;
  readonly passed: number;
}

function CallRow({ run, call, sources, span, passed }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const took = call.duration_ms ?? (call.outcome === "sent" ? Math.max(0, passed - call.offset_ms) : 0);
  const left = Math.min((100 * call.offset_ms) / span, 100 - MIN_PERCENT);
  const width = Math.min(Math.max((100 * took) / span, MIN_PERCENT), 100 - left);
  const tone = toneOf(call.outcome);
  const names = [...new Set(sources.map((source) => `${source.call.server}.${source.call.tool}`))];
  return (
    <li class={`call ${tone}`}>
      <button type="button" class="call-row" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="open" />
        <span class="call-name ellipsis">
          <span class="muted">{call.server}.</span>
          {call.tool}
        </span>
        <span class="lane" aria-hidden="true">
          <i class={`bar ${tone}`} style={{ left: `${left}%`, width: `${width}%` }} />
        </span>
        <span class="call-notes">
          {call.schema_mismatch !== undefined && (
            <span class="tag" title={call.schema_mismatch}>
              does not match the output schema
            </span>
          )}
          {names[0] !== undefined && (
            <span class="tag source ellipsis" title={`The arguments contain values that ${names.join(", ")} returned.`}>
              ← {names[0]}
              {names.length > 1 && ` +${names.length - 1}`}
            </span>
          )}
          {call.attempts > 1 && <span class="tag">tried {call.attempts}×</span>}
          {call.outcome !== "ok" && <Badge state={call.outcome === "sent" ? "running" : call.outcome} />}
        </span>
        <span class="number">{call.outcome === "refused" ? "–" : duration(took)}</span>
      </button>
      {call.message !== undefined && !isOpen && (
        <p class="call-why ellipsis" title={call.message}>
          <b>{call.code}</b> {call.message}
        </p>
      )}
      {isOpen && <CallDetails run={run} call={call} sources={sources} />}
    </li>
  );
}

function CallDetails({ run, call: { number, outcome }, sources }: Pick<RowProps, "run" | "call" | "sources">) {
  const path = `runs/${encodeURIComponent(run)}/calls/${number}`;
  const [loading, reload] = useGet<Call>(path, {}, outcome);
  return (
    <div class="call-details">
      <Loaded of={loading} retry={reload}>
        {(call) => (
          <>
            {call.message !== undefined && (
              <p class="message">
                <b>{call.code}</b> {call.message}
              </p>
            )}
            {call.schema_mismatch !== undefined && (
              <p class="message">The result does not match the tool's output schema: {call.schema_mismatch}</p>
            )}
            <h3>Arguments</h3>
            {call.arguments === undefined ? <NotStored /> : <JsonView value={call.arguments} label="Arguments" />}
            {sources.map(({ call: { number: from, server, tool }, argument, text }) => (
              <p key={`${from} ${argument}`} class="message">
                <code>{argument}</code> holds what {server}.{tool} (call {from}) returned: <q>{text}</q>
              </p>
            ))}
            {call.outcome === "ok" && call.code === undefined && (
              <>
                <h3>Result</h3>
                {call.result === undefined ? <NotStored /> : <JsonView value={call.result} label="Result" />}
              </>
            )}
            {call.rule !== undefined && (
              <p class="muted">
                Policy: {call.decision} by <code>{call.rule === "" ? "the gateway" : call.rule}</code>
                {call.policy !== undefined && ` of ${call.policy}`}
              </p>
            )}
            {call.logged?.map(({ verdict, rule, message }) => (
              <p key={rule} class="muted">
                {verdict === "deny" || verdict === "ask" ? "Log only" : "Data"}: {verdict} by <code>{rule}</code>.{" "}
                {message}
              </p>
            ))}
            <p class="muted">
              Began {duration(call.offset_ms)} after the run; sent {plural(call.attempts, "time")}.
              {call.redacted && " Secrets in the call were replaced before it was recorded."}
            </p>
          </>
        )}
      </Loaded>
    </div>
  );
}

function NotStored() {
  return <p class="muted">The text was too long to be recorded; its size and hash are in the export.</p>;
}
