/**
 * Describes tools within a token budget. Tools are taken in the given order (a search's best first, or a listing that alternates
 * between servers). Shared types print once per server, so the cost of a tool depends on the others and is measured by printing.
 * A signature that would take too much of the budget prints with its types folded. Tokens are estimated; tokens.ts states the
 * error.
 */
import { printTools, type Detail, firstSentence, printName } from "../../sdk-gen/index.ts";
import type { Catalog, ServerCatalog } from "./catalog.ts";
import { estimateTokens } from "./tokens.ts";
import { planOf } from "../upstream/operation-plan.ts";
import type { SdkTool } from "../../sdk-gen/sdk.ts";

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
    const printed = printTools(server.sdk, tools, detail, options);
    const text = detail === "full" ? `${printed}${remarkOnRaw(server, tools)}` : printed;
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

/** @returns a line that says how a script gets the status and headers of an answer of an HTTP API; the other operations have the same */
function remarkOnRaw({ identifier, table }: ServerCatalog, tools: readonly string[]): string {
  const operation = tools.find((tool) => planOf(table.find(tool) ?? {}) !== undefined);
  if (operation === undefined) return "";
  return `\n// ${identifier}.${operation}.raw(a): {content,_meta:{http:{status,headers}}}; headers has etag, link and those that the API describes`;
}

/** Names of parameters whose values a script has to look up. */
const IDENTIFIES = /(?:^|[a-z_-])(?:ids?|sids?|uuid|guid|keys?|alias|slug|token|handle|urn|arn)$/iu;
const FORBIDS = /\b(?:never|must not|do not|don't)\b/iu;
const MAX_REMARK = 90;
const MAX_REMARKS = 2;

/**
 * Remarks on required parameters that identify something (`usernameOrAlias`, `AccountSid`, `board_id`): scripts fail without knowing the
 * source of the value, which a signature does not show. A remark is the first sentence of the parameter's description that names another tool
 * of the server, or else the first one that forbids something. Other parameters get no remark.
 */
export function remarkOnParameters({ sdk }: ServerCatalog): (tool: SdkTool) => string {
  return (tool) =>
    tool.parameters
      .filter(({ name, required, description }) => required && description !== "" && IDENTIFIES.test(name))
      .flatMap(({ name, description }) => {
        const remark = tellingSentence(description, namesOf(sdk.tools, tool));
        return remark === "" ? [] : [`${printName(name)}: ${remark}`];
      })
      .slice(0, MAX_REMARKS)
      .join("; ");
}

const names = new WeakMap<readonly SdkTool[], ReadonlySet<string>>();

function namesOf(tools: readonly SdkTool[], except: SdkTool): (word: string) => boolean {
  const all = names.get(tools) ?? new Set(tools.map(({ name }) => name));
  names.set(tools, all);
  return (word) => word !== except.name && all.has(word);
}

function tellingSentence(description: string, isTool: (word: string) => boolean): string {
  const sentences = description.slice(0, 2_000).split(/(?<=[.!?])\s+|\n|\s-\s/u);
  const naming = sentences.find((sentence) => (sentence.match(/[\w-]{4,}/gu) ?? []).some(isTool));
  const forbidding = sentences.find((sentence) => FORBIDS.test(sentence));
  return firstSentence(naming ?? forbidding ?? "", MAX_REMARK);
}
