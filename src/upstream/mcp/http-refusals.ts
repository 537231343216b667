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
  // The client numbers its requests, so a number is the id of the request.
  const isAboutRequest = told?.["code"] === INVALID_PARAMS || (isRecord(answer) && typeof answer["id"] === "number");
  if (isAboutRequest) return undefined;
  const words = upstreamExplanation(body);
  if (/\bunsupported protocol version\b/i.test(words)) return "version";
  const isOfSession = /\bsession\b/i.test(words) && NOT_KNOWN.test(words);
  return isOfSession || /\bnot (?:yet )?initiali[sz]ed\b/i.test(words) ? "session" : undefined;
}

const NOT_KNOWN =
  /\b(?:no valid|not found|not exist|no longer|unknown|unrecognized|invalid|missing|required|expired|terminated|closed)\b/i;

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
