/**
 * Answers to a request that are no answers of JSON-RPC, such as `result: null` and `error: "plain"`. The client drops them, and the request
 * would wait for its time limit. An error is put in their place, which fails the request at once.
 */
import { isJSONRPCErrorResponse, isJSONRPCResultResponse, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { isRecord } from "../../lib/is-record.ts";

/** The data of such an error. No upstream can send it. */
const UNREADABLE = Symbol("unreadable answer");
/** The protocol's code for an internal error. */
const INTERNAL_ERROR = -32_603;

/** @param message an answer, which has an id of a request and no method @returns the answer, or an error that says what is wrong with it */
export function readableAnswer(message: Readonly<Record<string, unknown>>, id: string | number): JSONRPCMessage {
  const answer = message as unknown as JSONRPCMessage;
  if (isJSONRPCResultResponse(answer) || isJSONRPCErrorResponse(answer)) return answer;
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message: problemOf(message), data: UNREADABLE } };
}

/** @param data that of an error */
export function isUnreadable(data: unknown): boolean {
  return data === UNREADABLE;
}

function problemOf({ jsonrpc, result, error }: Readonly<Record<string, unknown>>): string {
  if (jsonrpc !== "2.0") return 'its answer has no "jsonrpc": "2.0"';
  if (error !== undefined && !isRecord(error)) return "its error is not an object";
  if (isRecord(error)) return "its error has no code that is a whole number, or no message that is a text";
  if (result !== undefined && !isRecord(result)) return "its result is not an object";
  return "it has neither a result nor an error";
}
