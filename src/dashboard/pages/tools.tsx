/** All tools that a script can call, found by their purpose, and shown as the types that a model reads. */
import { useEffect, useState } from "preact/hooks";
import { get } from "../api.ts";
import { count, plural } from "../format.ts";
import { useGet, useLoaded } from "../loading.ts";
import { Mark } from "../parts/badge.tsx";
import { Choice } from "../parts/choice.tsx";
import { JsonView, Signature } from "../parts/code.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Loaded } from "../parts/states.tsx";
import { signatureText } from "../parts/signature-text.ts";
import type { Tool } from "../rest.ts";
import { BASE, replaceQuery } from "../router.ts";

interface Found {
  readonly tools: readonly Tool[];
  readonly total?: number;
}

/** The number of tools shown at once; more are slow to lay out. */
const PAGE = 100;
/** The maximum number of results of one search request. */
const MAX_FOUND = 1_000;
const TYPING_MS = 200;

export function ToolsPage({ query }: { readonly query: URLSearchParams }) {
  const [typed, setTyped] = useState(query.get("query") ?? "");
  const [wanted, setWanted] = useState(typed);
  const [server, setServer] = useState(query.get("server") ?? "");
  const sought = JSON.stringify([wanted, server]);
  const [shown, setShown] = useState({ of: sought, count: PAGE });
  const max = shown.of === sought ? shown.count : PAGE;
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => replaceQuery({ query: wanted, server }), [wanted, server]);
  const [all, reloadAll] = useGet<Found>("tools");
  const [found, reload] = useLoaded<Found>(
    (signal) =>
      wanted === ""
        ? get("tools", { server }, signal)
        : get("search", { query: wanted, server, limit: Math.min(max, MAX_FOUND) }, signal),
    sought,
  );
  // The list of tools is loaded as a whole, but a search returns only the requested number of results.
  useEffect(() => {
    if (wanted !== "" && max > PAGE) reload();
  }, [max]);
  const servers = all.state === "ready" ? countsOf(all.value.tools) : new Map<string, number>();
  return (
    <>
      <PageHead title="Tools">
        <a class="button" href="/api/v1/types" download="tools.d.ts">
          Download tools.d.ts
        </a>
      </PageHead>
      <form class="filters" role="search" aria-label="Search tools" onSubmit={(event) => event.preventDefault()}>
        <label class="grow">
          <span class="visually-hidden">Search tools</span>
          <input
            type="search"
            placeholder="Search tools, e.g. create an issue"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <Choice
          label="Server"
          isLabelHidden
          value={server}
          options={[
            ["", "all servers"],
            ...(server === "" || servers.has(server) ? [] : [server]),
            ...Array.from(servers, ([name, tools]) => [name, `${name} (${tools})`] as const),
          ]}
          onChange={setServer}
        />
      </form>
      <Loaded of={found} retry={reload}>
        {({ tools, total = tools.length }) => (
          <Tools
            tools={tools.slice(0, max)}
            total={total}
            isSearch={wanted !== ""}
            onMore={() => setShown({ of: sought, count: max + PAGE })}
          />
        )}
      </Loaded>
      {all.state === "failed" && found.state === "ready" && (
        <button type="button" onClick={reloadAll}>
          List the servers again
        </button>
      )}
    </>
  );
}

function countsOf(tools: readonly Tool[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { server } of tools) counts.set(server, (counts.get(server) ?? 0) + 1);
  return counts;
}

interface ToolsProps {
  readonly tools: readonly Tool[];
  readonly total: number;
  readonly isSearch: boolean;
  readonly onMore: () => void;
}

function Tools({ tools, total, isSearch, onMore }: ToolsProps) {
  if (tools.length === 0) {
    return (
      <Empty title={isSearch ? "No tools found" : "No tools yet"}>
        <p>
          {isSearch ? "Try other words, or another server." : "Add a server to gateway.json."} What is down is listed
          under <a href={`${BASE}/upstreams`}>upstreams</a>.
        </p>
      </Empty>
    );
  }
  const isCut = tools.length < total;
  const atMost = isSearch && tools.length >= MAX_FOUND;
  return (
    <>
      <p class="muted" role="status">
        {isSearch ? `${plural(total, "tool")} found, best first` : plural(total, "tool")}
        {isCut && `; the first ${count(tools.length)} are shown`}
      </p>
      <ul class="tools">
        {tools.map((tool) => (
          <ToolRow key={tool.path} tool={tool} />
        ))}
      </ul>
      {isCut && !atMost && (
        <p class="centre">
          <button type="button" onClick={onMore}>
            Show {Math.min(PAGE, total - tools.length)} more
          </button>
        </p>
      )}
      {isCut && atMost && <p class="centre muted">Use more words, or choose a server, to find the others.</p>}
    </>
  );
}

function ToolRow({ tool }: { readonly tool: Tool }) {
  const [isOpen, setOpen] = useState(false);
  const { path, title, description, signature, read_only, destructive } = tool;
  return (
    <li class="tool">
      <div class="tool-head">
        <h2>
          <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {path}
          </button>
        </h2>
        {title !== undefined && <span class="muted">{title}</span>}
        {read_only === true && <Mark icon="ok" tone="ok" word="read-only" />}
        {destructive === true && read_only !== true && <Mark icon="refused" tone="refused" word="destructive" />}
        <a class="try" href={`${BASE}/playground?tool=${encodeURIComponent(path)}`}>
          Try<span class="visually-hidden"> {path}</span>
        </a>
      </div>
      <p class={isOpen ? "description" : "description clamped"}>{description}</p>
      {!isOpen && <Signature text={signatureText(signature, description)} isClamped />}
      {isOpen && <Schemas tool={tool} />}
    </li>
  );
}

function Schemas({ tool: { path, server } }: { readonly tool: Tool }) {
  const [loading, reload] = useGet<Found>("tools", { server, schemas: "true" });
  return (
    <div class="schemas">
      <Loaded of={loading} retry={reload}>
        {({ tools }) => {
          const tool = tools.find((one) => one.path === path);
          return (
            <>
              {tool?.types !== undefined && <Signature text={tool.types} />}
              <h3>Input schema</h3>
              <JsonView value={tool?.input_schema} label="Input schema" />
              {tool?.output_schema !== undefined && (
                <>
                  <h3>Output schema</h3>
                  <JsonView value={tool.output_schema} label="Output schema" />
                </>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
