/** Collects the servers, tools and packages that the caller's scripts can name, to check the text of a script before it is kept. */
import type { Context } from "hono";
import { missingToolsOf } from "../../catalog/absent-tools.ts";
import { identifiersOf } from "../../catalog/server-names.ts";
import { configuredPackages } from "../../config/packages.ts";
import type { TextContext } from "../../saved-scripts/prepare-text.ts";
import { currentCatalog } from "../../worker/current-catalog.ts";
import { transpileWith } from "../../worker/guest-assets.ts";
import type { AppEnv } from "../app-env.ts";
import { originOf } from "../origin.ts";

export async function textContext(c: Context<AppEnv>): Promise<TextContext> {
  const { snapshot, catalog } = await currentCatalog(c.env, c.get("principal"), originOf(c));
  const identifiers = identifiersOf(snapshot.servers);
  const { mcpServers, packages } = c.get("config");
  return {
    catalog,
    servers: [...identifiers.values()],
    missing: missingToolsOf(snapshot.servers, identifiers, mcpServers),
    packages: configuredPackages(packages).map(({ name }) => name),
    transpile: transpileWith(c.env),
    owner: c.get("principal").id,
  };
}
