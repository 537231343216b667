/** Requests whose parameters break the protocol's schema: each gets -32602 and one sentence, in every version of the protocol. */
import { createMcpHandler } from "agents/mcp/server";
import { expect, it } from "vitest";
import { serveLegacyMcp } from "../../src/http/legacy-mcp.ts";
import { newSessionId } from "../../src/mcp/client-session.ts";
import { createServer } from "../../src/mcp/server.ts";
import { ask } from "../support/client.ts";

const unused = (): Promise<never> => Promise.reject(new Error("no such table: catalog: SQLITE_ERROR"));

const BACKEND = {
  catalog: unused,
  index: unused,
  execute: unused,
  refuseSearch: () => Promise.resolve(undefined),
  awaitSignIn: unused,
  rankByMeaning: unused,
  awaitRun: unused,
  waitingCalls: unused,
  decide: unused,
  setLogLevel: unused,
  subscribe: unused,
  unsubscribe: unused,
  results: { list: unused, read: unused, runs: unused, run: unused },
  switchedOff: new Map(),
  maySaveScripts: true,
  exposures: new Map([
    ["files", { expose: "both", isMcp: true, keepsNames: false, changesResults: () => false } as const],
  ]),
  fetchHosts: [],
  packages: [],
  outputBudget: 1_000,
};

const LEVELS =
  '"debug", "info", "notice", "warning", "error", "critical", "alert" or "emergency", but it is the string "loud"';

const IN_BOTH_ERAS = [
  { method: "resources/read", params: {}, want: "params.uri to be a string, but it is missing" },
  { method: "resources/read", params: { uri: null }, want: "params.uri to be a string, but it is null" },
  { method: "prompts/get", params: {}, want: "params.name to be a string, but it is missing" },
  { method: "prompts/get", params: { name: 5 }, want: "params.name to be a string, but it is the number 5" },
  { method: "tools/list", params: { cursor: 5 }, want: "params.cursor to be a string, but it is the number 5" },
  { method: "resources/list", params: { cursor: [] }, want: "params.cursor to be a string, but it is an array" },
  { method: "tools/call", params: { name: {} }, want: "params.name to be a string, but it is an object" },
  {
    method: "tools/call",
    params: { name: "execute_code", arguments: "x" },
    want: 'params.arguments to be an object, but it is the string "x"',
  },
  {
    method: "completion/complete",
    params: {},
    want: "params.ref to be an object, but it is missing; params.argument to be an object, but it is missing",
  },
] as const;

const IN_2025 = [
  { method: "logging/setLevel", params: { level: "loud" }, want: `params.level to be ${LEVELS}` },
  { method: "resources/read", params: undefined, want: "params to be an object, but it is missing" },
  { method: "resources/subscribe", params: {}, want: "params.uri to be a string, but it is missing" },
  { method: "resources/subscribe", params: { uri: 5 }, want: "params.uri to be a string, but it is the number 5" },
  {
    method: "completion/complete",
    params: { ref: { type: "x" }, argument: { name: "a", value: "" } },
    want: 'params.ref.type to be "ref/prompt" or "ref/resource", but it is the string "x"',
  },
] as const;

const IN_INITIALIZE = [
  { given: { capabilities: {} }, want: "params.protocolVersion to be a string, but it is missing" },
  { given: { protocolVersion: null, capabilities: {} }, want: "params.protocolVersion to be a string, but it is null" },
  {
    given: { protocolVersion: 5, capabilities: {} },
    want: "params.protocolVersion to be a string, but it is the number 5",
  },
  { given: { protocolVersion: "2025-11-25" }, want: "params.capabilities to be an object, but it is missing" },
  {
    given: { protocolVersion: "2025-11-25", capabilities: 5 },
    want: "params.capabilities to be an object, but it is the number 5",
  },
] as const;

interface Message {
  readonly method: string;
  readonly params?: object | undefined;
}

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

function requestOf({ method, params }: Message, headers: Readonly<Record<string, string>> = {}): Request {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: { host: "localhost", ...HEADERS, ...headers },
    body,
  });
}

async function errorOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const data = /^data: (?<message>\{.*)$/m.exec(text)?.groups?.["message"] ?? text;
  return (JSON.parse(data) as { readonly error: unknown }).error;
}

async function answerIn2025(message: Message, protocolVersion: string): Promise<unknown> {
  const session = newSessionId({ protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } });
  const headers = { "mcp-session-id": String(session), "mcp-protocol-version": protocolVersion };
  const request = requestOf(message, headers);
  const response = await serveLegacyMcp(request, await request.clone().json(), {
    keepAliveMs: 1_000,
    createServer: (of) => createServer(BACKEND, of),
    decide: () => Promise.resolve(),
    cancel: () => Promise.resolve(),
    endClientSession: () => Promise.resolve(),
  });
  return errorOf(response);
}

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function answerIn2026({ method, params }: Message): Promise<unknown> {
  const name: unknown = params && "name" in params ? params.name : undefined;
  const headers = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(typeof name === "string" && { "mcp-name": name }),
  };
  const handler = createMcpHandler(() => createServer(BACKEND), { responseMode: "sse", legacy: "reject" });
  return errorOf(await handler.fetch(requestOf({ method, params: { ...params, _meta: ENVELOPE } }, headers)));
}

const refusal = (method: string, want: string): object => ({ code: -32_602, message: `${method} expects ${want}.` });

it.each([...IN_BOTH_ERAS, ...IN_2025])("2025-11-25: $method expects $want", async ({ method, params, want }) => {
  expect(await answerIn2025({ method, params }, "2025-11-25")).toStrictEqual(refusal(method, want));
});

it.each(["2025-06-18", "2025-03-26", "2024-11-05"])("says the same in %s", async (version) => {
  const message = { method: "tools/list", params: { cursor: 5 } };
  const want = "params.cursor to be a string, but it is the number 5";
  expect(await answerIn2025(message, version)).toStrictEqual(refusal("tools/list", want));
});

it.each(IN_BOTH_ERAS)("2026-07-28: $method expects $want", async ({ method, params, want }) => {
  expect(await answerIn2026({ method, params })).toStrictEqual(refusal(method, want));
});

it.each(IN_INITIALIZE)("initialize expects $want", async ({ given, want }) => {
  const params = { clientInfo: { name: "test", version: "1" }, ...given };
  const response = await ask(requestOf({ method: "initialize", params }));
  expect(await errorOf(response)).toStrictEqual(refusal("initialize", want));
});

it("names each of several problems in one line", async () => {
  const response = await ask(requestOf({ method: "initialize", params: {} }));
  const want =
    "params.protocolVersion to be a string, but it is missing; params.capabilities to be an object, but it is missing; params.clientInfo to be an object, but it is missing";
  expect(await errorOf(response)).toStrictEqual(refusal("initialize", want));
});

it("does not blame the client for a failure of the gateway's own", async () => {
  const answer = { code: -32_603, message: "The gateway failed; its log has the error." };
  expect(await answerIn2025({ method: "tools/list" }, "2025-11-25")).toStrictEqual(answer);
  expect(await answerIn2026({ method: "tools/list" })).toStrictEqual(answer);
});
