/** The stored list of an upstream, and the interface of its store. */
import { countValues } from "../lib/count-values.ts";
import { isDeeper } from "../lib/nesting.ts";
import { MAX_LIST_VALUES, MAX_VALUE_DEPTH } from "../limits/upstream-limits.ts";
import type { ListSize, ToolDefinition } from "./connector.ts";

export interface ListedTools {
  /** SHA-256 of the tools, hex. */
  readonly hash: string;
  readonly tools: readonly ToolDefinition[];
  /** Text that makes the next connection cheaper; see `Connector.list`. */
  readonly known?: string;
  /** Entries of the list that could not be read, in words. */
  readonly unreadable: readonly string[];
  /** Milliseconds since 1970. */
  readonly listedAt: number;
}

/**
 * `definition` is a hash of the upstream's entry in gateway.json, with what the upstream was told of the gateway's capabilities: where either
 * changes, the upstream starts from nothing.
 */
export interface ListedToolsStore {
  read(server: string, definition: string): ListedTools | undefined;
  write(server: string, definition: string, listed: ListedTools): void;
  /** Notes that the upstream is being asked for its list; @returns whether it was before, also before a restart. */
  noteAsked(server: string, definition: string): boolean;
}

/** @returns the list; undefined for one with definitions that are nested too deeply, as could be stored before they were bounded */
export function usableList(stored: ListedTools | undefined): ListedTools | undefined {
  return stored?.tools.some((tool) => isDeeper(tool, MAX_VALUE_DEPTH)) === true ? undefined : stored;
}

export function sizeOfList(tools: readonly ToolDefinition[]): ListSize {
  return { entries: tools.length, values: countValues(tools, MAX_LIST_VALUES) };
}
