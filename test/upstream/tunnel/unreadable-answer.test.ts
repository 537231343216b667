/** Answers of a server behind a tunnel that are no answers of JSON-RPC fail their request at once. */
import { ProtocolError, isJSONRPCErrorResponse, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { Redaction } from "../../../src/upstream/credentials/redaction.ts";
import { McpFailures, isMalformed } from "../../../src/upstream/mcp/mcp-failures.ts";
import { TunnelTransport } from "../../../src/upstream/tunnel/tunnel-transport.ts";

const failures = new McpFailures({
  server: "odd",
  timeoutMs: 1_000,
  redaction: new Redaction([]),
  tokens: undefined,
  remote: undefined,
});

it.each([
  { answer: { jsonrpc: "2.0", result: null }, says: "its result is not an object" },
  { answer: { jsonrpc: "2.0", result: "hello" }, says: "its result is not an object" },
  { answer: { jsonrpc: "2.0", error: "plain" }, says: "its error is not an object" },
  { answer: { jsonrpc: "2.0", error: { code: -32_000 } }, says: "its error has no code that is a whole number" },
  { answer: { jsonrpc: "2.0" }, says: "it has neither a result nor an error" },
  { answer: { result: {} }, says: 'its answer has no "jsonrpc": "2.0"' },
])("$answer", async ({ answer, says }) => {
  const heard: JSONRPCMessage[] = [];
  const transport = new TunnelTransport({
    server: "odd",
    probeMs: undefined,
    choose: () => "tunnel",
    send: () => undefined,
    onEnd: () => undefined,
  });
  transport.onmessage = (message) => heard.push(message);
  await transport.start();
  await transport.send({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "ask" } });
  transport.received({ ...answer, id: 7 });
  const [first, ...others] = heard;
  expect(others).toStrictEqual([]);
  if (first === undefined || !isJSONRPCErrorResponse(first)) throw new Error("The request has not failed.");
  const { code, message, data } = first.error;
  const error = ProtocolError.fromError(code, message, data);
  expect(isMalformed(error)).toBe(true);
  const explained = await failures.explain(error, "answer ask", 0);
  expect(explained.message).toContain(
    `odd could not answer ask in the protocol's form, although its answer arrived: ${says}`,
  );
  expect(() => failures.refusal(error)).toThrow(says);
});
