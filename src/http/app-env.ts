/** Variables that the guards set for the routes. */
import type { Principal } from "../auth/principal.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { Env } from "../config/env.ts";

export interface AppEnv {
  Bindings: Env;
  Variables: { config: GatewayConfig; principal: Principal };
}
