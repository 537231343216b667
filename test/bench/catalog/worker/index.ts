/**
 * The catalog's work, one step a request: the clock inside workerd stands still while code runs, so time is taken around requests.
 * What a step makes is kept for the next.
 */
import { joinCatalog, buildServerCatalog, type ServerCatalog } from "../../../../src/catalog/catalog.ts";
import { documentsOf } from "../../../../src/catalog/catalog-index.ts";
import { buildPart, joinParts, openVocabulary, search } from "../../../../src/catalog/search/index.ts";
import type { CompiledVocabulary } from "../../../../search-data/format.ts";
import type { IndexPart, SearchIndex, Vocabulary } from "../../../../src/catalog/search/index.ts";
import { printTools } from "../../../../sdk-gen/index.ts";
import type { ToolDefinition } from "../../../../src/upstream/connector.ts";

interface Given {
  readonly name: string;
  readonly tools: readonly ToolDefinition[];
}

let given: readonly Given[] = [];
let text = "";
let vocabulary: Vocabulary;
let servers: readonly ServerCatalog[] = [];
let parts: readonly IndexPart[] = [];
let stored: readonly string[] = [];
let index: SearchIndex;

type Step = (body: () => Promise<string>, url: URL) => Promise<number> | number;

/** Each answers with a number, so that nothing can be left out as unused. */
const STEPS: Readonly<Record<string, Step>> = {
  "/": () => 0,
  "/take-vocabulary": async (body) => (text = await body()).length,
  "/open-vocabulary": () => (vocabulary = openVocabulary(JSON.parse(text) as CompiledVocabulary)).version.length,
  "/take": async (body) => (given = JSON.parse(await body()) as readonly Given[]).length,
  "/sdk": () => {
    servers = given.map(({ name, tools }) => buildServerCatalog(name, name, name, tools));
    return joinCatalog(servers).toolCount;
  },
  "/print": () => {
    const texts = servers.map(({ sdk }) =>
      printTools(
        sdk,
        sdk.tools.map((tool) => tool.identifier),
        "signatures",
      ),
    );
    return texts.reduce((sum, one) => sum + one.length, 0);
  },
  "/build": () => (parts = servers.map((server) => buildPart(documentsOf(server), vocabulary))).length,
  "/pack": () => (stored = parts.map((part) => JSON.stringify(part))).reduce((sum, one) => sum + one.length, 0),
  "/load": () => (parts = stored.map((one) => JSON.parse(one) as IndexPart)).length,
  "/join": () => (index = joinParts(parts, vocabulary)).tools.length,
  "/search": (_body, { searchParams }) => search(index, searchParams.get("query") ?? "", { limit: 12 }).total,
};

export default {
  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const step = STEPS[url.pathname];
    if (!step) return new Response("no such step", { status: 404 });
    return Response.json(await step(() => request.text(), url));
  },
} satisfies ExportedHandler;
