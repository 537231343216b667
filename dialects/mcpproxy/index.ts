/** The dialect of MCPProxy, whose scripts use `call_tool` and `call_tools` without `await`. */
import type { GuestExtension } from "../../worker-loader/index.ts";
import callToolText from "../../dist/guest/call-tool.js";
import iterablesText from "../../dist/guest/iterables.js";
import lastText from "../../dist/guest/last.js";
import pendingText from "../../dist/guest/pending.js";
import sectionsText from "../../dist/guest/sections.js";
import sequentialText from "../../dist/guest/sequential.js";
import syncText from "../../dist/guest/sync.js";
import wireResultText from "../../dist/guest/wire-result.js";
import wireText from "../../dist/guest/wire.js";
import { LAST, SYNC, WIRE } from "./reserved-names.ts";

export { mcpproxyRewrite } from "./rewrite.ts";

const shared = { "mcpproxy/pending.js": pendingText, "mcpproxy/wire-result.js": wireResultText };

export const mcpproxyExtensions: readonly GuestExtension[] = [
  {
    names: ["call_tool", "call_tools"],
    main: "mcpproxy/call-tool.js",
    modules: { ...shared, "mcpproxy/call-tool.js": callToolText },
  },
  {
    names: [SYNC],
    main: "mcpproxy/sync.js",
    modules: {
      ...shared,
      "mcpproxy/sync.js": syncText,
      "mcpproxy/iterables.js": iterablesText,
      "mcpproxy/sections.js": sectionsText,
      "mcpproxy/sequential.js": sequentialText,
    },
  },
  { names: [WIRE], main: "mcpproxy/wire.js", modules: { ...shared, "mcpproxy/wire.js": wireText } },
  { names: [LAST], main: "mcpproxy/last.js", modules: { "mcpproxy/last.js": lastText } },
];
