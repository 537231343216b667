/** The outcome of a script in the playground: its calls while it runs, then its value and logs, or why it was not run. */
import { useRef, useState } from "preact/hooks";
import type { RestProblem } from "../api.ts";
import { count, duration, plural } from "../format.ts";
import { useEvents, useNow } from "../live.ts";
import type { RunEvent } from "../../contract/run-events.ts";
import type { ExecAnswer } from "../rest.ts";
import { BASE, runPath } from "../router.ts";
import { Badge } from "./badge.tsx";
import { JsonView, LogView } from "./code.tsx";
import { ErrorBox } from "./error-box.tsx";
import { RunWait, isUnfinished } from "./run-wait.tsx";
import { ProblemNote } from "./states.tsx";

export type RunState =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly since: number }
  | { readonly kind: "answered"; readonly code: string; readonly answer: ExecAnswer }
  | { readonly kind: "failed"; readonly problem: RestProblem };

export function RunOutcome({ state }: { readonly state: RunState }) {
  switch (state.kind) {
    case "idle":
      return (
        <div class="hint">
          <p>The value, the logs and the calls of your script appear here.</p>
          <ul>
            <li>
              A server is an object, its tools are functions: <code>await notes.list_notes()</code>
            </li>
            <li>The last value, or what you return, is the answer.</li>
            <li>
              All callable tools: <a href={`${BASE}/tools`}>tools</a>
            </li>
          </ul>
        </div>
      );
    case "running":
      return <Running since={state.since} />;
    case "failed":
      return <ProblemNote problem={state.problem} />;
    case "answered":
      if (isUnfinished(state.answer)) return <RunWait key={state.answer.run} answer={state.answer} />;
      return <Answered code={state.code} answer={state.answer} />;
  }
}

/** Shows the running script: the first run that begins after the request was sent is assumed to be the request's run. */
function Running({ since }: { readonly since: number }) {
  const now = useNow(100);
  const own = useRef<string>(undefined);
  const [calls, setCalls] = useState<readonly Extract<RunEvent, { type: "call_ended" }>[]>([]);
  useEvents("runs/stream", (event) => {
    if (event.type === "run_started" && event.via === "rest") own.current ??= event.run;
    if (event.type === "call_ended" && event.run === own.current) setCalls((before) => [...before, event].slice(-8));
  });
  return (
    <div role="status" class="running">
      <p class="row">
        <Badge state="running" />
        <span class="muted">{duration(now - since)}</span>
      </p>
      <ul class="plain">
        {calls.map(({ call, server, tool, state }) => (
          <li key={call}>
            <Badge state={state} />{" "}
            <code>
              {server}.{tool}
            </code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Answered({
  code,
  answer: { ok, result, error, logs, stats, run },
}: {
  readonly code: string;
  readonly answer: ExecAnswer;
}) {
  return (
    <div class="stack">
      <p class="row" role="status">
        <Badge state={ok ? "ok" : "failed"} />
        {stats && (
          <span class="muted">
            {duration(stats.duration_ms)} · {plural(stats.calls, "call")}
            {stats.tokens.kept_out > 0 && ` · ${count(stats.tokens.kept_out)} tokens kept out`}
          </span>
        )}
        <a class="push" href={runPath(run)}>
          Look at the run
        </a>
      </p>
      {error && <ErrorBox error={error} code={code} />}
      {ok && result !== undefined && <JsonView value={result} label="Value" />}
      {ok && result === undefined && <p class="muted">No value: end with an expression, or return one.</p>}
      {logs.length > 0 && (
        <>
          <h2>Logs</h2>
          <LogView lines={logs} />
        </>
      )}
    </div>
  );
}
