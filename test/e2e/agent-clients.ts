/** Clients of agent frameworks that nobody here wrote, behind one interface: what an agent of each framework asks of a server. */
import { createMCPClient } from "@ai-sdk/mcp";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { MCPServerStreamableHttp } from "@openai/agents";
import { createRuntime } from "mcporter";
import { MCPClient } from "mcp-use/client";

export interface AgentClient {
  toolNames(): Promise<readonly string[]>;
  /** @returns whatever the framework hands to its model, or the error that it throws */
  call(tool: string, args: Record<string, unknown>): Promise<unknown>;
  /** As `call`; gives up when the signal is aborted. Absent where the framework cannot. */
  callUntil?(signal: AbortSignal, tool: string, args: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

interface Framework {
  /** @param onProgress gets the messages of progress notifications, from those that take them */
  readonly open: (url: string, onProgress: (message: string) => void) => Promise<AgentClient>;
  readonly takesProgress: boolean;
  readonly canGiveUp: boolean;
}

export const FRAMEWORKS: Readonly<Record<string, Framework>> = {
  "@ai-sdk/mcp": { open: openAiSdk, takesProgress: false, canGiveUp: true },
  "@langchain/mcp-adapters": { open: openLangChain, takesProgress: true, canGiveUp: true },
  "@openai/agents": { open: openOpenAi, takesProgress: false, canGiveUp: true },
  "mcp-use": { open: openMcpUse, takesProgress: true, canGiveUp: true },
  mcporter: { open: openMcporter, takesProgress: false, canGiveUp: false },
};

async function openAiSdk(url: string): Promise<AgentClient> {
  const client = await createMCPClient({ transport: { type: "http", url } });
  const tools = await client.tools();
  const call = async (name: string, args: Record<string, unknown>, abortSignal?: AbortSignal): Promise<unknown> => {
    const options = { toolCallId: "1", messages: [], context: {}, ...(abortSignal && { abortSignal }) };
    return tools[name]?.execute(args, options);
  };
  return {
    toolNames: () => Promise.resolve(Object.keys(tools)),
    call,
    callUntil: (signal, name, args) => call(name, args, signal),
    close: () => client.close(),
  };
}

async function openLangChain(url: string, onProgress: (message: string) => void): Promise<AgentClient> {
  const client = new MultiServerMCPClient({
    mcpServers: { isogate: { transport: "http", url } },
    onProgress: ({ message = "" }) => onProgress(message),
  });
  const tools = await client.getTools();
  const toolOf = (name: string) => tools.find((one) => one.name === name);
  return {
    toolNames: () => Promise.resolve(tools.map(({ name }) => name)),
    call: async (name, args) => toolOf(name)?.invoke(args),
    callUntil: async (signal, name, args) => toolOf(name)?.invoke(args, { signal }),
    close: () => client.close(),
  };
}

async function openOpenAi(url: string): Promise<AgentClient> {
  const server = new MCPServerStreamableHttp({ url, name: "isogate" });
  await server.connect();
  return {
    toolNames: async () => (await server.listTools()).map(({ name }) => name),
    call: (name, args) => server.callToolResult(name, args),
    callUntil: (signal, name, args) => server.callToolResult(name, args, null, { signal }),
    close: () => server.close(),
  };
}

/** The last version with a client in it; package.json leaves out what its client does not import: the CLI, its inspector, its telemetry. */
async function openMcpUse(url: string, onProgress: (message: string) => void): Promise<AgentClient> {
  const client = new MCPClient({ mcpServers: { isogate: { url } } });
  const session = await client.createSession("isogate");
  const onprogress = ({ message = "" }: { readonly message?: string | undefined }) => onProgress(message);
  return {
    toolNames: async () => (await session.listTools()).map(({ name }) => name),
    call: (name, args) => session.callTool(name, args, { onprogress }),
    callUntil: (signal, name, args) => session.callTool(name, args, { signal }),
    close: () => client.close(),
  };
}

async function openMcporter(url: string): Promise<AgentClient> {
  const runtime = await createRuntime({
    servers: [{ name: "isogate", command: { kind: "http", url: new URL(url) } }],
  });
  return {
    toolNames: async () => (await runtime.listTools("isogate")).map(({ name }) => name),
    call: (name, args) => runtime.callTool("isogate", name, { args }),
    close: () => runtime.close(),
  };
}
