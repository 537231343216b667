/** The filters of the list of runs. */
import { useEffect, useState } from "preact/hooks";
import { get } from "../api.ts";
import { RUN_STATES } from "../../contract/run-states.ts";
import { Choice } from "./choice.tsx";

export interface RunFilter {
  readonly outcome: string;
  /** The server's identifier. */
  readonly server: string;
  readonly period: string;
  readonly text: string;
}

const HOUR_MS = 3_600_000;
const PERIODS = [
  { id: "1h", label: "last hour", ms: HOUR_MS },
  { id: "24h", label: "last 24 hours", ms: 24 * HOUR_MS },
  { id: "7d", label: "last 7 days", ms: 7 * 24 * HOUR_MS },
] as const;

export function sinceOf(period: string, now: number): string | undefined {
  const found = PERIODS.find(({ id }) => id === period);
  return found && new Date(now - found.ms).toISOString();
}

/** @returns a key of the filter; empty if no filter is set */
export function filterKey({ outcome, server, period, text }: RunFilter): string {
  return [outcome, server, period, text].every((one) => one === "")
    ? ""
    : JSON.stringify([outcome, server, period, text]);
}

/** The delay after typing, so that a word is not requested letter by letter. */
const TYPING_MS = 250;

interface Props {
  readonly value: RunFilter;
  /** Is called with what changed, so that a text whose delay ends cannot undo a choice made in the meantime. */
  readonly onChange: (change: Partial<RunFilter>) => void;
}

export function RunFilters({ value, onChange }: Props) {
  const [text, setText] = useState(value.text);
  const [servers, setServers] = useState<readonly string[]>([]);
  useEffect(() => {
    void get<{ servers: { identifier: string }[] }>("health").then((answer) => {
      if (answer.ok) setServers(answer.value.servers.map(({ identifier }) => identifier));
    });
  }, []);
  useEffect(() => {
    if (text === value.text) return undefined;
    const timer = setTimeout(() => onChange({ text }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value.text]);
  const known = value.server === "" || servers.includes(value.server) ? servers : [...servers, value.server];
  return (
    <form class="filters" role="search" aria-label="Filter runs" onSubmit={(event) => event.preventDefault()}>
      <label class="grow">
        <span class="visually-hidden">Text in script, error, client or id</span>
        <input
          type="search"
          placeholder="Text in script, error, client or id"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <Choice
        label="Outcome"
        isLabelHidden
        value={value.outcome}
        options={[["", "any outcome"], ...RUN_STATES]}
        onChange={(outcome) => onChange({ outcome })}
      />
      <Choice
        label="Server"
        isLabelHidden
        value={value.server}
        options={[["", "any server"], ...known]}
        onChange={(server) => onChange({ server })}
      />
      <Choice
        label="Time"
        isLabelHidden
        value={value.period}
        options={[["", "any time"], ...PERIODS.map(({ id, label }) => [id, label] as const)]}
        onChange={(period) => onChange({ period })}
      />
    </form>
  );
}
