/**
 * The answer of `search_tools`: signatures that are ready to call, then what else a model should know: how many more
 * there are, which servers are down and why, what could not be read.
 */
import * as z from "zod";
import type { Detail } from "../../sdk-gen/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { describeTools } from "../catalog/describe.ts";
import type { Description, ToolPath } from "../catalog/describe.ts";
import { fuse } from "../catalog/semantic/fuse.ts";
import { nearest } from "../catalog/nearest.ts";
import { search } from "../catalog/search/index.ts";
import type { SearchIndex, SearchResult } from "../catalog/search/index.ts";
import { serverIdentifiers } from "../catalog/server-names.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import { findScripts } from "./script-views.ts";

const MAX_LIMIT = 100;
const DEFAULT_TOKENS = 2_000;
const DEFAULT_LIMITS: Record<Detail, number> = { names: 50, signatures: 12, full: 5 };

export const searchRequestSchema = z.strictObject({
  query: z.string().max(4_000).optional().describe("what you want to do"),
  server: z.string().optional().describe("only this server"),
  detail: z.enum(["names", "signatures", "full"]).optional().describe("default signatures"),
  limit: z.int().min(1).max(MAX_LIMIT).optional(),
  max_tokens: z.int().min(100).max(20_000).optional().describe("of the answer; default 2000"),
  read_only: z.boolean().optional().describe("only tools that change nothing"),
  non_destructive: z.boolean().optional().describe("no tools that destroy"),
});

export type SearchAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** What a search needs beside the catalog. */
export interface Ranking {
  index(catalog: Catalog): Promise<SearchIndex>;
  /** A second ranking, fused with that of the index. @returns undefined where there is nothing to rank by */
  rankByMeaning(query: string, catalog: Catalog): Promise<readonly ToolPath[] | undefined>;
}

export async function searchTools(
  value: unknown,
  snapshot: Snapshot,
  catalog: Catalog,
  ranking: Ranking,
): Promise<SearchAnswer> {
  const parsed = searchRequestSchema.safeParse(value ?? {});
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`);
    return { ok: false, message: `INVALID_ARGS ${problems.join("; ")}` };
  }
  const asked = parsed.data;
  const { query = "", server, detail = "signatures", limit = DEFAULT_LIMITS[detail] } = asked;
  const identifiers = serverIdentifiers(snapshot.servers.map(({ name }) => name));
  const wanted = server === undefined ? undefined : findServer(server, identifiers);
  if (server !== undefined && wanted === undefined) {
    const close = nearest(server, identifiers.values());
    const hint =
      close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `Servers: ${[...identifiers.values()].join(", ")}.`;
    return { ok: false, message: `There is no server ${JSON.stringify(server)}. ${hint}` };
  }
  const found = search(await ranking.index(catalog), query, {
    limit,
    ...(wanted && { servers: [wanted] }),
    ...(asked.read_only && { readOnly: true }),
    ...(asked.non_destructive && { nonDestructive: true }),
  });
  const isFiltered = wanted !== undefined || asked.read_only === true || asked.non_destructive === true;
  // An exact path is an answer already; and what a filter withholds must not come back by the other ranking.
  const isPath = query.includes(".") && found.hits[0] !== undefined && query === pathOf(found.hits[0]);
  const near = query === "" || isFiltered || isPath ? undefined : await ranking.rankByMeaning(query, catalog);
  const hits = near ? fuse<ToolPath>([found.hits, near], pathOf).slice(0, limit) : found.hits;
  const described = describeTools(catalog, hits, detail, asked.max_tokens ?? DEFAULT_TOKENS);
  const saved = wanted === undefined ? findScripts(snapshot.scripts, query) : [];
  const lines = [described.text, ...saved, ...remarks({ found, described, asked }), ...health(snapshot, identifiers)];
  return { ok: true, text: lines.filter((line) => line !== "").join("\n") };
}

function pathOf({ server, tool }: ToolPath): string {
  return `${server}.${tool}`;
}

function findServer(asked: string, identifiers: ReadonlyMap<string, string>): string | undefined {
  for (const [name, identifier] of identifiers) if (name === asked || identifier === asked) return identifier;
  return undefined;
}

interface Outcome {
  readonly found: SearchResult;
  readonly described: Description;
  readonly asked: z.output<typeof searchRequestSchema>;
}

/** What was left out, and how to get it. */
function remarks({ found, described, asked }: Outcome): string[] {
  const lines: string[] = [];
  const { query = "", detail = "signatures" } = asked;
  if (found.hits.length === 0 && query !== "") {
    const where = asked.server === undefined ? "" : ` on ${asked.server}`;
    lines.push(`// No tool matches${where}. Use other words, or search without a query to list.`);
  }
  if (described.detail !== detail) {
    lines.push(`// Too long for ${asked.max_tokens ?? DEFAULT_TOKENS} tokens at detail "${detail}"; raise max_tokens.`);
  }
  const more = found.total - described.shown;
  if (more > 0)
    lines.push(`// ${more} more match; narrow the query, or raise limit (at most ${MAX_LIMIT}) or max_tokens.`);
  const { readOnly, nonDestructive } = found.withheld;
  if (readOnly > 0) lines.push(`// ${readOnly} withheld by read_only.`);
  if (nonDestructive > 0) lines.push(`// ${nonDestructive} withheld by non_destructive.`);
  return lines;
}

function health(snapshot: Snapshot, identifiers: ReadonlyMap<string, string>): string[] {
  return snapshot.servers.flatMap(({ name, status, unreadable = [], withheld = [] }) => {
    const identifier = identifiers.get(name) ?? name;
    const lines: string[] = [];
    if (status.state === "down") lines.push(`// ${identifier} is down: ${oneLine(status.reason)}${signIn(status)}`);
    if (status.state === "connecting") lines.push(`// ${identifier} is still connecting; search again in a moment.`);
    if (unreadable.length > 0)
      lines.push(`// ${identifier}: ${unreadable.length} entries of its list could not be read.`);
    if (withheld.length > 0) lines.push(`// ${identifier}: ${withheld.length} tools withheld by your credentials.`);
    return lines;
  });
}

function signIn({ signInUrl }: { readonly signInUrl?: string }): string {
  return signInUrl === undefined ? "" : ` Open ${signInUrl} in a browser.`;
}

/** Upstream words in an answer: never more than one line, never the end of a comment. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, 300);
}
