/** Tools for a request in words, as NCP describes them, with how sure it is that they are meant. */
import { asList, asRecord, isRecord } from "../../lib/is-record.ts";
import type { Catalog, ServerCatalog } from "../../catalog/catalog.ts";
import { splitsOf } from "../../catalog/find-server.ts";
import { bareName } from "./bare-name.ts";
import { search, type SearchIndex } from "../../catalog/search/index.ts";
import { argumentSchema } from "../../../sdk-gen/index.ts";
import { classify, wordsOf } from "../../policy/tiers.ts";
import type { ToolDefinition } from "../../upstream/connector.ts";
import { isAllowed } from "../allowed-servers.ts";

export interface Candidate {
  /** `server:tool`, with the names they have in gateway.json and in the server's list. */
  readonly path: string;
  /** Identifiers. */
  readonly server: string;
  readonly identifier: string;
  readonly tool: ToolDefinition;
  /** 0 to 1: how much of the request it explains, and how it compares with the best. */
  readonly confidence: number;
}

/** The second is close to the first when it is this sure, measured by the first. */
const CLOSE = 0.75;
/** Queries of one request, as in `send email | post message`. */
const MAX_ALTERNATIVES = 5;

/** @returns best first; of `server:tool` or `server.tool` only the one that is named */
export function candidatesFor(
  catalog: Catalog,
  index: SearchIndex,
  allowedServers: readonly string[],
  request: string,
  limit: number,
): readonly Candidate[] {
  const allowed = catalog.servers.filter((server) => isAllowed(server, allowedServers));
  const named = findNamed(allowed, request.trim());
  if (named) return [named];
  const found = new Map<string, Candidate>();
  for (const query of request.split("|").slice(0, MAX_ALTERNATIVES)) {
    const { hits } = search(index, query, { limit, servers: allowed.map(({ identifier }) => identifier) });
    const best = hits[0]?.score ?? 0;
    for (const { server, tool, score, coverage } of hits) {
      const owner = allowed.find(({ identifier }) => identifier === server);
      const definition = owner?.table.find(tool);
      if (!owner || !definition) continue;
      const confidence = best === 0 ? 0 : Math.round(coverage * (score / best) * 1_000) / 1_000;
      const candidate = toCandidate(owner, definition, confidence);
      if ((found.get(candidate.path)?.confidence ?? -1) < confidence) found.set(candidate.path, candidate);
    }
  }
  // Sorting keeps the order of those that are equally sure, as in a listing.
  return [...found.values()].sort((one, other) => other.confidence - one.confidence).slice(0, limit);
}

/** @param path `server:tool` or `server.tool`, also with the punctuation of a sentence around it */
export function findNamed(servers: readonly ServerCatalog[], path: string): Candidate | undefined {
  for (const text of new Set([path, bareName(path)])) {
    for (const { server, tool: name } of splitsOf(text, servers, [":", "."])) {
      const tool = server.table.find(name);
      if (tool) return toCandidate(server, tool, 1);
    }
  }
  return undefined;
}

function toCandidate({ name, identifier, table }: ServerCatalog, tool: ToolDefinition, confidence: number): Candidate {
  return { path: `${name}:${tool.name}`, server: identifier, identifier: table.identifierOf(tool), tool, confidence };
}

export function isAmbiguous(first: Candidate, second: Candidate | undefined): boolean {
  return second !== undefined && second.confidence >= first.confidence * CLOSE;
}

/** First words of tools that a policy does not call destructive, but that must not be called by a guess. */
const ENDS = new Set(["cancel", "clear"]);
/** First words of tools that only read, whatever their other words are. */
const READS = new Set(["get", "list", "search", "find", "read", "fetch", "show", "view", "count", "check", "describe"]);

/** Words of tools that do something else besides reading: `find_or_create_charge`, `find_replace_text`. */
const SAYS_MORE = new Set(["and", "or", "replace"]);
const DOES_NOT_CHECK = new Set(["in", "out"]);

/** @returns true if the first word of the name reads, and no other word says more */
export function readsByName(name: string): boolean {
  const words = wordsOf(name);
  const [first = "", second = ""] = words;
  if (first === "check" && DOES_NOT_CHECK.has(second)) return false;
  return READS.has(first) && !words.some((word) => SAYS_MORE.has(word));
}

/** @returns why the tool is not called on an intent, by its annotations and the words of its name; undefined if it may be */
export function reasonAgainst(tool: ToolDefinition): string | undefined {
  const { name, annotations } = tool;
  const { tier, reason } = classify(tool);
  const [first = ""] = wordsOf(name);
  if (tier === "destructive") return reason;
  if (annotations?.readOnlyHint === true) return undefined;
  if (tier === "financial" && !readsByName(name)) return reason;
  if (annotations?.destructiveHint === true) return "It is marked destructive (destructiveHint).";
  return annotations?.destructiveHint === undefined && ENDS.has(first) ? `Its name says "${first}".` : undefined;
}

/** A tool as `ncp.find` lists it. */
export function toFound({ path, server, identifier, tool, confidence }: Candidate): object {
  const schema = isRecord(tool.inputSchema) ? tool.inputSchema : { type: "object" };
  const properties = asRecord(schema["properties"]);
  const required = new Set<unknown>(asList(asRecord(argumentSchema(tool))["required"]));
  return {
    toolName: path,
    name: path,
    mcp: path.slice(0, path.indexOf(":")),
    tool: tool.name,
    call: `${server}.${identifier}`,
    description: tool.description ?? "",
    confidence,
    parameters: Object.entries(properties).map(([name, one]) => ({
      name,
      ...(isRecord(one) && { type: one["type"], description: one["description"] }),
      required: required.has(name),
    })),
    schema,
  };
}
