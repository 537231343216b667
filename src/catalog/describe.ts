/**
 * The text of some tools within a token budget. Tools are taken in the order given (a search's best first, or a listing shared
 * out over servers); what they share is printed once per server, so a tool's cost depends on its neighbours and is
 * measured by printing. The budget is honoured by estimate; see tokens.ts for how good that is.
 */
import { printTools } from "../../sdk-gen/index.ts";
import type { Detail } from "../../sdk-gen/index.ts";
import type { Catalog } from "./catalog.ts";
import { estimateTokens } from "./tokens.ts";

export interface ToolPath {
  /** Identifiers, as in `server.tool`. */
  readonly server: string;
  readonly tool: string;
}

export interface Description {
  readonly text: string;
  /** How many of the paths, from the front, are in it. */
  readonly shown: number;
  /** Less than was asked for, because not even the first tool fits otherwise. */
  readonly detail: Detail;
}

const LESS: Record<Detail, Detail | undefined> = { full: "signatures", signatures: "names", names: undefined };

export function describeTools(
  catalog: Catalog,
  paths: readonly ToolPath[],
  detail: Detail,
  maxTokens: number,
): Description {
  const blocks = new Map<
    string,
    { readonly tools: readonly string[]; readonly text: string; readonly tokens: number }
  >();
  let total = 0;
  let shown = 0;
  for (const { server, tool } of paths) {
    const before = blocks.get(server);
    const tools = [...(before?.tools ?? []), tool];
    const text = printServer(catalog, server, tools, detail);
    const tokens = estimateTokens(text);
    const next = total - (before?.tokens ?? 0) + tokens;
    if (next > maxTokens) break;
    blocks.set(server, { tools, text, tokens });
    total = next;
    shown += 1;
  }
  const less = LESS[detail];
  if (shown === 0 && paths.length > 0 && less !== undefined) return describeTools(catalog, paths, less, maxTokens);
  return { text: [...blocks.values()].map((block) => block.text).join("\n"), shown, detail };
}

function printServer(catalog: Catalog, server: string, tools: readonly string[], detail: Detail): string {
  const found = catalog.servers.find(({ identifier }) => identifier === server);
  return found ? printTools(found.sdk, tools, detail) : "";
}
