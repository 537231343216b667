/**
 * Asks an MCP server for its resources and prompts. Entries and contents keep the form in which the server sends them, in both eras of the
 * protocol; only that they are objects is checked, because scripts read them like any other result.
 */
import type { Client } from "@modelcontextprotocol/client";
import * as z from "zod";
import { MAX_FEATURE_CHARS, MAX_FEATURE_ITEMS, MAX_LIST_PAGES } from "../limits/upstream-limits.ts";
import { UpstreamError } from "./connector.ts";
import type { ToolResult } from "./connector.ts";
import type { FeatureMethod } from "./server-features.ts";

export interface FeatureOptions {
  /** The upstream's name in gateway.json, for messages. */
  readonly server: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** W3C Trace Context. */
  readonly trace: { readonly traceparent: string } | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const anyResult = z.looseObject({ nextCursor: z.string().max(100_000).optional().catch(undefined) });
const entries = z.array(z.record(z.string(), z.unknown()));

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
): Promise<ToolResult> {
  const key = LISTS[method];
  if (key !== undefined) return { structuredContent: await listAll(client, method, key, options) };
  const answer = await ask(client, method, args, options);
  const part = method === "resources/read" ? "contents" : "messages";
  const { description } = answer;
  return {
    structuredContent: {
      ...(typeof description === "string" && { description }),
      [part]: entriesOf(answer, part, method, options),
    },
  };
}

async function listAll(client: Client, method: FeatureMethod, key: string, options: FeatureOptions) {
  const all: Fields[] = [];
  let chars = 0;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_LIST_PAGES; page += 1) {
    const answer = await ask(client, method, cursor === undefined ? {} : { cursor }, options);
    const found = entriesOf(answer, key, method, options);
    if (all.length + found.length > MAX_FEATURE_ITEMS)
      throw refused(options, `lists more than ${MAX_FEATURE_ITEMS} ${key}`);
    chars += JSON.stringify(found).length;
    if (chars > MAX_FEATURE_CHARS) throw refused(options, `lists ${key} of more than ${MAX_FEATURE_CHARS} characters`);
    all.push(...found);
    if (answer.nextCursor === undefined || answer.nextCursor === cursor) return all;
    cursor = answer.nextCursor;
  }
  throw refused(options, `lists its ${key} in more than ${MAX_LIST_PAGES} pages`);
}

function ask(client: Client, method: FeatureMethod, params: Fields, { signal, timeoutMs, trace }: FeatureOptions) {
  const sent = { ...params, ...(trace && { _meta: trace }) };
  return client.request({ method, params: sent }, anyResult, {
    signal,
    timeout: timeoutMs,
    ...(trace && { headers: trace }),
  });
}

function entriesOf(answer: Fields, key: string, method: FeatureMethod, options: FeatureOptions) {
  const found = entries.safeParse(answer[key]);
  if (found.success) return found.data;
  throw refused(options, `answered ${method} without a list of ${key}`);
}

function refused({ server }: FeatureOptions, what: string): UpstreamError {
  return new UpstreamError("UPSTREAM_ERROR", `${server} ${what}.`, { ofCallOnly: true });
}
