/**
 * Tools defined in code: a name from gateway.json to a function that makes an `McpServer` (of either version of the SDK), or to a list of
 * tools. Linked in memory, so a call never leaves the gateway.
 */
import { McpServer, type CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod";
import { isRecord } from "../lib/is-record.ts";
import { messageOf } from "../lib/message-of.ts";

/** An `McpServer` of the packages `@modelcontextprotocol/server` or `@modelcontextprotocol/sdk`. Their transports differ in types only. */
interface ConnectableServer {
  connect(transport: never): Promise<void>;
}

export type LocalServers = Readonly<Record<string, (() => ConnectableServer) | readonly LocalTool[]>>;

/** One tool; made by `defineTool`. */
interface LocalTool {
  readonly name: string;
  /** Adds the tool to a server that is made for a connection. */
  addTo(server: McpServer): void;
}

interface ToolOptions<Input extends z.ZodObject, Output extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** The schema of the value that `run` returns; scripts see it as the output type. */
  readonly output?: Output;
  /** It changes nothing. */
  readonly readOnly?: boolean;
  /** It may delete or overwrite. */
  readonly destructive?: boolean;
  /** The value is what the call answers. What is thrown is the message of a ToolError. */
  run(input: z.output<Input>, context: { readonly signal: AbortSignal }): z.input<Output> | Promise<z.input<Output>>;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodType = z.ZodUnknown>(
  options: ToolOptions<Input, Output>,
): LocalTool {
  const { name, description, input, output, readOnly, destructive } = options;
  const annotations = {
    ...(readOnly !== undefined && { readOnlyHint: readOnly }),
    ...(destructive !== undefined && { destructiveHint: destructive }),
  };
  const run = async (given: unknown, signal: AbortSignal): Promise<CallToolResult> => {
    try {
      const value = await options.run(input.parse(given), { signal });
      return resultOf(output === undefined ? value : output.parse(value));
    } catch (error) {
      return {
        isError: true,
        content: [{ type: "text", text: messageOf(error) }],
      };
    }
  };
  return {
    name,
    addTo: (server) => {
      const inputSchema: z.ZodObject = input;
      // MCP describes objects only.
      const outputSchema: z.ZodObject | undefined = output instanceof z.ZodObject ? output : undefined;
      const described = { description, inputSchema, annotations, ...(outputSchema && { outputSchema }) };
      server.registerTool(name, described, (given, { mcpReq: { signal } }) => run(given, signal));
    },
  };
}

/** Structured content is an object in MCP; other values are JSON in a text, which scripts get parsed. */
function resultOf(value: unknown): CallToolResult {
  const text = JSON.stringify(value) ?? "null";
  const content = [{ type: "text" as const, text }];
  return isRecord(value) ? { content, structuredContent: value } : { content };
}

/** A server of tools alone. */
export function serverOf(name: string, tools: readonly LocalTool[]): ConnectableServer {
  const server = new McpServer({ name, version: "1.0.0" });
  for (const tool of tools) tool.addTo(server);
  return server;
}
