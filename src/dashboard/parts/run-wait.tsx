/** A run that waits for a person or for a time: what it waits for, and how it ended once it has. */
import { get } from "../api.ts";
import { moment } from "../format.ts";
import { useEvents, useThrottled } from "../live.ts";
import { useLoaded } from "../loading.ts";
import type { ExecAnswer, RunDetails } from "../rest.ts";
import { BASE } from "../router.ts";
import { Badge } from "./badge.tsx";
import { JsonView, LogView } from "./code.tsx";
import { ErrorBox } from "./error-box.tsx";
import { ProblemNote } from "./states.tsx";

const RELOAD_MS = 200;

export function hasEnded({ outcome }: Pick<RunDetails, "outcome">): boolean {
  return outcome !== "running" && outcome !== "waiting";
}

/** @returns true for an answer that came before the end of the run */
export function isUnfinished({ state, error }: ExecAnswer): boolean {
  return state !== undefined || error?.approvals !== undefined;
}

export function RunWait({ answer }: { readonly answer: ExecAnswer }) {
  const path = `runs/${encodeURIComponent(answer.run)}`;
  const [loading, reload] = useLoaded<RunDetails>((signal) => get(path, {}, signal), path);
  const again = useThrottled(reload, RELOAD_MS);
  const run = loading.state === "ready" ? loading.value : undefined;
  const isOver = run !== undefined && hasEnded(run);
  useEvents(isOver ? undefined : `${path}/stream`, again);
  return (
    <div class="stack">
      <p class="row" role="status">
        <Badge state={isOver ? run.outcome : "waiting"} />
        <a class="push" href={`${BASE}/${path}`}>
          Look at the run
        </a>
      </p>
      {loading.state === "failed" && <ProblemNote problem={loading.problem} onRetry={reload} />}
      {isOver ? <End run={run} /> : <Advice answer={answer} />}
    </div>
  );
}

function Advice({ answer: { error, until } }: { readonly answer: ExecAnswer }) {
  if (error === undefined) {
    return (
      <p>The run continues {until === undefined ? "by itself" : `at ${moment(until)}`}; its outcome appears here.</p>
    );
  }
  const count = error.approvals?.length ?? 0;
  return (
    <p>
      {count === 1 ? "1 call or package waits" : `${count} calls or packages wait`} for a person&#8217;s approval.{" "}
      Decide under <a href={`${BASE}/approvals`}>Approvals</a>
      {error.url !== undefined && (
        <>
          , or{" "}
          <a href={error.url} target="_blank" rel="noreferrer">
            decide here
          </a>
        </>
      )}
      . The run then continues automatically, and its outcome appears here.
    </p>
  );
}

function End({ run }: { readonly run: RunDetails }) {
  return (
    <>
      {run.error && <ErrorBox error={run.error} code={run.code_text} />}
      {run.value !== undefined && <JsonView value={run.value} label="Value" />}
      {run.logs.length > 0 && (
        <>
          <h2>Logs</h2>
          <LogView lines={run.logs} />
        </>
      )}
    </>
  );
}
