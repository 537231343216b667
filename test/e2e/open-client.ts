/** Every MCP client that the gateway promises to serve, behind one face. */
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Answer } from "../support/answer.ts";

export interface OpenClient {
  readonly protocolVersion: string | undefined;
  toolNames(): Promise<string[]>;
  /** @param onProgress gets the message of every progress notification */
  call(tool: string, args: Record<string, unknown>, onProgress?: (message: string) => void): Promise<Answer>;
  /** As `call`; gives up when the signal is aborted, and tells the server in the way of its protocol. */
  callUntil(signal: AbortSignal, tool: string, args: Record<string, unknown>): Promise<Answer>;
  /** Goes away: connections are dropped, whatever was under way on them. */
  close(): Promise<void>;
}

/** Name of the client → how to connect it. */
export const CLIENTS = {
  "v1 SDK client": openV1,
  "v2 client, 2025 era": (url: string, headers?: Record<string, string>) => openV2("legacy", url, headers),
  "v2 client, 2026-07-28": (url: string, headers?: Record<string, string>) =>
    openV2({ pin: "2026-07-28" }, url, headers),
} as const;

const INFO = { name: "e2e", version: "1.0.0" };

async function openV1(url: string, headers: Record<string, string> = {}): Promise<OpenClient> {
  const client = new ClientV1(INFO);
  const transport = new TransportV1(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  return {
    protocolVersion: transport.protocolVersion,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args, onProgress) =>
      (await client.callTool({ name, arguments: args }, undefined, listening(onProgress))) as Answer,
    callUntil: async (signal, name, args) =>
      (await client.callTool({ name, arguments: args }, undefined, { signal })) as Answer,
    close: () => client.close(),
  };
}

async function openV2(mode: "legacy" | { pin: string }, url: string, headers: Record<string, string> = {}) {
  const client = new ClientV2(INFO, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(new URL(url), { requestInit: { headers } }));
  const open: OpenClient = {
    protocolVersion: client.getNegotiatedProtocolVersion(),
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args, onProgress) => client.callTool({ name, arguments: args }, listening(onProgress)),
    callUntil: (signal, name, args) => client.callTool({ name, arguments: args }, { signal }),
    close: () => client.close(),
  };
  return open;
}

function listening(onProgress: ((message: string) => void) | undefined) {
  return onProgress && { onprogress: ({ message = "" }: { message?: string | undefined }) => onProgress(message) };
}
