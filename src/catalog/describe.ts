/**
 * Describes tools within a token budget. Tools are taken in the given order (a search's best first, or a listing that alternates
 * between servers). Shared types print once per server, so the cost of a tool depends on the others and is measured by printing.
 * A signature that would take too much of the budget prints with its types folded. Tokens are estimated; tokens.ts states the
 * error.
 */
import { printTools, type Detail } from "../../sdk-gen/index.ts";
import type { Catalog, ServerCatalog } from "./catalog.ts";
import { remarkOnParameters } from "./parameter-remarks.ts";
import { estimateTokens } from "./tokens.ts";

export interface ToolPath {
  /** Identifiers, as in `server.tool`. */
  readonly server: string;
  readonly tool: string;
}

export interface Description {
  readonly text: string;
  /** Number of paths, from the first on, that the text describes. */
  readonly shown: number;
  /** The level of the text; lower than the requested one if not even the first tool would fit. */
  readonly detail: Detail;
  /** Paths of the tools that print with folded types. */
  readonly folded: readonly string[];
}

const LESS: Record<Detail, Detail | undefined> = { full: "signatures", signatures: "names", names: undefined };
/** Shares of the budget that the first tool, and each further one, may take before its types are folded. */
const FIRST_SHARE = 0.45;
const FURTHER_SHARE = 0.2;
/** Numbers of object levels that folding keeps; the first that fits is used. */
const LEVELS = [3, 2, 1];

interface Block {
  readonly tools: readonly string[];
  readonly folded: ReadonlyMap<string, number>;
  readonly text: string;
  readonly tokens: number;
}

export function describeTools(
  catalog: Catalog,
  paths: readonly ToolPath[],
  detail: Detail,
  maxTokens: number,
): Description {
  const blocks = new Map<string, Block>();
  let total = 0;
  let shown = 0;
  for (const { server, tool } of paths) {
    const found = catalog.servers.find(({ identifier }) => identifier === server);
    if (!found) continue;
    const before = blocks.get(server) ?? { tools: [], folded: new Map(), text: "", tokens: 0 };
    const room = maxTokens * (shown === 0 ? FIRST_SHARE : FURTHER_SHARE);
    const block = addTool(found, before, tool, detail, room);
    const next = total - before.tokens + block.tokens;
    if (next > maxTokens) break;
    blocks.set(server, block);
    total = next;
    shown += 1;
  }
  const less = LESS[detail];
  if (shown === 0 && paths.length > 0 && less !== undefined) return describeTools(catalog, paths, less, maxTokens);
  const folded = [...blocks].flatMap(([server, block]) => [...block.folded.keys()].map((tool) => `${server}.${tool}`));
  return { text: [...blocks.values()].map(({ text }) => text).join("\n"), shown, detail, folded };
}

function addTool(server: ServerCatalog, before: Block, tool: string, detail: Detail, room: number): Block {
  const tools = [...before.tools, tool];
  const print = (folded: ReadonlyMap<string, number>): Block => {
    const options = { folded, remarkOf: remarkOnParameters(server) };
    const text = printTools(server.sdk, tools, detail, options);
    return { tools, folded, text, tokens: estimateTokens(text) };
  };
  let block = print(before.folded);
  if (detail !== "signatures") return block;
  for (const levels of LEVELS) {
    if (block.tokens - before.tokens <= room) return block;
    const shorter = print(new Map([...before.folded, [tool, levels]]));
    if (shorter.tokens < block.tokens) block = shorter;
  }
  return block;
}
