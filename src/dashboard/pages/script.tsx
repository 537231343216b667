/** One saved script: its description, the tools it uses, its versions and its last runs. */
import { useState } from "preact/hooks";
import { send } from "../api.ts";
import { ago } from "../format.ts";
import { useNow } from "../live.ts";
import { useGet } from "../loading.ts";
import { Badge } from "../parts/badge.tsx";
import { CodeView, JsonView } from "../parts/code.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Fact, Facts } from "../parts/facts.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { RunScriptDialog } from "../parts/run-script-dialog.tsx";
import { ScheduleDialog } from "../parts/schedule-dialog.tsx";
import { Loaded } from "../parts/states.tsx";
import { Time } from "../parts/time.tsx";
import type { Run, Schedule, ScriptDetails } from "../rest.ts";
import { BASE, go, runPath } from "../router.ts";

export function ScriptPage({ name }: { readonly name: string }) {
  const [version, setVersion] = useState<number>();
  const path = `scripts/${encodeURIComponent(name)}`;
  const [loading, reload] = useGet<ScriptDetails>(path, { version });
  return (
    <>
      <p class="crumb">
        <a href={`${BASE}/scripts`}>Scripts</a>
      </p>
      <Actions name={name} path={path} />
      <Loaded of={loading} retry={reload}>
        {(script) => <Details script={script} onVersion={setVersion} />}
      </Loaded>
    </>
  );
}

function Actions({ name, path }: { readonly name: string; readonly path: string }) {
  const [open, setOpen] = useState<"run" | "schedule" | "delete">();
  const close = (): void => setOpen(undefined);
  return (
    <PageHead title={name} isCode>
      <button type="button" class="danger" onClick={() => setOpen("delete")}>
        Delete
      </button>
      <button type="button" onClick={() => setOpen("schedule")}>
        Schedule
      </button>
      <a class="button" href={`${BASE}/playground?script=${encodeURIComponent(name)}`}>
        Edit
      </a>
      <button type="button" class="primary" onClick={() => setOpen("run")}>
        Run
      </button>
      {open === "run" && <RunScriptDialog script={name} onClose={close} />}
      {open === "schedule" && <ScheduleDialog script={name} onDone={() => go(`${BASE}/schedules`)} onClose={close} />}
      {open === "delete" && <DeleteDialog name={name} path={path} onClose={close} />}
    </PageHead>
  );
}

interface DeleteDialogProps {
  readonly name: string;
  readonly path: string;
  readonly onClose: () => void;
}

function DeleteDialog({ name, path, onClose }: DeleteDialogProps) {
  const [loading] = useGet<{ readonly schedules: readonly Schedule[] }>("schedules");
  // A schedule can name a version: `name@3`.
  const using =
    loading.state === "ready" && loading.value.schedules.filter(({ script }) => script?.split("@")[0] === name);
  const fate = using === false ? "Schedules that run it will fail." : fateOf(using);
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text={`All versions of the script are deleted. ${fate} Scripts that use it will fail; its past runs are kept.`}
      word="Delete script"
      act={() => send("DELETE", path)}
      onDone={() => go(`${BASE}/scripts`)}
      onClose={onClose}
    />
  );
}

function fateOf(schedules: readonly Schedule[]): string {
  const names = schedules.map(({ name }) => name).join(", ");
  if (names === "") return "No schedule runs it.";
  return schedules.length === 1
    ? `The schedule ${names} runs it and will fail.`
    : `The schedules ${names} run it and will fail.`;
}

interface DetailsProps {
  readonly script: ScriptDetails;
  readonly onVersion: (version: number) => void;
}

function Details({ script, onVersion }: DetailsProps) {
  const now = useNow(30_000);
  const { version, versions, created_at, expose, tools, changed_tools: changed, from_run, description } = script;
  const others = script.other_tools ? ["others that its text does not name"] : [];
  const used = [...tools.map(({ server, tool }) => `${server}.${tool}`), ...others];
  return (
    <>
      {changed.length > 0 && (
        <div class="problem">
          <p>
            <b>These tools changed since this version was saved:</b> {changed.join(", ")}. Run it, and save it again
            when it still does what it should.
          </p>
        </div>
      )}
      <Facts>
        <Fact name="Version">
          <select
            aria-label="Version"
            value={String(version)}
            onChange={({ currentTarget }) => onVersion(Number(currentTarget.value))}
          >
            {versions.map((one) => (
              <option key={one.version} value={String(one.version)}>
                {one.version}
              </option>
            ))}
          </select>
        </Fact>
        <Fact name="Saved">
          <Time at={created_at} now={now} />
        </Fact>
        <Fact name="Exposed to clients">{expose === "none" ? "by name only" : `as a ${expose}`}</Fact>
        {used.length > 0 && <Fact name="Uses">{used.join(", ")}</Fact>}
        {from_run !== undefined && (
          <Fact name="Taken from">
            <a href={runPath(from_run)}>a run</a>
          </Fact>
        )}
      </Facts>
      {description !== "" && <p class="message lead">{description}</p>}
      <section>
        <h2>Script</h2>
        <CodeView text={script.code} label="Script" />
      </section>
      {script.input_schema !== undefined && (
        <section>
          <h2>Input schema</h2>
          <JsonView value={script.input_schema} label="Input schema" />
        </section>
      )}
      <LastRuns name={script.name} now={now} />
    </>
  );
}

function LastRuns({ name, now }: { readonly name: string; readonly now: number }) {
  const [loading, reload] = useGet<{ readonly runs: readonly Run[] }>("runs", { script: name, limit: 5 });
  return (
    <section>
      <h2>Last runs</h2>
      <Loaded of={loading} retry={reload}>
        {({ runs }) =>
          runs.length === 0 ? (
            <p class="muted">None yet.</p>
          ) : (
            <ul class="plain">
              {runs.map(({ id, outcome, started_at }) => (
                <li key={id} class="row">
                  <Badge state={outcome} />
                  <a href={runPath(id)}>{ago(started_at, now)}</a>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
