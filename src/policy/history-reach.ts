/** Which earlier calls a document's conditions can ask for, so that the host keeps no others in memory. */
import { durationMs } from "./durations.ts";
import { isRecord } from "./condition-problems.ts";
import type { PolicyDocument } from "./document.ts";
import { toolPattern } from "./tool-pattern.ts";

export interface HistoryReach {
  /** Whether rows of the tool are read. */
  readonly keeps: (tool: string) => boolean;
  /** How far back; Infinity where a condition is bounded by its run or session only. */
  readonly longestMs: number;
  /** Whether results are read, not only arguments. */
  readonly readsOutput: boolean;
  /** Whether a condition is about all principals. */
  readonly readsDeployment: boolean;
}

const SELECTORS = ["formerly", "previous", "since", "count", "sum", "without", "always", "each"];

export function historyReach(document: PolicyDocument): HistoryReach {
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
        // Whether a call was the previous one, or broke a rule of all calls, takes rows of all tools.
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
  // An order of calls within a run is what flow rules fall back on.
  if ((document.flows ?? []).length > 0) {
    patterns.add("*");
    longestMs = Infinity;
  }
  const matchers = [...patterns].map(toolPattern);
  return {
    keeps: (tool) => matchers.some((pattern) => pattern.matches(tool)),
    longestMs,
    readsOutput,
    readsDeployment,
  };
}
