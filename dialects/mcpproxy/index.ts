/** The dialect of MCPProxy, whose scripts use `call_tool` and `call_tools` without `await`. */
import type { GuestExtension } from "../../worker-loader/index.ts";
import callToolText from "../../dist/guest/call-tool.guest.js";
import iterablesText from "../../dist/guest/iterables.guest.js";
import lastText from "../../dist/guest/last.guest.js";
import pendingText from "../../dist/guest/pending.guest.js";
import sectionsText from "../../dist/guest/sections.guest.js";
import sequentialText from "../../dist/guest/sequential.guest.js";
import syncText from "../../dist/guest/sync.guest.js";
import wireBlocksText from "../../dist/guest/wire-blocks.guest.js";
import wireResultText from "../../dist/guest/wire-result.guest.js";
import wireText from "../../dist/guest/wire.guest.js";
import { BLOCKS, LAST, SYNC, WIRE } from "./reserved-names.ts";

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
  {
    names: [BLOCKS],
    main: "mcpproxy/wire-blocks.js",
    modules: { ...shared, "mcpproxy/wire-blocks.js": wireBlocksText },
  },
  { names: [LAST], main: "mcpproxy/last.js", modules: { "mcpproxy/last.js": lastText } },
];
