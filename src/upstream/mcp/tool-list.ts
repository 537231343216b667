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
  MAX_TITLE_CHARS,
  MAX_TOOL_CHARS,
  MAX_VALUE_DEPTH,
} from "../../limits/upstream-limits.ts";
import { isDeeper } from "../../lib/nesting.ts";
import type { ToolDefinition } from "../connector.ts";
import { isFeatureName } from "./server-features.ts";
import { shorten } from "../../lib/shorten.ts";

export const listPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.unknown().optional() });

const hint = z.boolean().optional().catch(undefined);
const title = z
  .string()
  .transform((text) => text.slice(0, MAX_TITLE_CHARS))
  .optional()
  .catch(undefined);

const tool = z.object({
  name: z.string().min(1).max(512),
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

export interface ReadTools {
  readonly tools: readonly ToolDefinition[];
  /** Descriptions of the parts of the list that cannot be used. */
  readonly unreadable: readonly string[];
}

/** Collects one list from its pages. */
export class ToolListReader {
  readonly #tools = new Map<string, ToolDefinition>();
  readonly #remarks: string[] = [];
  #omitted = 0;
  #chars = 0;
  #index = 0;
  #isFull = false;

  /** Nothing more is read. */
  get isFull(): boolean {
    return this.#isFull;
  }

  add(entries: readonly unknown[]): void {
    for (const entry of entries) {
      if (this.#isFull) return;
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
    return { tools: [...this.#tools.values()], unreadable: [...this.#remarks, ...more] };
  }

  #read(entry: unknown, index: number): void {
    if (isDeeper(entry, MAX_VALUE_DEPTH)) {
      this.remark(`tools[${index}] ${nameOf(entry)} is nested deeper than ${MAX_VALUE_DEPTH} levels`);
      return;
    }
    const parsed = tool.safeParse(entry);
    if (!parsed.success) return this.remark(`tools[${index}] has no usable name`);
    const { name } = parsed.data;
    const text = JSON.stringify(parsed.data);
    if (this.#tools.has(name)) this.remark(`tools[${index}] repeats the name ${shorten(name, 80)}`);
    else if (isFeatureName(name)) this.remark(`tools[${index}] has a name of the gateway's own: ${shorten(name, 80)}`);
    else if (text.length > MAX_TOOL_CHARS) {
      this.remark(
        `tools[${index}] ${shorten(name, 80)} has ${text.length} characters of JSON; at most ${MAX_TOOL_CHARS} are read`,
      );
    } else if (this.#tools.size === MAX_LIST_TOOLS) this.#fill(`${MAX_LIST_TOOLS} tools`);
    else if (this.#chars + text.length > MAX_LIST_CHARS) this.#fill(`${MAX_LIST_CHARS} characters of JSON`);
    else {
      this.#chars += text.length;
      this.#tools.set(name, JSON.parse(text) as ToolDefinition);
    }
  }

  #fill(max: string): void {
    this.#isFull = true;
    this.remark(`the list has more than ${max}; ${this.#tools.size} tools of it are read`);
  }
}

function nameOf(entry: unknown): string {
  const name: unknown = entry !== null && typeof entry === "object" && "name" in entry ? entry.name : undefined;
  return typeof name === "string" ? shorten(name, 80) : "without a name";
}
