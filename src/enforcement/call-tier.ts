/** The tier of one call. It is that of its tool, except for `fetch` of scripts: one tool sends every method, so each request has the tier of its own. */
import { classify } from "../policy/tiers.ts";
import type { Classification, ClassifiedTool } from "../policy/tiers.ts";
import { isScriptFetch } from "../upstream/script-fetch/fetch-tool.ts";
import { isRecord } from "../lib/is-record.ts";

export function classifyCall(tool: ClassifiedTool, args: unknown): Classification {
  return isScriptFetch(tool) ? classify({ ...tool, method: methodOf(args) }) : classify(tool);
}

const READING = new Set(["GET", "HEAD", "OPTIONS"]);
const WRITING = new Set(["POST", "PUT", "PATCH"]);

/** Headers by which servers take a request for one of another method. */
const METHOD_OVERRIDE = /^x-(?:http-)?method(?:-override)?$/i;

/** @returns the method that does the most harm of those that a server may take the request for; in doubt DELETE */
function methodOf(args: unknown): string {
  // The arguments of a recorded call are not always known.
  if (!isRecord(args)) return "DELETE";
  const { method = "GET", headers } = args;
  const named = isRecord(headers) ? Object.entries(headers).filter(([name]) => METHOD_OVERRIDE.test(name)) : [];
  const methods = [method, ...named.map(([, value]) => value)].map((one) => String(one).trim().toUpperCase());
  if (methods.some((one) => !READING.has(one) && !WRITING.has(one))) return "DELETE";
  const writing = methods.find((one) => WRITING.has(one));
  // A request that names a second method is not known to read only.
  return writing ?? (named.length > 0 ? "POST" : String(methods[0]));
}
