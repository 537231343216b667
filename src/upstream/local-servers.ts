/**
 * Tools defined in code: a name from gateway.json to a function that makes an `McpServer`. Linked in memory, so a call
 * never leaves the gateway.
 */
import type { McpServer } from "@modelcontextprotocol/server";

export type LocalServers = Readonly<Record<string, () => McpServer>>;
