/** `/api/v1`: what people and programs ask of the gateway besides MCP. Refusals are problem details (refuse.ts). */
import { Hono } from "hono";
import { printDeclarations } from "../../sdk-gen/index.ts";
import type { AppEnv } from "./app-env.ts";
import { currentCatalog } from "./current-catalog.ts";
import { keys } from "./keys.ts";
import { principals } from "./principals.ts";

export const api = new Hono<AppEnv>();

/** The whole SDK as declarations, for an editor. */
api.get("/types", async (c) => {
  const { catalog } = await currentCatalog(c.env, c.get("principal"));
  return c.text(printDeclarations(catalog.servers.map(({ sdk }) => sdk)));
});

api.route("/keys", keys);
api.route("/principals", principals);
