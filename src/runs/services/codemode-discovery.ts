/**
 * `codemode.search(query)` and `codemode.describe(target)` as `@cloudflare/codemode` answers them: a target is a server ("connector"), a tool
 * ("method") or a saved script ("snippet"), and one that does not exist is described as not found instead of failing.
 */
import * as z from "zod";
import { absentTarget } from "../../catalog/absent-target.ts";
import type { Catalog, ServerCatalog } from "../../catalog/catalog.ts";
import { describeTools } from "../../catalog/describe.ts";
import { findServer } from "../../catalog/find-server.ts";
import { matchingScripts, type ScriptSummary } from "../../catalog/script-summary.ts";
import { quote } from "../../lib/shorten.ts";
import type { SavedScript } from "../../saved-scripts/saved-script.ts";
import { targetsOf } from "./execbox.ts";
import { noServer, type RunScope } from "./find-target.ts";
import { service, type Services } from "./service.ts";
import type { FindTools } from "./tool-lookup.ts";

const MAX_TOKENS = 20_000;
const MAX_SCRIPTS = 10;

const searchSchema = z.object({ query: z.string() });
const describeSchema = z.strictObject({ target: z.string().max(1_000) });
/** The score of the best tool is about this much. */
const BEST_SCORE = 100;

interface Discovery extends RunScope {
  readonly scripts: readonly ScriptSummary[];
  script(name: string): Promise<SavedScript | undefined>;
  readonly findTools: FindTools;
}

export function codemodeDiscovery(discovery: Discovery): Services {
  return {
    async "codemode.search"(args) {
      const found = await discovery.findTools(args);
      if (!found.ok) return found;
      const methods = found.value.tools.map(({ path, server, tool, signature, score: rank }) => {
        const score = Math.round(rank * BEST_SCORE);
        const { table } = discovery.catalog.servers.find(({ identifier }) => identifier === server) ?? {};
        const description = table?.find(tool)?.description;
        return { path, server, tool, connector: server, method: tool, description, signature, kind: "method", score };
      });
      const scripts = matchingScripts(discovery.scripts, searchSchema.parse(args).query);
      // Scripts are not ranked, and follow the tools.
      const score = methods.at(-1)?.score ?? BEST_SCORE;
      const snippets = scripts.slice(0, MAX_SCRIPTS).map(({ name, description }) => {
        return { path: name, connector: "snippet", method: name, description, kind: "snippet", score };
      });
      const results = [...methods, ...snippets];
      const total = found.value.total + scripts.length;
      return { ok: true, value: { results, total, truncated: total > results.length } };
    },
    "codemode.describe": service(
      describeSchema,
      'codemode.describe("server.tool") takes a text.',
      async ({ target }) => ({ ok: true, value: await describeTarget(target, discovery) }),
    ),
  };
}

async function describeTarget(target: string, discovery: Discovery): Promise<object> {
  const { catalog, servers, scripts } = discovery;
  if (scripts.some(({ name }) => name === target)) {
    const saved = await discovery.script(target);
    if (saved !== undefined) return snippet(saved);
  }
  const server = findServer(target, servers);
  if (server !== undefined) return connector(server, catalog);
  const [first] = targetsOf(target, servers);
  const tool = first?.server.table.find(first.tool);
  if (first === undefined || tool === undefined) return notFound(target, discovery);
  const { identifier, table } = first.server;
  const one = { server: identifier, tool: table.identifierOf(tool) };
  return {
    path: `${one.server}.${one.tool}`,
    description: tool.description,
    types: describeTools(catalog, [one], "full", MAX_TOKENS).text,
    kind: "method",
  };
}

function snippet({ name, description, code }: SavedScript): object {
  const types = [description, `\`\`\`ts\n${code}\n\`\`\``].filter((part) => part !== "").join("\n\n");
  return { path: name, description, types, code, kind: "snippet" };
}

function connector({ identifier, sdk }: ServerCatalog, catalog: Catalog): object {
  const all = sdk.tools.map((tool) => ({ server: identifier, tool: tool.identifier }));
  return { path: identifier, types: describeTools(catalog, all, "signatures", MAX_TOKENS).text, kind: "connector" };
}

/** A server that is down or left out, and a tool that is held, renamed or left out, are not called unknown. */
function notFound(target: string, scope: RunScope): object {
  const ofServer = noServer(target.split(".", 1)[0] ?? "", scope);
  const error = absentTarget(target, scope.servers, scope.absent, false) ?? ofServer;
  const reason = error === ofServer && error.code === "TOOL_NOT_FOUND" ? undefined : error.message;
  const types = `${quote(target, 200)} not found.${reason === undefined ? "" : ` ${reason}`}`;
  return { path: target, types, kind: "method" };
}
