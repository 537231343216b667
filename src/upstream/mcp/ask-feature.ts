/**
 * Asks an MCP server for its resources and prompts. Entries and contents keep the form in which the server sends them, in both eras of the
 * protocol; only that they are objects is checked, because scripts read them like any other result.
 */
import type { Client } from "@modelcontextprotocol/client";
import { isInputRequiredResult } from "@modelcontextprotocol/client";
import type { InputRequiredResult } from "@modelcontextprotocol/client";
import * as z from "zod";
import {
  MAX_COMPLETIONS,
  MAX_COMPLETION_CHARS,
  MAX_EMPTY_PAGES,
  MAX_FEATURE_CHARS,
  MAX_FEATURE_ITEMS,
  MAX_FEATURE_LIST_MS,
  MAX_LIST_PAGES,
} from "../../limits/upstream-limits.ts";
import { isListOfRecords, isRecord } from "../../lib/is-record.ts";
import { UpstreamError, type ToolResult } from "../connector.ts";
import { readCursor } from "./read-cursor.ts";
import { isUnknownMethod } from "./http-refusals.ts";
import type { FeatureMethod } from "./server-features.ts";
import type { SlowLists } from "./slow-lists.ts";

interface FeatureOptions {
  /** The upstream's name in gateway.json, for messages. */
  readonly server: string;
  /** The lists of this server that are not requested for a while. */
  readonly slowLists: SlowLists;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** W3C Trace Context. */
  readonly trace: { readonly traceparent: string } | undefined;
  /** The `_meta` of its requests. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** The fields of a request that is sent again with a person's answer; absent where no person can be asked. */
  readonly inputs?: Readonly<Record<string, unknown>> | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const anyResult = z.looseObject({ nextCursor: z.unknown().optional() });
const texts = z.custom<string[]>(
  (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  "expected a list of texts",
);

const completion = z.looseObject({
  completion: z.looseObject({
    values: texts,
    total: z.number().nonnegative().optional().catch(undefined),
    hasMore: z.boolean().optional().catch(undefined),
  }),
});

/** The field of the answer that holds the entries of a list. */
const LISTS: Readonly<Partial<Record<FeatureMethod, string>>> = {
  "resources/list": "resources",
  "resources/templates/list": "resourceTemplates",
  "prompts/list": "prompts",
};

/** @throws UpstreamError, or what the client throws */
export async function askFeature(
  client: Client,
  method: FeatureMethod,
  args: Fields,
  options: FeatureOptions,
): Promise<ToolResult | InputRequiredResult> {
  const key = LISTS[method];
  if (key !== undefined) {
    const timeoutMs = Math.min(options.timeoutMs, MAX_FEATURE_LIST_MS);
    const list = (): Promise<Fields[]> => listAll(client, method, key, { ...options, timeoutMs });
    return { structuredContent: await options.slowLists.during(method, timeoutMs, list) };
  }
  const ref = completedBy(method, args);
  if (ref !== undefined) return { structuredContent: await complete(client, ref, args, options) };
  const answer = await ask(client, method, { ...args, ...options.inputs }, options);
  if (isInputRequiredResult(answer)) return answer;
  const part = method === "resources/read" ? "contents" : "messages";
  const { description } = answer;
  return {
    structuredContent: {
      ...(typeof description === "string" && { description }),
      [part]: entriesOf(answer, part, method, options),
    },
  };
}

/** @returns what an argument is completed for; undefined for another request */
function completedBy(method: FeatureMethod, { name, uriTemplate }: Fields): Fields | undefined {
  if (method === "prompts/complete") return { type: "ref/prompt", name };
  if (method === "resources/complete") return { type: "ref/resource", uri: uriTemplate };
  return undefined;
}

async function complete(client: Client, ref: Fields, args: Fields, options: FeatureOptions) {
  const params = {
    ref,
    argument: { name: args["argument"], value: args["value"] },
    ...(args["arguments"] !== undefined && { context: { arguments: args["arguments"] } }),
  };
  const answer = completion.safeParse(await ask(client, "completion/complete", params, options));
  if (!answer.success) throw refused(options, "answered completion/complete without a list of values");
  const { values, total, hasMore } = answer.data.completion;
  const shown = boundedValues(values);
  const isCut = shown.length < values.length;
  return {
    values: shown,
    ...(total !== undefined && { total }),
    ...((hasMore !== undefined || isCut) && { hasMore: isCut || hasMore === true }),
  };
}

/** The specification allows 100 values; the others are those that a client does not show. */
function boundedValues(values: readonly string[]): readonly string[] {
  const shown: string[] = [];
  let chars = 0;
  for (const value of values) {
    chars += value.length;
    if (shown.length === MAX_COMPLETIONS || chars > MAX_COMPLETION_CHARS) break;
    shown.push(value);
  }
  return shown;
}

async function listAll(client: Client, method: FeatureMethod, key: string, options: FeatureOptions) {
  const all: Fields[] = [];
  let chars = 0;
  let cursor: string | undefined;
  let emptyPages = 0;
  const endsAt = Date.now() + options.timeoutMs;
  for (let page = 0; page < MAX_LIST_PAGES; page += 1) {
    const timeoutMs = Math.max(1, endsAt - Date.now());
    const answer = await askPage(client, method, cursor, { ...options, timeoutMs });
    if (answer === undefined) return all;
    const found = listedIn(answer, key, method, options);
    if (all.length + found.length > MAX_FEATURE_ITEMS)
      throw refused(options, `lists more than ${MAX_FEATURE_ITEMS} ${key}`);
    chars += JSON.stringify(found).length;
    if (chars > MAX_FEATURE_CHARS) throw refused(options, `lists ${key} of more than ${MAX_FEATURE_CHARS} characters`);
    all.push(...found);
    const next = readCursor(answer.nextCursor);
    if (next.problem !== undefined) throw refused(options, `lists its ${key} with ${next.problem}`);
    if (next.cursor === undefined) return all;
    if (next.cursor === cursor)
      throw refused(options, `lists its ${key} with a page that names itself as the next page`);
    emptyPages = found.length === 0 ? emptyPages + 1 : 0;
    if (emptyPages === MAX_EMPTY_PAGES)
      throw refused(options, `lists its ${key} with ${MAX_EMPTY_PAGES} empty pages in a row`);
    cursor = next.cursor;
  }
  throw refused(options, `lists its ${key} in more than ${MAX_LIST_PAGES} pages`);
}

/** @returns undefined from a server that does not know the method, although it offers the capability: it has no such list */
async function askPage(client: Client, method: FeatureMethod, cursor: string | undefined, options: FeatureOptions) {
  try {
    return await ask(client, method, cursor === undefined ? {} : { cursor }, options);
  } catch (error) {
    if (cursor === undefined && isUnknownMethod(error)) return undefined;
    throw error;
  }
}

function ask(
  client: Client,
  method: string,
  params: Fields,
  { signal, timeoutMs, trace, meta, inputs }: FeatureOptions,
) {
  const sent = { ...params, ...(meta && { _meta: meta }) };
  return client.request({ method, params: sent }, anyResult, {
    signal,
    timeout: timeoutMs,
    ...(inputs && { allowInputRequired: true }),
    ...(trace && { headers: trace }),
  });
}

/** @returns the entries that are objects. One that is none is left out; a list of others alone is not one of the protocol. */
function listedIn(answer: Fields, key: string, method: FeatureMethod, options: FeatureOptions): Fields[] {
  const found = answer[key];
  const entries = Array.isArray(found) ? found.filter(isRecord) : [];
  if (!Array.isArray(found) || (found.length > 0 && entries.length === 0))
    throw refused(options, `answered ${method} without a list of ${key}`);
  return entries;
}

function entriesOf(answer: Fields, key: string, method: FeatureMethod, options: FeatureOptions) {
  const found = answer[key];
  if (isListOfRecords(found)) return found;
  throw refused(options, `answered ${method} without a list of ${key}`);
}

function refused({ server }: FeatureOptions, what: string): UpstreamError {
  return new UpstreamError("UPSTREAM_ERROR", `${server} ${what}.`, { concernsCallOnly: true });
}
