/**
 * Reads `tools/list` answers tool by tool, as the pages come: one odd entry costs that entry, never the list. (Both SDKs reject a whole
 * list of 1,223 tools because 29 of them have no root `type: "object"`.) What a list may hold is bounded for all pages together.
 */
import * as z from "zod";
import {
  MAX_DESCRIPTION_CHARS,
  MAX_LIST_CHARS,
  MAX_LIST_REMARKS,
  MAX_LIST_TOOLS,
  MAX_LIST_VALUES,
  MAX_TITLE_CHARS,
  MAX_TOOL_CHARS,
  MAX_TOOL_VALUES,
  MAX_VALUE_DEPTH,
} from "../../limits/upstream-limits.ts";
import { countValues } from "../../lib/count-values.ts";
import { isRecord } from "../../lib/is-record.ts";
import { isDeeper } from "../../lib/nesting.ts";
import type { ListSize, ToolDefinition } from "../connector.ts";
import { isFeatureName } from "./server-features.ts";
import { shorten } from "../../lib/shorten.ts";

export const listPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.unknown().optional() });

const hint = z.boolean().optional().catch(undefined);
const title = z
  .string()
  .transform((text) => text.slice(0, MAX_TITLE_CHARS))
  .optional()
  .catch(undefined);

const MAX_NAME_CHARS = 512;

const tool = z.object({
  name: z.string().min(1).max(MAX_NAME_CHARS),
  title,
  description: z
    .string()
    .transform((text) => shorten(text, MAX_DESCRIPTION_CHARS))
    .optional()
    .catch(undefined),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
  annotations: z
    .object({ title, readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint })
    // Marked as both, it counts as the more dangerous one: access levels, policies and dry runs depend on it.
    .transform((hints) =>
      hints.readOnlyHint === true && hints.destructiveHint === true ? { ...hints, readOnlyHint: false } : hints,
    )
    .optional()
    .catch(undefined),
});

interface ReadTools {
  readonly tools: readonly ToolDefinition[];
  /** Descriptions of the parts of the list that cannot be used. */
  readonly unreadable: readonly string[];
  /** The size of everything that was read, unusable entries included. */
  readonly size: ListSize;
}

/** Collects one list from its pages. */
export class ToolListReader {
  readonly #tools = new Map<string, ToolDefinition>();
  readonly #remarks: string[] = [];
  #omitted = 0;
  #chars = 0;
  /** JSON values of the tools, and of all entries with a name. */
  #values = 0;
  #lookedAt = 0;
  #index = 0;
  #isFull = false;

  /** Nothing more is read. */
  get isFull(): boolean {
    return this.#isFull;
  }

  add(entries: readonly unknown[]): void {
    for (const entry of entries) {
      if (this.#isFull) return;
      if (this.#index === MAX_LIST_TOOLS) return this.#fill(`${MAX_LIST_TOOLS} entries`);
      this.#read(entry, this.#index);
      this.#index += 1;
    }
  }

  remark(text: string): void {
    if (this.#remarks.length < MAX_LIST_REMARKS) this.#remarks.push(text);
    else this.#omitted += 1;
  }

  finish(): ReadTools {
    const more = this.#omitted > 0 ? [`… and ${this.#omitted} more`] : [];
    // Also for a list that is far too large, the pause before the next reading has a bound.
    const size = { entries: this.#index, values: Math.min(this.#lookedAt, MAX_LIST_VALUES) };
    return { tools: [...this.#tools.values()], unreadable: [...this.#remarks, ...more], size };
  }

  #read(entry: unknown, index: number): void {
    // A whole check of each entry took 20 s for a list of three million without a name.
    if (!hasName(entry)) return this.remark(`tools[${index}] has no usable name`);
    const shown = shorten(entry.name, 80);
    const values = countValues(entry, MAX_TOOL_VALUES);
    this.#lookedAt += values;
    if (values > MAX_TOOL_VALUES) {
      return this.remark(`tools[${index}] ${shown} has more than ${MAX_TOOL_VALUES} values of JSON`);
    }
    if (isDeeper(entry, MAX_VALUE_DEPTH)) {
      this.remark(`tools[${index}] ${shown} is nested deeper than ${MAX_VALUE_DEPTH} levels`);
      return;
    }
    if (isTaskOnly(entry)) {
      const why =
        'can only be called as a task (execution.taskSupport is "required"), which the gateway does not support';
      return this.remark(`tools[${index}] ${shown} ${why}`);
    }
    const parsed = tool.safeParse(entry);
    if (!parsed.success) return this.remark(`tools[${index}] has no usable name`);
    const { name } = parsed.data;
    const text = JSON.stringify(parsed.data);
    if (this.#tools.has(name)) this.remark(`tools[${index}] repeats the name ${shown}`);
    else if (isFeatureName(name)) this.remark(`tools[${index}] has a name that the gateway reserves: ${shown}`);
    else if (text.length > MAX_TOOL_CHARS) {
      this.remark(`tools[${index}] ${shown} has ${text.length} characters of JSON; at most ${MAX_TOOL_CHARS} are read`);
    } else if (this.#values + values > MAX_LIST_VALUES) this.#fill(`${MAX_LIST_VALUES} values of JSON`);
    else if (this.#chars + text.length > MAX_LIST_CHARS) this.#fill(`${MAX_LIST_CHARS} characters of JSON`);
    else {
      this.#chars += text.length;
      this.#values += values;
      this.#tools.set(name, JSON.parse(text) as ToolDefinition);
    }
  }

  #fill(max: string): void {
    this.#isFull = true;
    this.remark(`the list has more than ${max}; ${this.#tools.size} tools of it are read`);
  }
}

/** Tasks of MCP 2025-11-25, which no other version has: a call without one is refused. */
function isTaskOnly({ execution }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(execution) && execution["taskSupport"] === "required";
}

function hasName(entry: unknown): entry is { readonly name: string; readonly [field: string]: unknown } {
  if (!isRecord(entry)) return false;
  const { name } = entry;
  return typeof name === "string" && name.length > 0 && name.length <= MAX_NAME_CHARS;
}
