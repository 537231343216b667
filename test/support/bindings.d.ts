/** The bindings of the gateway under test, as `env` of "cloudflare:workers". */
import type { Env as GatewayEnv } from "../../src/config/env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends GatewayEnv {
      /** Project "workerd": an UpstreamOrigins. */
      readonly TEST_UPSTREAMS: string;
      /** Project "dialects": origin of the servers of sample-upstreams.ts. */
      readonly TEST_SAMPLE_UPSTREAMS: string;
    }
  }
}
