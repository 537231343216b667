/** Answers `tools/list`: two tools with the schemas that their arguments are checked with. */
import type { Tool } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Catalog } from "../catalog/catalog.ts";
import { directTools, scriptCatalog, scriptSnapshot, type Exposures } from "../catalog/direct-tools.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import { runRequestSchema } from "../runs/run-options.ts";
import { directToolViews } from "./direct-views.ts";
import { scriptTools } from "./script-views.ts";
import { searchRequestSchema } from "./search-tools.ts";
import { toolTexts, type Packages } from "./tool-texts.ts";

export interface Offered {
  /** Hosts that scripts may fetch from. */
  readonly hosts: readonly string[];
  readonly packages: Packages;
  readonly exposures: Exposures;
}

export function toolList(snapshot: Snapshot, catalog: Catalog, { hosts, packages, exposures }: Offered): Tool[] {
  const texts = toolTexts(scriptSnapshot(snapshot, exposures), scriptCatalog(catalog, exposures), { hosts, packages });
  const scripts = scriptTools(snapshot.scripts);
  const taken = new Set(scripts.map(({ name }) => name));
  const direct = directToolViews(directTools(catalog, exposures)).filter(({ name }) => !taken.has(name));
  return [
    {
      name: "search_tools",
      description: texts.search,
      inputSchema: leanSchema(searchRequestSchema),
      _meta: ALWAYS_LOADED,
      annotations: { readOnlyHint: true },
    },
    {
      name: "execute_code",
      description: texts.execute,
      inputSchema: leanSchema(runRequestSchema),
      _meta: ALWAYS_LOADED,
      annotations: { destructiveHint: true, openWorldHint: true },
    },
    ...scripts,
    ...direct,
  ];
}

/** The tools whose descriptions depend on the state of servers: clients need not hear of that. */
const OWN: ReadonlySet<string> = new Set(["search_tools", "execute_code"]);

/** @returns a text that differs when a client has to read the list again */
export function toolListVersion(snapshot: Snapshot, catalog: Catalog, offered: Offered): string {
  return JSON.stringify(toolList(snapshot, catalog, offered).filter(({ name }) => !OWN.has(name)));
}

/** Claude Code shows tools of MCP servers to the model only after it has searched for them, unless a tool says this. */
const ALWAYS_LOADED = { "anthropic/alwaysLoad": true };

/** Removes keywords that only cost tokens. */
function leanSchema(schema: z.ZodType): Tool["inputSchema"] {
  const { $schema: _, ...lean } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return lean as Tool["inputSchema"];
}
