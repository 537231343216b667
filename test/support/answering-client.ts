/** MCP clients that answer servers themselves (sampling and roots), of both SDKs and both protocol eras. */
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CreateMessageRequestSchema, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Answer } from "./answer.ts";

interface AnsweringClient {
  /** The parameters of each `sampling/createMessage`, and "roots" for each `roots/list`. */
  readonly asked: unknown[];
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<Answer>;
  close(): Promise<void>;
}

const INFO = { name: "answers", version: "1.0.0" };
const ROOTS = { roots: [{ uri: "file:///home/ada/project", name: "project" }] };
export const PARIS = { role: "assistant", content: { type: "text", text: "Paris" }, model: "small" } as const;

/** @param answer the result of each `sampling/createMessage`; undefined for a user who rejects it */
type OpenAnswering = (url: string, answer?: object, capabilities?: object) => Promise<AnsweringClient>;

const ALL = { sampling: {}, roots: {}, elicitation: {} };

const openV2 =
  (mode: "legacy" | { readonly pin: string }): OpenAnswering =>
  async (url, answer, capabilities = ALL) => {
    const asked: unknown[] = [];
    const client = new Client(INFO, { versionNegotiation: { mode }, capabilities });
    if ("sampling" in capabilities)
      client.setRequestHandler("sampling/createMessage", ({ params }) => answerWith(asked, params, answer) as never);
    if ("roots" in capabilities)
      client.setRequestHandler("roots/list", () => answerWith(asked, "roots", ROOTS) as never);
    if ("elicitation" in capabilities)
      client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { n: 1 } }));
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const call = async (name: string, args = {}): Promise<Answer> => client.callTool({ name, arguments: args });
    return { asked, call, close: () => client.close() };
  };

const openV1: OpenAnswering = async (url, answer, capabilities = ALL) => {
  const asked: unknown[] = [];
  const client = new ClientV1(INFO, { capabilities });
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => answerWith(asked, params, answer) as never);
  if ("roots" in capabilities)
    client.setRequestHandler(ListRootsRequestSchema, () => answerWith(asked, "roots", ROOTS) as never);
  await client.connect(new TransportV1(new URL(url)));
  const call = async (name: string, args = {}): Promise<Answer> =>
    (await client.callTool({ name, arguments: args })) as Answer;
  return { asked, call, close: () => client.close() };
};

export const ANSWERING = {
  "v1 SDK client": openV1,
  "v2 client, 2025 era": openV2("legacy"),
  "v2 client, 2026-07-28": openV2({ pin: "2026-07-28" }),
} as const;

function answerWith(asked: unknown[], params: unknown, answer: object | undefined): object {
  asked.push(params);
  if (answer === undefined) throw new Error("The user has rejected it.");
  return answer;
}
