/** Scripts for MCPProxy: `call_tool` and `call_tools`, used without `await`. */
import type { GuestExtension, Rewrite } from "../../worker-loader/index.ts";
import callToolText from "./guest/call-tool.js";

export const mcpproxyRewrite: Rewrite = { name: "mcpproxy", rewrite: () => undefined };

export const mcpproxyExtensions: readonly GuestExtension[] = [
  { names: ["call_tool"], main: "mcpproxy/call-tool.js", modules: { "mcpproxy/call-tool.js": callToolText } },
];
