/**
 * Bounds the lists of an upstream's message before the MCP client checks them. The client checks each entry and notes what is wrong with it,
 * which takes a hundred times the entry's own bytes: two million zeros in `content` took all memory of a Gateway. What may be any value is
 * not checked by the client, and is bounded as JSON alone.
 */
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { ANSWER_LOST } from "../../contract/tunnel.ts";
import { isRecord } from "../../lib/is-record.ts";
import { hasMoreEntries } from "../../lib/list-entries.ts";
import { MAX_MESSAGE_BLOCKS, MAX_MESSAGE_ENTRIES } from "../../limits/upstream-limits.ts";

/**
 * Values that the client passes on as they are: structured content and the data of a log message. Of a schema it checks the list of required
 * names, and that each of its `properties` is an object; all other keywords may be anything.
 */
function isAnyValue(name: string, around: string, level: number): boolean {
  if (level === 0) return name === "structuredContent" || name === "toolResult" || name === "data";
  if (around === "properties") return true;
  return (around === "inputSchema" || around === "outputSchema") && name !== "required" && name !== "properties";
}

/** Parts of results before 2026-07-28 that the gateway checks itself; the client does in results with a `resultType`. */
const OWN_PARTS: ReadonlySet<string> = new Set([
  ...["content", "contents", "messages", "tools", "resources", "resourceTemplates", "prompts", "completion"],
]);
/** Lists of a result whose entries have one of several forms: for each entry that has none, the client notes why for every form. */
const BLOCKS = ["content", "contents", "messages"];
/** The protocol's code for an internal error. */
const INTERNAL_ERROR = -32_603;

/** @returns the message; an error in place of an answer whose lists are too long; undefined for such a request or notification */
export function withBoundedLists(message: JSONRPCMessage): JSONRPCMessage | undefined {
  const part: unknown = "result" in message ? message.result : "params" in message ? message.params : undefined;
  const checked = "result" in message ? checkedParts(part) : part;
  const max = hasMoreEntries(checked, MAX_MESSAGE_ENTRIES, isAnyValue)
    ? MAX_MESSAGE_ENTRIES
    : hasMoreBlocks(part, MAX_MESSAGE_BLOCKS)
      ? MAX_MESSAGE_BLOCKS
      : undefined;
  if (max === undefined) return message;
  if (!("result" in message)) return undefined;
  const said = `its answer has lists of more than ${max} entries`;
  return { jsonrpc: "2.0", id: message.id, error: { code: INTERNAL_ERROR, message: said, data: ANSWER_LOST } };
}

function checkedParts(result: unknown): unknown {
  if (!isRecord(result) || "resultType" in result) return result;
  return Object.fromEntries(Object.entries(result).filter(([name]) => !OWN_PARTS.has(name)));
}

function hasMoreBlocks(part: unknown, max: number): boolean {
  if (!isRecord(part) || !("resultType" in part)) return false;
  return BLOCKS.map((name) => part[name]).some((blocks) => Array.isArray(blocks) && blocks.length > max);
}
