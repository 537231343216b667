/**
 * The dialects: scripts written for other code-mode systems run unchanged. Each is a rewriting of the parsed script, or
 * names it adds to the script's scope, or both; which one a script is written in is seen from what it mentions.
 */
import type { GuestExtension, Rewrite } from "../worker-loader/index.ts";
import { codemodeMcpExtension } from "./codemode-mcp/extension.ts";
import { execboxExtension } from "./execbox/extension.ts";
import { mcpproxyExtensions, mcpproxyRewrite } from "./mcpproxy/index.ts";
import { ncpExtension } from "./ncp/extension.ts";
import { serversLayoutExtension } from "./servers-layout/extension.ts";
import type { LayoutServers } from "./servers-layout/layout-servers.ts";
import { mayUseLayout, serversLayout } from "./servers-layout/rewrite.ts";

const dialectRewrites: readonly Rewrite[] = [mcpproxyRewrite];

/** In the order they are applied. @param servers asked for only when the script may import them */
export function rewritesFor(code: string, servers: () => LayoutServers): readonly Rewrite[] {
  return mayUseLayout(code) ? [serversLayout(servers()), ...dialectRewrites] : dialectRewrites;
}

export const dialectExtensions: readonly GuestExtension[] = [
  ...mcpproxyExtensions,
  ncpExtension,
  codemodeMcpExtension,
  execboxExtension,
  serversLayoutExtension,
];
