/**
 * The descriptions that a model reads in `tools/list`. Whatever the number of upstreams, each description stays under 2,000
 * characters (some clients cut there) and the whole answer under 800 tokens. All signatures are printed if they fit in the
 * remaining budget; otherwise every server is named with its tool count, so that all are visible.
 */
import type { Catalog } from "../catalog/catalog.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import { identifiersOf } from "../catalog/server-names.ts";
import { estimateTokens } from "../catalog/tokens.ts";
import { printTools } from "../../sdk-gen/index.ts";
import { shorten } from "../lib/shorten.ts";

const MAX_DESCRIPTION_LENGTH = 1_990;
/** Budget for the catalog, the hosts and the packages in the description of execute_code. */
const CATALOG_TOKENS = 208;

const SEARCH =
  'Find tools: TypeScript signatures for execute_code, best first. `a?` may be left out; no return type means unknown. No query: lists. An exact path ("github.create_issue") shows that tool.';

const EXECUTE = `Run a JavaScript or TypeScript script that calls many tools; only its value comes back. \`await server.tool({…})\` returns its value or throws ToolError {code, server, tool, message}; Promise.all runs calls in parallel. The value is \`return\` or the last expression. In scope: input, console, sleep(ms), call_tool(server, tool, args): {ok, result}, results.read(handle), store.get/put, files.read/write, scripts.name(input).`;

const LAST = "Find signatures with search_tools first.";

const MAX_NAMES_CHARS = 160;

interface ToolTexts {
  readonly search: string;
  readonly execute: string;
}

/** The packages that scripts may import. */
export type Packages = readonly { readonly name: string; readonly needsApproval: boolean }[];

/** The hosts that scripts may fetch from, and the packages that they may import. */
interface Reach {
  readonly hosts: readonly string[];
  readonly packages: Packages;
}

export function toolTexts(snapshot: Snapshot, catalog: Catalog, reach: Reach): ToolTexts {
  const outside = network(reach);
  const about = `${EXECUTE} ${outside} ${LAST}`;
  const room = { chars: MAX_DESCRIPTION_LENGTH - about.length - 1, tokens: CATALOG_TOKENS - estimateTokens(outside) };
  return { search: SEARCH, execute: `${about}\n${offer(snapshot, catalog, room)}`.slice(0, MAX_DESCRIPTION_LENGTH) };
}

function network({ hosts, packages }: Reach): string {
  if (hosts.length === 0 && packages.length === 0) return "No network, no imports.";
  const fetches = hosts.length === 0 ? "No network." : `fetch(url, init) reaches only ${short(hosts)}.`;
  if (packages.length === 0) return `${fetches} No imports.`;
  const held = packages.some(({ needsApproval }) => needsApproval) ? " (* waits for a person's approval)" : "";
  const names = packages.map(({ name, needsApproval }) => (needsApproval ? `${name}*` : name));
  return `${fetches} Only these packages can be imported: ${short(names)}${held}.`;
}

function short(names: readonly string[]): string {
  const all = names.join(", ");
  return shorten(all, MAX_NAMES_CHARS);
}

/** The part of a description that the catalog may take. */
interface Room {
  readonly chars: number;
  readonly tokens: number;
}

function offer(snapshot: Snapshot, catalog: Catalog, room: Room): string {
  if (snapshot.servers.length === 0) return "No servers are configured yet (gateway.json).";
  const signatures = inlined(catalog, room);
  const everyoneListed = snapshot.servers.every(({ hash }) => hash !== undefined);
  if (everyoneListed && signatures !== undefined) return signatures;
  return fitted(serverLines(snapshot, catalog), room);
}

function inlined(catalog: Catalog, { chars, tokens }: Room): string | undefined {
  if (catalog.toolCount > 40) return undefined;
  const text = catalog.servers
    .map(({ sdk }) =>
      printTools(
        sdk,
        sdk.tools.map(({ identifier }) => identifier),
        "signatures",
      ),
    )
    .join("\n");
  const all = `All tools:\n${text}`;
  return all.length <= chars && estimateTokens(text) <= tokens ? all : undefined;
}

function serverLines(snapshot: Snapshot, catalog: Catalog): readonly string[] {
  const identifiers = identifiersOf(snapshot.servers);
  const counts = new Map(catalog.servers.map(({ name, sdk }) => [name, sdk.tools.length]));
  return snapshot.servers.map(({ name, status }) => {
    const identifier = identifiers.get(name) ?? name;
    const count = counts.get(name);
    // The link is left out, so that the list does not change while the state is the same.
    const down = status.state === "down" && status.needsSignIn === true ? "(needs sign-in)" : "(down)";
    if (count !== undefined)
      return status.state === "down" ? `${identifier} ${count} ${down}` : `${identifier} ${count}`;
    return status.state === "down" ? `${identifier} ${down}` : `${identifier} (connecting)`;
  });
}

/** Shortens names evenly; if that is not enough, leaves some out and counts them. */
function fitted(lines: readonly string[], { chars, tokens }: Room): string {
  for (const longest of [80, 24, 12]) {
    const text = `Servers and their tool counts: ${lines.map((line) => shortened(line, longest)).join(", ")}.`;
    if (text.length <= chars && estimateTokens(text) <= tokens) return text;
  }
  const kept: string[] = [];
  for (const line of lines) {
    const next = `Servers and their tool counts: ${[...kept, shortened(line, 12)].join(", ")}`;
    if (next.length > chars - 80 || estimateTokens(next) > tokens - 20) break;
    kept.push(shortened(line, 12));
  }
  return `Servers and their tool counts: ${kept.join(", ")} and ${lines.length - kept.length} more (search_tools without query lists them).`;
}

function shortened(line: string, longest: number): string {
  const space = line.indexOf(" ");
  const name = line.slice(0, space);
  return name.length <= longest ? line : `${name.slice(0, longest)}…${line.slice(space)}`;
}
