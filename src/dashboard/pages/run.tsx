/** One run: its outcome and failing line, its calls and their times, its logs and value. The page is live while the run continues. */
import { useState } from "preact/hooks";
import { send, type RestProblem } from "../api.ts";
import { count, duration } from "../format.ts";
import { useEvents, useNow, useThrottled } from "../live.ts";
import { useGet } from "../loading.ts";
import { ApprovalList } from "../parts/approval-list.tsx";
import { Badge } from "../parts/badge.tsx";
import { CodeView, JsonView, LogView } from "../parts/code.tsx";
import { ErrorBox } from "../parts/error-box.tsx";
import { Fact, Facts } from "../parts/facts.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { SaveScriptDialog } from "../parts/save-script-dialog.tsx";
import { Loaded, ProblemNote } from "../parts/states.tsx";
import { Time } from "../parts/time.tsx";
import { TokenBar } from "../parts/token-bar.tsx";
import { hasEnded } from "../parts/run-wait.tsx";
import { Waterfall } from "../parts/waterfall.tsx";
import type { Approvals, Call, CallOrigins, ExecAnswer, RunDetails } from "../rest.ts";
import { BASE, go, runPath, scriptPath } from "../router.ts";

interface Calls {
  readonly calls: readonly Call[];
  readonly total: number;
}

export function RunPage({ id }: { readonly id: string }) {
  const path = `runs/${encodeURIComponent(id)}`;
  const [loading, reload] = useGet<RunDetails>(path);
  const [calls, reloadCalls] = useGet<Calls>(`${path}/calls`, { limit: 500 });
  const [origins] = useGet<CallOrigins>(`${path}/origins`, {}, `${calls.state === "ready" ? calls.value.total : ""}`);
  const isUnderWay = loading.state === "ready" && !hasEnded(loading.value);
  const again = useThrottled(() => {
    reload();
    reloadCalls();
  }, 200);
  useEvents(isUnderWay ? `${path}/stream` : undefined, again);
  return (
    <>
      <p class="crumb">
        <a href={BASE}>Runs</a>
      </p>
      <Loaded of={loading} retry={reload}>
        {(run) => (
          <>
            <Head run={run} />
            <Summary run={run} />
            {run.error && <ErrorBox error={run.error} code={run.code_text} />}
            <section>
              <h2>Calls</h2>
              <Loaded of={calls} retry={reloadCalls}>
                {({ calls: all, total }) => (
                  <Waterfall
                    run={run}
                    calls={all}
                    origins={origins.state === "ready" ? origins.value.origins : []}
                    total={total}
                  />
                )}
              </Loaded>
            </section>
            <RunApprovals run={run.id} outcome={run.outcome} />
            <Results run={run} />
            <Script run={run} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** The calls of the run that a person was asked about; nothing where there are none. */
function RunApprovals({ run, outcome }: { readonly run: string; readonly outcome: string }) {
  const [loading, reload] = useGet<Approvals>("approvals", { run, limit: 500 }, outcome);
  return (
    <Loaded of={loading} retry={reload}>
      {({ approvals }) =>
        approvals.length > 0 && (
          <section class="stack">
            <h2>Approvals</h2>
            <ApprovalList approvals={approvals} />
            {approvals.some(({ state }) => state === "waiting") && (
              <p>
                <a href={`${BASE}/approvals`}>Decide on the calls that wait</a>
              </p>
            )}
          </section>
        )
      }
    </Loaded>
  );
}

function Head({ run }: { readonly run: RunDetails }) {
  const [busy, setBusy] = useState<"replay" | "cancel">();
  const [problem, setProblem] = useState<RestProblem>();
  const [isSaving, setSaving] = useState(false);
  const path = `runs/${encodeURIComponent(run.id)}`;
  const replay = async (): Promise<void> => {
    setBusy("replay");
    const answer = await send<ExecAnswer>("POST", `${path}/replay`);
    setBusy(undefined);
    if (answer.ok) go(runPath(answer.value.run));
    else setProblem(answer.error);
  };
  const cancel = async (): Promise<void> => {
    setBusy("cancel");
    const answer = await send("POST", `${path}/cancel`);
    setBusy(undefined);
    if (!answer.ok) setProblem(answer.error);
  };
  return (
    <>
      <PageHead title={run.script?.name ?? (run.title === "" ? run.id : run.title)} isCode>
        {run.outcome === "running" ? (
          <button type="button" disabled={busy !== undefined} onClick={() => void cancel()}>
            Cancel run
          </button>
        ) : (
          <>
            <button type="button" onClick={() => setSaving(true)}>
              Save as script
            </button>
            <a class="button" href={`${BASE}/playground?run=${encodeURIComponent(run.id)}`}>
              Open in playground
            </a>
            <button type="button" class="primary" disabled={busy !== undefined} onClick={() => void replay()}>
              {busy === "replay" ? "Replaying …" : "Replay"}
            </button>
          </>
        )}
      </PageHead>
      {problem && <ProblemNote problem={problem} />}
      {isSaving && <SaveScriptDialog source={{ run: run.id }} onClose={() => setSaving(false)} />}
    </>
  );
}

function Summary({ run }: { readonly run: RunDetails }) {
  const isRunning = run.outcome === "running";
  const now = useNow(isRunning ? 200 : 10_000);
  return (
    <Facts>
      <Fact name="Outcome">
        <span aria-live="polite">
          <Badge state={run.outcome} />
        </span>
      </Fact>
      <Fact name="Took">{duration(run.duration_ms ?? Math.max(0, now - Date.parse(run.started_at)))}</Fact>
      <Fact name="Calls">
        {count(run.calls)}
        {run.failed_calls > 0 && <span class="bad"> ({run.failed_calls} failed)</span>}
        {run.unknown_calls > 0 && <span class="bad"> ({run.unknown_calls} unknown)</span>}
      </Fact>
      <Fact name="Started">
        <Time at={run.started_at} now={now} />
      </Fact>
      <Fact name="By">
        <span class="ellipsis" title={run.client}>
          {run.via}
          {run.client !== "" && ` · ${run.client}`}
        </span>
      </Fact>
      <Fact name="Run">
        <code class="ellipsis" title={run.id}>
          {run.id}
        </code>
      </Fact>
      {run.script && (
        <Fact name="Script">
          <a href={scriptPath(run.script.name)}>
            {run.script.name}, version {run.script.version}
          </a>
        </Fact>
      )}
      {run.replay_of !== undefined && (
        <Fact name="Replay of">
          <a href={runPath(run.replay_of)}>the run before</a>
        </Fact>
      )}
      {run.parent !== undefined && (
        <Fact name="Called by">
          <a href={runPath(run.parent)}>another run</a>
        </Fact>
      )}
      {run.outcome !== "running" && <TokenBar tokens={run.tokens} />}
    </Facts>
  );
}

function Results({ run }: { readonly run: RunDetails }) {
  return (
    <>
      {run.value !== undefined && (
        <section>
          <h2>Value</h2>
          <JsonView value={run.value} label="Value" />
        </section>
      )}
      {run.handle !== undefined && (
        <section>
          <h2>Value</h2>
          <StoredValue run={run.id} handle={run.handle} />
        </section>
      )}
      {run.logs.length > 0 && (
        <section>
          <h2>Logs</h2>
          <LogView lines={run.logs} />
        </section>
      )}
    </>
  );
}

/** A value over the budget, which is fetched when a person opens it. */
function StoredValue({ run, handle }: { readonly run: string; readonly handle: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p class="row">
        <span>
          Over the output budget; clients and scripts read it as <code>{handle}</code>.
        </span>
        {!isOpen && (
          <button type="button" onClick={() => setOpen(true)}>
            Show it
          </button>
        )}
      </p>
      {isOpen && <WholeValue run={run} />}
    </>
  );
}

function WholeValue({ run }: { readonly run: string }) {
  const path = `runs/${encodeURIComponent(run)}/value`;
  const [loading, reload] = useGet<unknown>(path);
  return (
    <Loaded of={loading} retry={reload}>
      {(value) => <JsonView value={value} label="Value" />}
    </Loaded>
  );
}

function Script({ run }: { readonly run: RunDetails }) {
  const hasInput = run.input !== undefined && run.input !== null && JSON.stringify(run.input) !== "{}";
  return (
    <section>
      <h2>Script</h2>
      <CodeView
        text={run.code_text}
        label="Script"
        {...(run.error?.line !== undefined && { markedLine: run.error.line, mark: run.error.message })}
      />
      {run.redacted && <p class="muted">Secrets in this run were replaced before it was recorded.</p>}
      {hasInput && (
        <>
          <h3>Input</h3>
          <JsonView value={run.input} label="Input" />
        </>
      )}
    </section>
  );
}
