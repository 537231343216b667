/**
 * The tier of one call. It is that of its tool, except for `fetch` of scripts: one tool sends every method, so a request has the tier of its own, and
 * at least `write`, because its address can carry data to its host.
 */
import { classify, type Classification, type ClassifiedTool } from "../policy/tiers.ts";
import { isScriptFetch } from "../upstream/script-fetch/fetch-tool.ts";
import { isRecord } from "../lib/is-record.ts";

export function classifyCall(tool: ClassifiedTool, args: unknown): Classification {
  if (!isScriptFetch(tool)) return classify(tool);
  return classify({ ...tool, method: isReadingRequest(args) ? "POST" : methodOf(args) });
}

/** @param args of `fetch.request` @returns true if no server takes the request for one that changes something */
export function isReadingRequest(args: unknown): boolean {
  return READING.has(methodOf(args));
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
