/**
 * The dialects let scripts written for other code-mode systems run unchanged. A dialect rewrites the parsed script, adds
 * names to the script's scope, or both. The identifiers a script mentions decide which dialects apply.
 */
import type { GuestExtension, Rewrite } from "../worker-loader/index.ts";
import { codemodeMcpExtension, type FetchReach } from "./codemode-mcp/extension.ts";
import { execboxExtension } from "./execbox/extension.ts";
import { executorExtension } from "./executor/extension.ts";
import { executorRewrite } from "./executor/rewrite.ts";
import { mcpproxyExtensions, mcpproxyRewrite } from "./mcpproxy/index.ts";
import { ncpExtension } from "./ncp/extension.ts";
import { layoutExtension, pathExtension, serversLayoutExtension } from "./servers-layout/extension.ts";
import type { LayoutServers } from "./servers-layout/layout-servers.ts";
import { mayUseLayout, serversLayout } from "./servers-layout/rewrite.ts";

const dialectRewrites: readonly Rewrite[] = [mcpproxyRewrite, executorRewrite];

/** @param servers called only when the script may import from `servers/` @returns rewritings in the order of application */
export function rewritesFor(code: string, servers: () => LayoutServers): readonly Rewrite[] {
  return mayUseLayout(code) ? [serversLayout(servers()), ...dialectRewrites] : dialectRewrites;
}

export { readsWire } from "./mcpproxy/looks-at-wire.ts";
export type { FetchReach } from "./codemode-mcp/extension.ts";

/** Guest extensions, by what scripts may fetch; their names are the same. */
export const dialectExtensions: Readonly<Record<FetchReach, readonly GuestExtension[]>> = {
  none: extensionsWith("none"),
  allowed: extensionsWith("allowed"),
};

function extensionsWith(reach: FetchReach): readonly GuestExtension[] {
  return [
    ...mcpproxyExtensions,
    ncpExtension,
    codemodeMcpExtension(reach),
    execboxExtension,
    executorExtension,
    serversLayoutExtension,
    layoutExtension,
    pathExtension,
  ];
}
