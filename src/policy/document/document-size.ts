/** Checks bounds of a document before any recursive reader gets it, and finds keys that such readers silently drop. */
import { isRecord } from "../../lib/is-record.ts";
import { MAX_DOCUMENT_DEPTH } from "../values/policy-bounds.ts";
import { pointer, type PolicyProblem } from "./problem.ts";

interface Place {
  readonly value: unknown;
  readonly path: readonly string[];
}

/** Also finds `__proto__`, which the schema's records skip: the rule under it would be ignored. */
export function depthProblem(document: unknown): PolicyProblem | undefined {
  const open: Place[] = [{ value: document, path: [] }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, path } = place;
    if (value === null || typeof value !== "object") continue;
    if (path.length > MAX_DOCUMENT_DEPTH) {
      return {
        path: pointer(path.slice(0, 3)),
        message: `It has more than ${MAX_DOCUMENT_DEPTH} levels.`,
        fix: "Write the conditions with fewer levels of all, any and not.",
      };
    }
    for (const key of Object.keys(value)) {
      if (key === "__proto__") {
        return { path: pointer([...path, key]), message: "__proto__ cannot be a key.", fix: "Rename or remove it." };
      }
      open.push({ value: (value as Readonly<Record<string, unknown>>)[key], path: [...path, key] });
    }
  }
  return undefined;
}

export interface PartCounts {
  /** An upper estimate: every object with a key that only conditions have is counted. */
  readonly conditions: number;
  /** Regular expressions, each of which is compiled. */
  readonly patterns: number;
}

export function countParts(document: unknown): PartCounts {
  let conditions = 0;
  let patterns = isRecord(document) && isRecord(document["patterns"]) ? Object.keys(document["patterns"]).length : 0;
  const open: unknown[] = [document];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== "object") continue;
    if ("op" in value || "formerly" in value || "previous" in value || "since" in value || "not" in value)
      conditions += 1;
    if ("op" in value && value.op === "regex") patterns += 1;
    for (const part of Object.values(value)) open.push(part);
  }
  return { conditions, patterns };
}
