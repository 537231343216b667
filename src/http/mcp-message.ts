/** Reads the messages of a POST to `/mcp`, within bounds. */
import type { Context } from "hono";
import { REST_STATUS } from "../contract/error-codes.ts";
import { mayHoldLongNumber, parseForScript } from "../lib/exact-json.ts";
import { excessOfJson } from "../lib/json-scanner.ts";
import { MAX_JSON_NAMES, MAX_JSON_VALUES } from "../limits/json-limits.ts";
import { isRecord } from "../lib/is-record.ts";
import { hasMoreEntries } from "../lib/list-entries.ts";
import { readUtf8 } from "../lib/utf8.ts";
import { messageOf } from "../lib/message-of.ts";
import type { AppEnv } from "./app-env.ts";
import { PRINCIPAL_BODY, type BodyBounds } from "./body-bounds.ts";
import { rpcError } from "./rpc-error.ts";
import { readPrincipalBody } from "./principal-body.ts";

const MESSAGE_BODY: BodyBounds = { ...PRINCIPAL_BODY, maxBytes: 4_194_304 };
/** Characters of an id and of a progress token. Each notification repeats it: of millions of characters, a hundred times, it takes all memory. */
const MAX_ID_CHARS = 1_000;

/** Entries of all lists of one message outside of arguments: each is checked, and what is wrong with it noted. */
const MAX_LIST_ENTRIES = 20_000;

/** @returns the parsed body of a POST, or why there is none */
export async function readMessage(c: Context<AppEnv>): Promise<unknown> {
  if (c.req.method !== "POST") return undefined;
  const read = await readPrincipalBody(c, MESSAGE_BODY);
  if (!read.ok) return rpcError(REST_STATUS[read.error.code], -32_000, read.error.detail);
  const text = readUtf8(read.value);
  if (text === undefined) return rpcError(400, -32_700, "Parse error: the body is not UTF-8.");
  const excess = excessOfJson(text, { maxNames: MAX_JSON_NAMES, maxValues: MAX_JSON_VALUES });
  if (excess !== undefined) return rpcError(400, -32_600, `Invalid Request: the body ${excess}.`);
  try {
    const body: unknown = JSON.parse(text);
    const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
    if (messages.some(hasLongId))
      return rpcError(
        400,
        -32_600,
        `Invalid Request: ids and progress tokens have at most ${MAX_ID_CHARS} characters.`,
      );
    if (messages.some(hasLongList))
      return rpcError(
        400,
        -32_600,
        `Invalid Request: the lists of a message have at most ${MAX_LIST_ENTRIES} entries.`,
      );
    return withExactArguments(body, text);
  } catch (error) {
    return rpcError(400, -32_700, `Parse error: ${messageOf(error)}`);
  }
}

function hasLongList(message: unknown): boolean {
  return hasMoreEntries(message, MAX_LIST_ENTRIES, (name, around, level) => {
    return level === 1 && around === "params" && name === "arguments";
  });
}

/** An answer has the id of the gateway's own question, which names what it is about. */
function hasLongId(message: unknown): boolean {
  if (!isRecord(message) || message["method"] === undefined) return false;
  const { id, params } = message;
  const meta = isRecord(params) ? params["_meta"] : undefined;
  return [id, isRecord(meta) ? meta["progressToken"] : undefined].some(
    (one) => typeof one === "string" && one.length > MAX_ID_CHARS,
  );
}

/** Arguments keep the digits of long integers as text, so that the input of a script does; ids of messages stay what they are. */
function withExactArguments(body: unknown, text: string): unknown {
  if (!mayHoldLongNumber(text)) return body;
  const exact = parseForScript(text);
  return Array.isArray(body) && Array.isArray(exact)
    ? body.map((message, at) => withArgumentsOf(message, exact[at]))
    : withArgumentsOf(body, exact);
}

function withArgumentsOf(message: unknown, exact: unknown): unknown {
  if (!isCall(message) || !isCall(exact)) return message;
  return { ...message, params: { ...message.params, arguments: exact.params.arguments } };
}

function isCall(message: unknown): message is { readonly params: { readonly arguments: unknown } } {
  if (message === null || typeof message !== "object" || !("params" in message)) return false;
  const { params } = message;
  return params !== null && typeof params === "object" && Object.hasOwn(params, "arguments");
}
