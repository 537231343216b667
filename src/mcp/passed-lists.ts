/**
 * Lists of servers that are exposed directly, as they are read once for a request of a client, and whose resource a URI is. A list that
 * failed, or was read in part, is not an empty one: a URI that may be in it is not sent to another server whose template may fit every URI.
 */
import { isSpecType } from "@modelcontextprotocol/server";
import type { PassedServer, UnlistedServer } from "../catalog/passed-servers.ts";
import type { Result } from "../lib/result.ts";
import { quote } from "../lib/shorten.ts";
import { matchesWildcard } from "../lib/wildcard.ts";
import type { Executed } from "../runs/execute-context.ts";
import type { SingleCall } from "../runs/single-call.ts";
import { valueOf } from "./refused-feature.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** The type of the entries of each list. Clients refuse a whole list for one entry of another form, so such an entry is left out. */
const ENTRIES = {
  "$prompts.list": "Prompt",
  "$resources.list": "Resource",
  "$resources.templates": "ResourceTemplate",
} as const;
export type ListFeature = keyof typeof ENTRIES;

/** JSON of a list of all servers together; each has an equal part of it. */
const MAX_LISTED_CHARS = 3_000_000;

/** Failures of a list that the caller may not have: it has no entries for this caller. */
const WITHHELD = ["POLICY_DENIED", "SERVER_NOT_ALLOWED", "TOOL_NOT_FOUND", "QUARANTINED"];

export interface ServerList {
  readonly server: PassedServer;
  readonly entries: readonly Fields[];
  /** The reason why the server may have more entries. */
  readonly problem: string | undefined;
}

interface PassedLists {
  /** @returns the list of each server that has one */
  of(feature: ListFeature): Promise<readonly ServerList[]>;
  /** @returns the server that has the resource or the template, undefined where none has it; an error where that is not known */
  ownerOf(uri: string, isTemplate: boolean): Promise<Result<PassedServer | undefined, string>>;
}

/** @param unlisted servers that may have prompts and resources, too @param run runs a script */
export function passedLists(
  servers: readonly PassedServer[],
  unlisted: readonly UnlistedServer[],
  run: (call: SingleCall) => Promise<Executed>,
): PassedLists {
  const read = new Map<ListFeature, Promise<readonly ServerList[]>>();
  const of = (feature: ListFeature): Promise<readonly ServerList[]> => {
    const lists = read.get(feature) ?? readNow(feature);
    read.set(feature, lists);
    return lists;
  };
  const readNow = async (feature: ListFeature): Promise<readonly ServerList[]> => {
    const isReadable = (entry: Fields): boolean => isSpecType[ENTRIES[feature]](entry);
    const listing = servers.filter((server) => server.has(feature));
    if (listing.length === 0) return [];
    const names = listing.map(({ identifier }) => `() => ${identifier}[${JSON.stringify(feature)}]()`);
    const input = { chars: Math.floor(MAX_LISTED_CHARS / listing.length), withheld: WITHHELD };
    const lists = valueOf(await run({ code: listingCode(feature, names), input })) as readonly Listed[];
    return lists.flatMap(({ entries, problem }, at) => {
      const server = listing[at];
      if (server === undefined) return [];
      const why = problem === undefined ? undefined : `${server.name}: ${problem}`;
      return { server, entries: entries.filter(isReadable), problem: why };
    });
  };
  return {
    of,
    async ownerOf(uri, isTemplate) {
      const having = servers.filter((server) => server.has("$resources.read"));
      if (having.length < 2 && unlisted.length === 0) return { ok: true, value: having[0] };
      const resources = isTemplate ? [] : await of("$resources.list");
      const listed = resources.find(({ entries }) => entries.some((entry) => entry["uri"] === uri))?.server;
      if (listed !== undefined && listed === having[0]) return { ok: true, value: listed };
      const matches = ({ uriTemplate }: Fields): boolean =>
        isTemplate ? uriTemplate === uri : matchesWildcard(patternOf(String(uriTemplate)), uri);
      const isOwn = (entry: Fields): boolean => matches(entry) && namesScheme(String(entry["uriTemplate"]), uri);
      const templates = await of("$resources.templates");
      if (listed !== undefined) {
        // An earlier server whose template is of the URI's scheme owns it: a later one cannot take it by listing it.
        const earlier = having.slice(0, having.indexOf(listed));
        const owner = templates.find(({ server, entries }) => earlier.includes(server) && entries.some(isOwn));
        return { ok: true, value: owner?.server ?? listed };
      }
      // The first server that has it owns it, so that an earlier one whose list is not known may be the owner.
      const first = templates.find(({ entries, problem }) => problem !== undefined || entries.some(matches));
      const hasFirst = first?.entries.some(matches) === true;
      const problem = problemIn(resources) ?? unlisted[0]?.reason ?? (hasFirst ? undefined : first?.problem);
      if (problem === undefined) return { ok: true, value: first?.server };
      const own = templates.find(({ entries }) => entries.some(isOwn));
      return own === undefined ? { ok: false, error: unknownOwner(uri, problem) } : { ok: true, value: own.server };
    },
  };
}

/** @returns why one of the lists is not known as a whole; undefined where all are */
export function problemIn(lists: readonly ServerList[]): string | undefined {
  return lists.find(({ problem }) => problem !== undefined)?.problem;
}

/** Schemes that are those of no server. */
const SHARED_SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "file:", "data:"]);

/** @returns true for a template that is of the URI's own scheme, which says whose it is while other lists are not known */
function namesScheme(template: string, uri: string): boolean {
  const scheme = uri.slice(0, uri.indexOf(":") + 1).toLowerCase();
  return scheme !== "" && !SHARED_SCHEMES.has(scheme) && template.toLowerCase().startsWith(scheme);
}

function unknownOwner(uri: string, problem: string): string {
  return `The server of ${quote(uri, 300)} cannot be determined: ${problem}`;
}

interface Listed {
  readonly entries: readonly Fields[];
  readonly problem?: string;
}

/** A script: the lists of the servers, each as long as its part allows, or why it failed. Its first line is the title of its run. */
function listingCode(feature: string, lists: readonly string[]): string {
  return `// ${feature} of servers that are exposed directly, for a client
const bounded = (list) => {
  let chars = 0;
  const end = list.findIndex((entry) => (chars += JSON.stringify(entry).length) > input.chars);
  if (end < 0) return { entries: list };
  return { entries: list.slice(0, end), problem: "its list has more than " + input.chars + " characters." };
};
const failed = ({ code, message }) =>
  input.withheld.includes(code) ? { entries: [] } : { entries: [], problem: String(message).slice(0, 500) };
await Promise.all([${lists.join(", ")}].map((list) => list().then(bounded, failed)))`;
}

/**
 * @param template a URI template (RFC 6570) @returns the pattern of the URIs that may come from it: an expression stands for any text.
 * A brace that is not closed is matched with all that follows it, and stays: to begin at each one again takes quadratic time.
 */
function patternOf(template: string): string {
  return template.replaceAll(/\{[^}]*(\}?)/g, (found, close) => (close === "" ? found : "*"));
}
