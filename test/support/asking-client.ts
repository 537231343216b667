/** MCP clients that ask their users (elicitation), of both protocol eras, with users who always give the same answer. */
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Answer } from "./answer.ts";

export interface AskingClient {
  /** The messages that its user has seen. */
  readonly questions: readonly string[];
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Answer>;
  close(): Promise<void>;
}

const INFO = { name: "asks", version: "1.0.0" };

/** @param answers results of `elicitation/create`, one after the other; the last one is given again and again */
export async function modernAskingClient(origin: string, ...answers: readonly object[]): Promise<AskingClient> {
  const questions: string[] = [];
  const client = new Client(INFO, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
    capabilities: { elicitation: { form: {} } },
  });
  client.setRequestHandler("elicitation/create", ({ params }) => {
    questions.push(params.message);
    return answers[Math.min(questions.length, answers.length) - 1] as never;
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
  const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<Answer> =>
    client.callTool({ name, arguments: args });
  return { questions, call, close: () => client.close() };
}

/**
 * @param answer the result of each `elicitation/create`
 * @param reply the members that each of its responses has in place of `result`, which the SDK would not send
 */
export async function legacyAskingClient(origin: string, answer: object, reply?: object): Promise<AskingClient> {
  const questions: string[] = [];
  const client = new ClientV1(INFO, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params.message);
    return answer;
  });
  const transport = new TransportV1(new URL(`${origin}/mcp`));
  const send = transport.send.bind(transport);
  transport.send = (message, options) =>
    "result" in message && reply !== undefined
      ? send({ jsonrpc: "2.0", id: message.id, ...reply } as never, options)
      : send(message, options);
  await client.connect(transport);
  const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<Answer> =>
    (await client.callTool({ name, arguments: args })) as Answer;
  return { questions, call, close: () => client.close() };
}
