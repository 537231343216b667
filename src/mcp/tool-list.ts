/** Answers `tools/list`: two tools with the schemas that their arguments are checked with. */
import type { Tool } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Catalog } from "../catalog/catalog.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import { runRequestSchema } from "../runs/run-options.ts";
import { scriptTools } from "./script-views.ts";
import { searchRequestSchema } from "./search-tools.ts";
import { toolTexts } from "./tool-texts.ts";

/** @param hosts that scripts may fetch from */
export function toolList(snapshot: Snapshot, catalog: Catalog, hosts: readonly string[]): Tool[] {
  const texts = toolTexts(snapshot, catalog, hosts);
  return [
    {
      name: "search_tools",
      description: texts.search,
      inputSchema: leanSchema(searchRequestSchema),
      annotations: { readOnlyHint: true },
    },
    {
      name: "execute_code",
      description: texts.execute,
      inputSchema: leanSchema(runRequestSchema),
      annotations: { destructiveHint: true, openWorldHint: true },
    },
    ...scriptTools(snapshot.scripts),
  ];
}

/** Removes keywords that only cost tokens. */
function leanSchema(schema: z.ZodType): Tool["inputSchema"] {
  const { $schema: _, ...lean } = z.toJSONSchema(schema, { io: "input" });
  return lean as Tool["inputSchema"];
}
