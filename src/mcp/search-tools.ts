/**
 * Answers `search_tools`: signatures of the best tools, names of further ones, and remarks on the request: which tool matches
 * which part of it, that no tool matches well, that a server it names is down.
 */
import * as z from "zod";
import type { Detail } from "../../sdk-gen/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { describeTools, type Description, type ToolPath } from "../catalog/describe.ts";
import { findServer, type NamedServer } from "../catalog/find-server.ts";
import { findOwnFunctions } from "../catalog/find-own-functions.ts";
import { pathQuery } from "../catalog/path-query.ts";
import { fuse } from "../catalog/semantic/fuse.ts";
import { counted } from "../lib/counted.ts";
import { issueText } from "../lib/issue-text.ts";
import { heldMeant } from "../catalog/held-meant.ts";
import { nearest } from "../lib/nearest.ts";
import { quote } from "../lib/shorten.ts";
import { search, type Hit, type SearchIndex, type SearchResult } from "../catalog/search/index.ts";
import { identifiersOf } from "../catalog/server-names.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import { findScripts } from "./script-views.ts";
import { serverNotices } from "./server-notices.ts";
import type { Result } from "../lib/result.ts";

const MAX_LIMIT = 100;
const DEFAULT_TOKENS = 2_000;
const DEFAULT_LIMITS: Record<Detail, number> = { names: 50, signatures: 10, full: 5 };
/** Budget for the signatures of a sentence without `max_tokens` and `limit`; further tools are only named. */
const SIGNATURE_TOKENS = 1_000;

export const searchRequestSchema = z.strictObject({
  query: z.string().max(4_000).optional().describe("what you want to do"),
  server: z.string().optional().describe("only this server"),
  detail: z.enum(["names", "signatures", "full"]).optional().describe("default signatures"),
  limit: z.int().min(1).max(MAX_LIMIT).optional(),
  max_tokens: z.int().min(100).max(20_000).optional().describe("of the answer; default 2000"),
  read_only: z.boolean().optional().describe("only tools that change nothing"),
  non_destructive: z.boolean().optional().describe("no tools marked destructive"),
});
type SearchArguments = z.output<typeof searchRequestSchema>;

/** Rights of the caller besides the tools of the catalog. */
interface SearchSession {
  /** Reasons why servers that are switched off have no tools, by name. */
  readonly switchedOff: ReadonlyMap<string, string>;
  /** Whether scripts may save scripts. */
  readonly maySaveScripts: boolean;
}

/** The rankings that a search needs besides the catalog. */
export interface Ranking {
  index(catalog: Catalog): Promise<SearchIndex>;
  /** A second ranking, fused with that of the index. @returns undefined while there are no vectors to rank by */
  rankByMeaning(query: string, catalog: Catalog): Promise<readonly ToolPath[] | undefined>;
}

export async function searchTools(
  value: unknown,
  snapshot: Snapshot,
  catalog: Catalog,
  ranking: Ranking,
  { switchedOff, maySaveScripts }: SearchSession,
): Promise<Result<string, string>> {
  const parsed = searchRequestSchema.safeParse(value ?? {});
  if (!parsed.success) {
    const { issues } = parsed.error;
    const problems = issues.map((issue) => issueText(issue, value)).join("; ");
    const isUnknown = issues.some(({ code }) => code === "unrecognized_keys");
    const known = isUnknown ? `. The known options are ${Object.keys(searchRequestSchema.shape).join(", ")}.` : "";
    return { ok: false, error: `INVALID_ARGS ${problems}${known}` };
  }
  const request = withoutBlankQuery(parsed.data);
  const { query = "", server } = request;
  const identifiers = identifiersOf(snapshot.servers);
  const wanted = server === undefined ? undefined : serverMeant(server, namesOf(identifiers))?.identifier;
  if (server !== undefined && wanted === undefined) {
    const why = switchedOff.get(server);
    if (why !== undefined) return { ok: false, error: `${server} ${why}` };
    const close = nearest(server, identifiers.values());
    const hint =
      close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `Servers: ${[...identifiers.values()].join(", ")}.`;
    return { ok: false, error: `There is no server ${JSON.stringify(server)}. ${hint}` };
  }
  const found = await find(request, wanted, catalog, ranking);
  const fitting = found.hits.filter(({ isWeak }) => !isWeak);
  const isSentence = query.trim() !== "" && !found.isPath;
  const saved = wanted === undefined && !found.isPath ? findScripts(snapshot.scripts, query) : [];
  const own = wanted === undefined && isSentence ? findOwnFunctions(query, catalog, maySaveScripts) : [];
  const isFruitless = fitting.length === 0;
  const notices = serverNotices(snapshot, identifiers, { server: wanted, query, isFruitless });
  // Other words find no more on a server that has no tools yet.
  const isUnlisted = wanted !== undefined && !catalog.servers.some(({ identifier }) => identifier === wanted);
  const lines = [
    ...(isUnlisted ? notices : []),
    ...(isSentence && isFruitless && !(isUnlisted && notices.length > 0) ? [nothingFits(request, found)] : []),
    // Advice names the server as scripts do.
    ...answer({ ...request, ...(wanted !== undefined && { server: wanted }) }, found, catalog),
    ...saved,
    ...own,
    ...heldMeant(snapshot.servers, query, wanted).map(
      (path) => `// ${path} is held until an admin accepts it (isogate pins list).`,
    ),
    ...withheldLines(found),
    ...(isUnlisted ? [] : notices),
  ];
  return { ok: true, value: lines.filter((line) => line !== "").join("\n") };
}

function withoutBlankQuery(request: SearchArguments): SearchArguments {
  const { query, ...others } = request;
  return query === undefined || query.trim() !== "" ? request : others;
}

async function find(
  request: SearchArguments,
  wanted: string | undefined,
  catalog: Catalog,
  ranking: Ranking,
): Promise<SearchResult> {
  const { query = "", detail = "signatures", limit = DEFAULT_LIMITS[detail], read_only, non_destructive } = request;
  const found = search(await ranking.index(catalog), pathQuery(query, catalog.servers), {
    limit,
    ...(wanted !== undefined && { servers: [wanted] }),
    ...(read_only && { readOnly: true }),
    ...(non_destructive && { nonDestructive: true }),
  });
  const isFiltered = wanted !== undefined || read_only === true || non_destructive === true;
  // An exact path needs no second ranking, and tools that a filter withholds must not return by it.
  const near = query === "" || isFiltered || found.isPath ? undefined : await ranking.rankByMeaning(query, catalog);
  if (!near) return found;
  // The model gives no confidence, so tools that only it finds count as matches.
  const others = near.map(({ server, tool }): Hit => ({ server, tool, score: 0, coverage: 0, isWeak: false }));
  return { ...found, hits: fuse([found.hits, others], pathOf).slice(0, limit) };
}

/** Describes the tools found. Without `detail`, a path is described in full; a sentence gets signatures of the best tools only. */
function answer(request: SearchArguments, found: SearchResult, catalog: Catalog): string[] {
  const { query = "", max_tokens: maxTokens = DEFAULT_TOKENS, limit } = request;
  const detail = request.detail ?? (found.isPath ? "full" : "signatures");
  const isBrief =
    detail === "signatures" && query !== "" && !found.isPath && request.max_tokens === undefined && limit === undefined;
  const { hits } = found;
  const described = describeTools(catalog, hits, detail, isBrief ? SIGNATURE_TOKENS : maxTokens);
  const shown = new Set(hits.slice(0, described.shown).map(pathOf));
  const named = hits.map(pathOf).filter((path) => !shown.has(path));
  return [
    described.text,
    ...parts(found),
    ...weak(found, shown),
    ...(isBrief && named.length > 0 ? [`// also: ${named.join(", ")}`] : []),
    ...remarks({ found, described, request, detail, isBrief }),
  ];
}

/** @returns lines that name the tools for each part of a request with several parts */
function parts({ parts: texts, hits }: SearchResult): string[] {
  const lines = texts.flatMap((text, part) => {
    const matching = hits.filter((hit) => hit.part === part && !hit.isWeak);
    const answering = matching.sort((a, b) => (b.partScore ?? 0) - (a.partScore ?? 0)).slice(0, 3);
    return answering.length === 0 ? [] : [`// ${quote(text, 49)}: ${answering.map(pathOf).join(", ")}`];
  });
  return lines.length > 1 ? lines : [];
}

/** @returns a line that tells the tools that match from those that match in part, by naming the fewer of both */
function weak({ hits }: SearchResult, shown: ReadonlySet<string>): string[] {
  const [partly = [], well = []] = [true, false].map((isWeak) =>
    hits.filter((hit) => hit.isWeak === isWeak && shown.has(pathOf(hit))).map(pathOf),
  );
  if (partly.length === 0 || partly.length === hits.length) return [];
  return well.length > 0 && well.length < partly.length
    ? [`// match well: ${well.join(", ")}; the others only in part`]
    : [`// match only in part: ${partly.join(", ")}`];
}

function nothingFits({ server }: SearchArguments, { hits }: SearchResult): string {
  const where = server === undefined ? "" : ` on ${server}`;
  return hits.length === 0
    ? `// No tool matches${where}. Use other words (most tools are described in English), or search without a query to list.`
    : `// Nothing fits well${where}; the nearest:`;
}

interface Outcome {
  readonly found: SearchResult;
  readonly described: Description;
  readonly request: SearchArguments;
  readonly detail: Detail;
  readonly isBrief: boolean;
}

/** @returns lines that say what was left out, and how to get it */
function remarks({ found, described, request, detail, isBrief }: Outcome): string[] {
  const lines: string[] = [];
  const [folded] = described.folded;
  if (folded !== undefined) lines.push(`// object = types left out; the query ${JSON.stringify(folded)} shows them.`);
  if (described.detail !== detail) {
    lines.push(
      `// Too long for ${request.max_tokens ?? DEFAULT_TOKENS} tokens at detail "${detail}"; raise max_tokens.`,
    );
  }
  const more = Math.min(found.hits.length, found.total) - described.shown;
  if (!isBrief && more > 0) lines.push(`// ${more} more match; narrow the query, or raise max_tokens.`);
  if (request.query === undefined && found.total > found.hits.length) {
    lines.push(`// ${counted(found.total - found.hits.length, "more tool")}; ${howToList(request)}.`);
  }
  return lines;
}

function howToList({ server, limit = 0 }: SearchArguments): string {
  const raise = `raise limit (at most ${MAX_LIMIT})`;
  if (server === undefined) return limit < MAX_LIMIT ? `${raise} or name a server` : "name a server";
  const keys = `\`Object.keys(${server})\` in a script has the names of all`;
  return limit < MAX_LIMIT ? `${raise}; ${keys}` : `say in a query what they do; ${keys}`;
}

function withheldLines({ withheld: { readOnly, nonDestructive } }: SearchResult): string[] {
  return [
    ...(readOnly > 0 ? [`// ${readOnly} withheld by read_only.`] : []),
    ...(nonDestructive > 0 ? [`// ${nonDestructive} withheld by non_destructive.`] : []),
  ];
}

/** A model writes `GitHub` for the server `github`. */
function serverMeant(server: string, servers: readonly NamedServer[]): NamedServer | undefined {
  const inAnyCase = servers.filter(({ name }) => name.toLowerCase() === server.toLowerCase());
  return findServer(server, servers) ?? (inAnyCase.length === 1 ? inAnyCase[0] : undefined);
}

function namesOf(identifiers: ReadonlyMap<string, string>): readonly NamedServer[] {
  return [...identifiers].map(([name, identifier]) => ({ name, identifier }));
}

function pathOf({ server, tool }: ToolPath): string {
  return `${server}.${tool}`;
}
