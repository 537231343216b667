/** Determines which earlier calls the conditions of a document can read, so that the host keeps no others in memory. */
import { isRecord } from "../../lib/is-record.ts";
import { durationMs } from "../values/durations.ts";
import type { PolicyDocument } from "../document/document.ts";
import { ruleProperties, textsOf } from "../document/rule-properties.ts";
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
  for (const { key, value } of ruleProperties(document)) {
    if (SELECTORS.includes(key) && isRecord(value)) {
      // Rows of all tools decide which call was the previous one, or whether a call broke a rule of all calls.
      const isOfAll = key === "previous" || key === "always";
      for (const tool of isOfAll ? ["*", "execute_code", "search_tools"] : textsOf(value["tool"])) patterns.add(tool);
      const within = typeof value["within"] === "string" ? durationMs(value["within"]) : undefined;
      if (!["without", "always"].includes(key)) longestMs = Math.max(longestMs, within ?? Infinity);
      if (value["scope"] === "deployment") readsDeployment = true;
    }
    if (typeof value === "string" && /^(?:outer\.)*output\b/.test(value)) readsOutput = true;
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
