/** Applies the policy to searches. Only a policy with a rule for `search_tools` needs a call of the principal's Gateway. */
import type { RunError } from "../../worker-loader/index.ts";
import type { Principal } from "../auth/principal.ts";
import type { Env } from "../config/env.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { policyInForce } from "../enforcement/policy-in-force.ts";
import { gatewayOf } from "../rpc/gateway-stub.ts";

export async function refuseSearch(
  env: Env,
  config: GatewayConfig,
  { id, credential }: Principal,
  args: unknown,
): Promise<RunError | undefined> {
  const rules = policyInForce(config)?.compiled.rulesFor("search_tools").rules ?? [];
  if (rules.length === 0) return undefined;
  return gatewayOf(env, id).admitSearch(args, { principal: id, ...(credential !== undefined && { credential }) });
}
