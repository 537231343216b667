/** The bindings of the gateway under test, as `env` of "cloudflare:workers". */
import type { Env as GatewayEnv } from "../../src/config/env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends GatewayEnv {}
  }
}
