/** The context of a request for a run, from MCP, REST or a schedule. */
import type { Principal } from "../auth/principal.ts";
import type { Env } from "../config/env.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { Trigger } from "../schedules/schedule.ts";

export interface RequestContext {
  readonly env: Env;
  readonly config: GatewayConfig;
  readonly principal: Principal;
  /** The gateway's origin as the client knows it. */
  readonly origin: string;
  /** The trigger of a scheduled run; see Scheduler. */
  readonly trigger?: Trigger;
  /** Keeps the invocation alive until the run is closed, also when the client leaves. */
  readonly waitUntil: (work: Promise<unknown>) => void;
}
