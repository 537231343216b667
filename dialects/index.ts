/**
 * The dialects: scripts written for other code-mode systems run unchanged. Each is a rewriting of the parsed script, or names
 * it adds to the script's scope, or both; which one a script is written in is seen from what it mentions.
 */
import type { GuestExtension, Rewrite } from "../worker-loader/index.ts";
import { codemodeMcpExtension } from "./codemode-mcp/extension.ts";
import { execboxExtension } from "./execbox/extension.ts";
import { mcpproxyExtensions, mcpproxyRewrite } from "./mcpproxy/index.ts";
import { ncpExtension } from "./ncp/extension.ts";

/** In the order they are applied. */
export const dialectRewrites: readonly Rewrite[] = [mcpproxyRewrite];

export const dialectExtensions: readonly GuestExtension[] = [
  ...mcpproxyExtensions,
  ncpExtension,
  codemodeMcpExtension,
  execboxExtension,
];
