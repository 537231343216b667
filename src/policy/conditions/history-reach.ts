/** Determines which earlier calls the conditions of a document can read, so that the host keeps no others in memory. */
import { isRecord } from "../../lib/is-record.ts";
import { durationMs } from "../values/durations.ts";
import type { PolicyDocument } from "../document/document.ts";
import { toolPattern, type OriginalPaths } from "../values/tool-pattern.ts";

export interface HistoryReach {
  /** @returns true if rows of the tool are read */
  readonly keeps: (tool: string) => boolean;
  /** How far back rows are read, in milliseconds; Infinity where a condition is bounded by its run or session only. */
  readonly longestMs: number;
  /** True if results are read, not only arguments. */
  readonly readsOutput: boolean;
  /** True if a condition covers all principals. */
  readonly readsDeployment: boolean;
}

const SELECTORS = ["formerly", "previous", "since", "count", "sum", "without", "always", "each"];

export function historyReach(document: PolicyDocument, originals: OriginalPaths): HistoryReach {
  const patterns = new Set<string>();
  let longestMs = 0;
  let readsOutput = false;
  let readsDeployment = false;
  const open: unknown[] = [document.tools, document.all_tools];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) for (const item of value) open.push(item);
    if (!isRecord(value)) continue;
    for (const [key, part] of Object.entries(value)) {
      open.push(part);
      if (SELECTORS.includes(key) && isRecord(part)) {
        // Rows of all tools decide which call was the previous one, or whether a call broke a rule of all calls.
        for (const tool of key === "previous" || key === "always"
          ? ["*", "execute_code", "search_tools"]
          : [part.tool].flat())
          patterns.add(String(tool));
        const within = typeof part.within === "string" ? durationMs(part.within) : undefined;
        if (!["without", "always"].includes(key)) longestMs = Math.max(longestMs, within ?? Infinity);
        if (part.scope === "deployment") readsDeployment = true;
      }
      if (typeof part === "string" && /^(?:outer\.)*output\b/.test(part)) readsOutput = true;
    }
  }
  // Flow rules fall back on the order of calls within a run.
  if ((document.flows ?? []).length > 0) {
    patterns.add("*");
    longestMs = Infinity;
  }
  const matchers = [...patterns].map((text) => toolPattern(text, originals));
  return {
    keeps: (tool) => matchers.some((pattern) => pattern.matches(tool)),
    longestMs,
    readsOutput,
    readsDeployment,
  };
}
