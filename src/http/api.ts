/** `/api/v1`: what people and programs ask of the gateway besides MCP. */
import { Hono } from "hono";
import type { Principal } from "../auth/authenticate.ts";
import type { Env } from "../env.ts";
import { gatewayOf } from "../gateway/gateway-stub.ts";
import { printDeclarations } from "../../sdk-gen/index.ts";
import { currentCatalog } from "./current-catalog.ts";

export const api = new Hono<{ Bindings: Env; Variables: { principal: Principal } }>();

/** The whole SDK as declarations, for an editor. */
api.get("/types", async (c) => {
  const { catalog } = await currentCatalog(gatewayOf(c.env, c.get("principal").id));
  return c.text(printDeclarations(catalog.servers.map(({ sdk }) => sdk)));
});
