/** Answers with HTTP 400 that refuse the connection, and others that refuse the request which came on it. */
import { SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { refusedFor } from "../../../src/upstream/mcp/http-refusals.ts";

const rpc = (code: number, message: string, id: unknown = null) =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });

it.each([
  { text: rpc(-32_000, "Bad Request: No valid session ID provided"), want: "session" },
  { text: rpc(-32_000, "Bad Request: Mcp-Session-Id header is required"), want: "session" },
  { text: rpc(-32_000, "Bad Request: Server not initialized"), want: "session" },
  { text: rpc(-32_600, "Bad Request: Missing session ID", "server-error"), want: "session" },
  { text: "Invalid session ID", want: "session" },
  { text: '{"error":"Session not found"}', want: "session" },
  { text: rpc(-32_022, "Unsupported protocol version", 7), want: "version" },
  { text: rpc(-32_000, "Bad Request: Unsupported protocol version: 2025-11-25"), want: "version" },
  { text: '{"error":"The session has been terminated."}', want: "session" },
  { text: rpc(-32_000, "Session not found", 7), want: undefined },
  { text: rpc(-32_000, "Session not found", "7"), want: undefined },
  { text: '{"error":"Order 17 was placed, but the checkout session expired"}', want: undefined },
  { text: '{"message":"The browser session was closed after the form was sent"}', want: undefined },
  { text: '{"error":"Invalid date for session booking"}', want: undefined },
  { text: rpc(-32_602, "Invalid session"), want: undefined },
  { text: rpc(-32_000, "session_id is required"), want: undefined },
  { text: rpc(-32_700, "Parse error"), want: undefined },
  { text: '{"error":"limit must be a number"}', want: undefined },
  { text: "Bad Request", want: undefined },
  { text: "", want: undefined },
  { text: "[".repeat(60_000), want: undefined },
  { status: 409, text: "Invalid session ID", want: undefined },
])("$want: $status $text", ({ status = 400, text, want }) => {
  const data = { status, statusText: "", text };
  expect(refusedFor(new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, "refused", data))).toBe(want);
});
