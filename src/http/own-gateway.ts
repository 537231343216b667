/** The Gateway of the principal that sends the request. */
import type { Context } from "hono";
import { gatewayOf, type GatewayStub } from "../rpc/gateway-stub.ts";
import type { AppEnv } from "./app-env.ts";

export function ownGateway(c: Context<AppEnv>): GatewayStub {
  return gatewayOf(c.env, c.get("principal").id);
}
