/**
 * Recognizes what a server has refused a request for: its connection (the session is unknown, or the protocol version is not spoken) or its method.
 * MCP 2025-11-25 wants 404 for an unknown session; servers made from the examples of the SDKs answer 400. Such a request was not accepted. A
 * 400 that answers the request itself, or that has other words, says nothing about the connection.
 */
import { ProtocolError, SdkHttpError } from "@modelcontextprotocol/client";
import { isRecord } from "../../lib/is-record.ts";
import { parseJson } from "../../lib/parse-json.ts";
import { upstreamExplanation } from "../upstream-explanation.ts";

/** The protocol's code for a version that the server does not speak (MCP 2026-07-28). */
export const UNSUPPORTED_VERSION = -32_022;
/** The id that the Python SDK gives an error which answers no request. */
const NO_REQUEST = "server-error";
/** The protocol's code for a method that the server does not know. */
const METHOD_NOT_FOUND = -32_601;
/** The protocol's code for parameters that are wrong. */
const INVALID_PARAMS = -32_602;

/** @returns what the request was refused for; undefined for any other error */
export function refusedFor(error: unknown): "session" | "version" | undefined {
  if (!(error instanceof SdkHttpError) || error.status !== 400) return undefined;
  const body = bodyOf(error);
  const answer = parseJson(body);
  const told = errorIn(answer);
  if (told?.["code"] === UNSUPPORTED_VERSION) return "version";
  const id = (isRecord(answer) ? answer["id"] : undefined) ?? NO_REQUEST;
  if (id !== NO_REQUEST || told?.["code"] === INVALID_PARAMS) return undefined;
  const words = upstreamExplanation(body);
  if (/\bunsupported protocol version\b/i.test(words)) return "version";
  return UNKNOWN_SESSION.some((one) => one.test(words)) ? "session" : undefined;
}

/** Words of servers and SDKs about a session of the protocol. A service may have sessions of its own: nothing that says less is taken for it. */
const UNKNOWN_SESSION = [
  /\b(?:no valid|unknown|unrecognized|invalid|missing) (?:mcp[- ])?session\b(?: id\b|-id\b|$|[.:;,])/i,
  /\bmcp[- ]session(?:[- ]id)?\b.{0,40}\b(?:not found|not exist|required|missing|invalid|unknown|expired|terminated|closed)\b/i,
  /^(?:bad request|error|not found)?[:.]? ?(?:the |your )?session(?: id)? (?:was |is |has |does )?(?:been )?(?:not found|not exist|not recognized|unknown|expired|terminated)\b/i,
  /\bserver (?:is |was )?not (?:yet )?initiali[sz]ed\b/i,
];

/** @returns the body of an upstream's error answer */
export function bodyOf({ data }: SdkHttpError): string {
  const text: unknown = data !== null && typeof data === "object" && "text" in data ? data.text : undefined;
  return typeof text === "string" ? text : "";
}

/** @returns true where the server does not know the method of a request; servers of 2026-07-28 answer 404 */
export function isUnknownMethod(error: unknown): boolean {
  if (error instanceof ProtocolError) return error.code === METHOD_NOT_FOUND;
  return error instanceof SdkHttpError && errorIn(parseJson(bodyOf(error)))?.["code"] === METHOD_NOT_FOUND;
}

function errorIn(answer: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(answer) && isRecord(answer["error"]) ? answer["error"] : undefined;
}
