/** Schedules: their times, the outcome of their last runs, and controls to stop them. */
import { useState } from "preact/hooks";
import { send } from "../api.ts";
import { ago, moment, plural } from "../format.ts";
import { useEvents, useNow, useThrottled } from "../live.ts";
import { useGet } from "../loading.ts";
import { Badge } from "../parts/badge.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { ScheduleDialog } from "../parts/schedule-dialog.tsx";
import { Empty, Loaded, ProblemNote } from "../parts/states.tsx";
import { ACTIONS, Table } from "../parts/table.tsx";
import { useRequest } from "../request.ts";
import type { Schedule } from "../rest.ts";
import { runPath, scriptPath } from "../router.ts";

export function SchedulesPage() {
  const [loading, reload] = useGet<{ readonly schedules: readonly Schedule[] }>("schedules");
  const soon = useThrottled(reload, 500);
  useEvents("runs/stream", ({ type }) => type !== "run_logged" && soon());
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHead title="Schedules">
        <button type="button" class="primary" onClick={() => setCreating(true)}>
          New schedule
        </button>
      </PageHead>
      <Loaded of={loading} retry={reload}>
        {({ schedules }) =>
          schedules.length === 0 ? (
            <Empty title="No schedules yet">
              <p>
                A schedule runs a script again and again: <code>every 15 minutes</code>, or at the times of five cron
                fields. What was missed is caught up once.
              </p>
            </Empty>
          ) : (
            <Schedules schedules={schedules} onChange={reload} />
          )
        }
      </Loaded>
      {isCreating && (
        <ScheduleDialog
          onDone={() => {
            setCreating(false);
            reload();
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}

interface ListProps {
  readonly schedules: readonly Schedule[];
  readonly onChange: () => void;
}

function Schedules({ schedules, onChange }: ListProps) {
  const now = useNow(1_000);
  const { problem, start } = useRequest();
  const [removing, setRemoving] = useState<string>();
  const act: RowProps["act"] = (method, path, body) => start(() => send(method, path, body).finally(onChange));
  return (
    <>
      {problem && <ProblemNote problem={problem} />}
      <Table caption="Schedules" class="keys cards" columns={["Name", "When", "Next", "Last run", ACTIONS]}>
        {schedules.map((one) => (
          <Row key={one.name} schedule={one} now={now} act={act} onRemove={setRemoving} />
        ))}
      </Table>
      {removing !== undefined && (
        <ConfirmDialog
          title={`Remove ${removing}?`}
          text="The schedule will not run again. Its past runs are kept."
          word="Remove schedule"
          act={() => send("DELETE", pathOf(removing))}
          onDone={onChange}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

interface RowProps {
  readonly schedule: Schedule;
  readonly now: number;
  readonly act: (method: "POST" | "PATCH", path: string, body?: object) => void;
  readonly onRemove: (name: string) => void;
}

function Row({ schedule, now, act, onRemove }: RowProps) {
  const { name, schedule: when, time_zone, script, code, tool, active, reason, failures, skipped } = schedule;
  const path = pathOf(name);
  return (
    <tr>
      <th scope="row">
        {name}
        <span class="sub muted">
          {script === undefined ? (
            <code>{tool ?? code?.split("\n")[0]?.slice(0, 60)}</code>
          ) : (
            <a href={scriptPath(script)}>{script}</a>
          )}
        </span>
      </th>
      <td data-label="When">
        <code>{when}</code>
        {time_zone !== undefined && <span class="sub muted">{time_zone}</span>}
      </td>
      <td data-label="Next">
        <Next schedule={schedule} now={now} />
        {!active && reason !== undefined && <span class="sub bad">{reason}</span>}
      </td>
      <td data-label="Last run">
        <Last schedule={schedule} now={now} />
        {failures > 1 && <span class="sub bad">{failures} failures in a row; the next run is delayed</span>}
        {skipped > 0 && <span class="sub muted">skipped {plural(skipped, "time")} while it ran</span>}
      </td>
      <td class="actions">
        <span class="row end">
          <button type="button" onClick={() => act("POST", `${path}/run`)}>
            Run now<span class="visually-hidden"> {name}</span>
          </button>
          <button type="button" onClick={() => act("PATCH", path, { active: !active })}>
            {active ? "Pause" : "Resume"}
            <span class="visually-hidden"> {name}</span>
          </button>
          <button type="button" class="danger" onClick={() => onRemove(name)}>
            Remove<span class="visually-hidden"> {name}</span>
          </button>
        </span>
      </td>
    </tr>
  );
}

function Next({ schedule, now }: { readonly schedule: Schedule; readonly now: number }) {
  if (schedule.running_since !== undefined) {
    return <Badge state={schedule.waiting_run === undefined ? "running" : "waiting"} />;
  }
  if (!schedule.active) return <Badge state="paused" />;
  if (schedule.next_at === undefined) return <>–</>;
  return (
    <time dateTime={schedule.next_at} title={moment(schedule.next_at)}>
      {Date.parse(schedule.next_at) <= now ? "due" : ago(schedule.next_at, now)}
    </time>
  );
}

function Last({ schedule: { last }, now }: { readonly schedule: Schedule; readonly now: number }) {
  if (last === undefined) return <>never</>;
  return (
    <span class="row">
      <Badge state={last.ok ? "ok" : "failed"} />
      <a href={runPath(last.run)} title={moment(last.at)}>
        {ago(last.at, now)}
      </a>
      {last.code !== undefined && <code class="bad">{last.code}</code>}
    </span>
  );
}

function pathOf(name: string): string {
  return `schedules/${encodeURIComponent(name)}`;
}
