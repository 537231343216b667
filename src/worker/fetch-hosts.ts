/** The hosts that scripts of a principal may fetch from; none where its credentials or the policy withhold `fetch`. */
import { allowsServer, allowsTool, type Access } from "../auth/principal.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { hidesServer, policyInForce } from "../enforcement/policy-in-force.ts";
import type { ExecuteContext } from "../runs/execute-context.ts";
import { FETCH_SERVER, FETCH_TOOL } from "../upstream/script-fetch/fetch-tool.ts";

export function fetchReach(config: GatewayConfig, access: Access): ExecuteContext["fetchReach"] {
  return fetchHosts(config, access).length > 0 ? "allowed" : "none";
}

export function fetchHosts(config: GatewayConfig, access: Access): readonly string[] {
  const policy = policyInForce(config);
  const isWithheld = !allowsServer(access, FETCH_SERVER) || !allowsTool(access, FETCH_TOOL);
  const isHidden = policy !== undefined && hidesServer(policy, FETCH_SERVER);
  return isWithheld || isHidden ? [] : (config.fetch?.allow ?? []);
}
