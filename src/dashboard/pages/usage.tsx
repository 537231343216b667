/** Usage by day. */
import { useState } from "preact/hooks";
import { count, short } from "../format.ts";
import { useGet } from "../loading.ts";
import { Choice } from "../parts/choice.tsx";
import { DayChart } from "../parts/day-chart.tsx";
import { Fact, Facts } from "../parts/facts.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Loaded } from "../parts/states.tsx";
import type { UsageDay } from "../rest.ts";

const DAY_MS = 86_400_000;
const SPANS = [7, 30, 90] as const;

export function UsagePage() {
  const [days, setDays] = useState<number>(30);
  const [loading, reload] = useGet<{ readonly days: readonly UsageDay[] }>("usage", { days });
  return (
    <>
      <PageHead title="Usage">
        <Choice
          label="Time"
          isLabelHidden
          value={String(days)}
          options={SPANS.map((span) => [String(span), `last ${span} days`])}
          onChange={(chosen) => setDays(Number(chosen))}
        />
      </PageHead>
      <Loaded of={loading} retry={reload}>
        {(usage) => (usage.days.length === 0 ? <Nothing /> : <Charts days={everyDay(usage.days, days, Date.now())} />)}
      </Loaded>
    </>
  );
}

function Nothing() {
  return (
    <Empty title="No runs in this period">
      <p>Days are counted in UTC, and their figures are kept as long as their runs.</p>
    </Empty>
  );
}

/** Days from oldest to newest, including the days on which nothing ran. */
function everyDay(days: readonly UsageDay[], span: number, now: number): readonly UsageDay[] {
  const known = new Map(days.map((one) => [one.day, one]));
  return Array.from({ length: span }, (_none, index) => {
    const day = new Date(now - (span - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const none = {
      runs: 0,
      failed: 0,
      refused: 0,
      calls: 0,
      failed_calls: 0,
      unknown_calls: 0,
      tokens_returned: 0,
      tokens_kept_out: 0,
    };
    return known.get(day) ?? { day, ...none };
  });
}

function Charts({ days }: { readonly days: readonly UsageDay[] }) {
  const sum = (of: (day: UsageDay) => number): number => days.reduce((total, day) => total + of(day), 0);
  const runs = sum((day) => day.runs);
  const calls = sum((day) => day.calls);
  const keptOut = sum((day) => day.tokens_kept_out);
  const returned = sum((day) => day.tokens_returned);
  return (
    <>
      <Facts>
        <Fact name="Runs">{count(runs)}</Fact>
        <Fact name="Calls">{count(calls)}</Fact>
        <Fact name="Calls per run">{runs === 0 ? "–" : (calls / runs).toFixed(1)}</Fact>
        <Fact name="Tokens kept out">{short(keptOut)}</Fact>
        <Fact name="Tokens returned">{short(returned)}</Fact>
      </Facts>
      <DayChart
        title="Runs"
        days={days.map(({ day, runs: all, failed, refused }) => ({
          day,
          values: [all - failed - refused, failed, refused],
        }))}
        series={[
          { label: "ok", tone: "ok" },
          { label: "failed or cancelled", tone: "failed" },
          { label: "refused", tone: "refused" },
        ]}
      />
      <DayChart
        title="Calls"
        days={days.map(({ day, calls: all, failed_calls, unknown_calls }) => ({
          day,
          values: [all - failed_calls - unknown_calls, failed_calls, unknown_calls],
        }))}
        series={[
          { label: "answered", tone: "accent" },
          { label: "failed", tone: "failed" },
          { label: "unknown", tone: "refused" },
        ]}
      />
      <DayChart
        title="Tokens"
        note="Kept out: tokens of tool results and definitions, minus the tokens that scripts returned (o200k, estimated)."
        days={days.map(({ day, tokens_kept_out, tokens_returned }) => ({
          day,
          values: [tokens_kept_out, tokens_returned],
        }))}
        series={[
          { label: "kept out", tone: "accent" },
          { label: "returned", tone: "still" },
        ]}
      />
    </>
  );
}
