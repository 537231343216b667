/**
 * The answer of `search_tools`: signatures that are ready to call, then what else a model should know: how many more
 * there are, which servers are down and why, what could not be read.
 */
import * as z from "zod";
import { printTools } from "../../sdk-gen/index.ts";
import type { Detail } from "../../sdk-gen/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { nearest } from "../catalog/nearest.ts";
import { search } from "../catalog/search/index.ts";
import { serverIdentifiers } from "../catalog/server-names.ts";
import type { Snapshot } from "../catalog/snapshot.ts";

const MAX_LIMIT = 100;
const DEFAULT_LIMITS: Record<Detail, number> = { names: 50, signatures: 12, full: 5 };

export const searchRequestSchema = z.strictObject({
  query: z.string().max(4_000).optional().describe("what you want to do"),
  server: z.string().optional().describe("only this server"),
  detail: z.enum(["names", "signatures", "full"]).optional().describe("default signatures"),
  limit: z.int().min(1).max(MAX_LIMIT).optional(),
});

export type SearchAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

export function searchTools(asked: unknown, snapshot: Snapshot, catalog: Catalog): SearchAnswer {
  const parsed = searchRequestSchema.safeParse(asked ?? {});
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "arguments"}: ${message}`);
    return { ok: false, message: `INVALID_ARGS ${problems.join("; ")}` };
  }
  const { query = "", server, detail = "signatures", limit = DEFAULT_LIMITS[detail] } = parsed.data;
  const identifiers = serverIdentifiers(snapshot.servers.map(({ name }) => name));
  const wanted = server === undefined ? undefined : findServer(server, identifiers);
  if (server !== undefined && wanted === undefined) {
    const close = nearest(server, identifiers.values());
    const hint =
      close.length > 0 ? `Did you mean ${close.join(" or ")}?` : `Servers: ${[...identifiers.values()].join(", ")}.`;
    return { ok: false, message: `There is no server ${JSON.stringify(server)}. ${hint}` };
  }
  const found = search(catalog.index, query, { limit, ...(wanted && { servers: [wanted] }) });
  const paths = found.hits.map((hit) => ({ server: hit.server, tool: hit.tool }));
  const lines = [
    printHits(catalog, paths, detail),
    ...remarks(found, paths.length, query, wanted),
    ...health(snapshot, identifiers),
  ];
  return { ok: true, text: lines.filter((line) => line !== "").join("\n") };
}

function findServer(asked: string, identifiers: ReadonlyMap<string, string>): string | undefined {
  for (const [name, identifier] of identifiers) if (name === asked || identifier === asked) return identifier;
  return undefined;
}

interface Path {
  readonly server: string;
  readonly tool: string;
}

/** Best first; neighbours of one server share one block, and with it the types they have in common. */
function printHits(catalog: Catalog, paths: readonly Path[], detail: Detail): string {
  const blocks: { readonly server: string; readonly tools: string[] }[] = [];
  for (const { server, tool } of paths) {
    const block = blocks.find((one) => one.server === server);
    if (block) block.tools.push(tool);
    else blocks.push({ server, tools: [tool] });
  }
  return blocks
    .map(({ server, tools }) => {
      const found = catalog.servers.find(({ identifier }) => identifier === server);
      return found ? printTools(found.sdk, tools, detail) : "";
    })
    .join("\n");
}

function remarks(
  found: { readonly total: number },
  shown: number,
  query: string,
  server: string | undefined,
): string[] {
  if (shown === 0 && query !== "") {
    const where = server === undefined ? "" : ` on ${server}`;
    return [`// No tool matches${where}. Use other words, or search without a query to list.`];
  }
  const more = found.total - shown;
  return more > 0 ? [`// ${more} more match; narrow the query or raise limit (at most ${MAX_LIMIT}).`] : [];
}

function health(snapshot: Snapshot, identifiers: ReadonlyMap<string, string>): string[] {
  return snapshot.servers.flatMap(({ name, status, unreadable = [] }) => {
    const identifier = identifiers.get(name) ?? name;
    const lines: string[] = [];
    if (status.state === "down") lines.push(`// ${identifier} is down: ${oneLine(status.reason)}`);
    if (status.state === "connecting") lines.push(`// ${identifier} is still connecting; search again in a moment.`);
    if (unreadable.length > 0)
      lines.push(`// ${identifier}: ${unreadable.length} entries of its list could not be read.`);
    return lines;
  });
}

/** Upstream words in an answer: never more than one line, never the end of a comment. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, 300);
}
