/** All runs, newest first, updated live. Filters are part of the address, so that a view can be shared as a link. */
import { useEffect, useState } from "preact/hooks";
import { get } from "../api.ts";
import { count, duration, short } from "../format.ts";
import { useEvents, useNow, useThrottled, type LiveState } from "../live.ts";
import { useLoaded } from "../loading.ts";
import { Badge } from "../parts/badge.tsx";
import { ConnectSteps } from "../parts/connect.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { RunFilters, filterKey, sinceOf, type RunFilter } from "../parts/run-filters.tsx";
import { Empty, Loaded, ProblemNote } from "../parts/states.tsx";
import { Table } from "../parts/table.tsx";
import { Time } from "../parts/time.tsx";
import { useRequest } from "../request.ts";
import type { Run } from "../rest.ts";
import { BASE, replaceQuery, runPath } from "../router.ts";

interface Page {
  readonly runs: readonly Run[];
  readonly next?: string;
}

const PAGE = 50;

export function RunsPage({ query }: { readonly query: URLSearchParams }) {
  const [filter, setFilter] = useState<RunFilter>(() => ({
    outcome: query.get("outcome") ?? "",
    server: query.get("server") ?? "",
    period: query.get("period") ?? "",
    text: query.get("text") ?? "",
  }));
  const key = filterKey(filter);
  const [loading, reload] = useLoaded<Page>((signal) => get("runs", queryOf(filter), signal), key);
  const soon = useThrottled(reload, 300);
  const live = useEvents("runs/stream", ({ type }) => type !== "run_logged" && soon());
  useEffect(() => replaceQuery({ ...filter }), [key]);
  return (
    <>
      <PageHead title="Runs">
        <Live state={live} />
        <a class="button primary" href={`${BASE}/playground`}>
          New run
        </a>
      </PageHead>
      <RunFilters value={filter} onChange={(change) => setFilter((current) => ({ ...current, ...change }))} />
      <Loaded of={loading} retry={reload}>
        {(first) => <Runs key={key} first={first} filter={filter} isFiltered={key !== ""} />}
      </Loaded>
    </>
  );
}

function queryOf({ outcome, server, period, text }: RunFilter) {
  return { outcome, server, text, since: sinceOf(period, Date.now()), limit: PAGE };
}

const LIVE_WORDS: Readonly<Record<LiveState, string>> = {
  connecting: "connecting …",
  live: "live",
  lost: "not live; trying again",
};

function Live({ state }: { readonly state: LiveState }) {
  return (
    <span class={`live ${state}`} role="status">
      <i />
      {LIVE_WORDS[state]}
    </span>
  );
}

const COLUMNS = [
  "Outcome",
  "Script",
  "Servers",
  { label: "Calls", isNumber: true },
  { label: "Took", isNumber: true },
  { label: "Kept out", isNumber: true, title: "Tokens kept out of the model's context", hidden: " (tokens)" },
  { label: "Started", isNumber: true },
] as const;

interface RunsProps {
  readonly first: Page;
  readonly filter: RunFilter;
  readonly isFiltered: boolean;
}

function Runs({ first, filter, isFiltered }: RunsProps) {
  const [older, setOlder] = useState<Page>();
  const { problem, start } = useRequest();
  const isRunning = first.runs.some(({ outcome }) => outcome === "running");
  const now = useNow(isRunning ? 500 : 10_000);
  if (first.runs.length === 0) return isFiltered ? <NoneMatches /> : <NoneYet />;
  const seen = new Set(first.runs.map(({ id }) => id));
  const all = [...first.runs, ...(older?.runs ?? []).filter(({ id }) => !seen.has(id))];
  const next = older === undefined ? first.next : older.next;
  const more = (): void =>
    start(
      () => get<Page>("runs", { ...queryOf(filter), cursor: next }),
      (page) => setOlder({ ...page, runs: [...(older?.runs ?? []), ...page.runs] }),
    );
  return (
    <>
      <Table caption="Runs, newest first" class="runs" columns={COLUMNS}>
        {all.map((run) => (
          <Row key={run.id} run={run} now={now} />
        ))}
      </Table>
      {problem && <ProblemNote problem={problem} />}
      {next !== undefined && (
        <p class="centre">
          <button type="button" onClick={more}>
            Show older runs
          </button>
        </p>
      )}
    </>
  );
}

function Row({ run, now }: { readonly run: Run; readonly now: number }) {
  const took = run.duration_ms ?? Math.max(0, now - Date.parse(run.started_at));
  return (
    <tr class={`run ${run.outcome}`}>
      <td class="c-outcome">
        <Badge state={run.outcome} />
      </td>
      <td class="c-script">
        <a class="whole" href={runPath(run.id)}>
          <code>{run.script?.name ?? (run.title === "" ? run.id : run.title)}</code>
        </a>
        {run.outcome !== "ok" && run.code !== undefined && (
          <span class="why" title={run.message}>
            <b>{run.code}</b> {run.message}
          </span>
        )}
      </td>
      <td class="c-servers">
        <span class="ellipsis" title={run.servers.join(", ")}>
          {run.servers.join(", ")}
        </span>
      </td>
      <td class="c-calls number">
        {count(run.calls)}
        {run.failed_calls > 0 && <span class="sub bad">{count(run.failed_calls)} failed</span>}
        {run.unknown_calls > 0 && <span class="sub bad">{count(run.unknown_calls)} unknown</span>}
      </td>
      <td class="c-took number">{duration(took)}</td>
      <td class="c-tokens number">{run.tokens.kept_out === 0 ? "" : short(run.tokens.kept_out)}</td>
      <td class="c-started number">
        <Time at={run.started_at} now={now} />
      </td>
    </tr>
  );
}

function NoneMatches() {
  return (
    <Empty title="No run matches">
      <p>Take a filter away, or look further back.</p>
    </Empty>
  );
}

function NoneYet() {
  return (
    <Empty title="No runs yet">
      <p>
        A run appears here the moment it starts. Write one in the <a href={`${BASE}/playground`}>playground</a>, or
        connect a client:
      </p>
      <ConnectSteps />
    </Empty>
  );
}
