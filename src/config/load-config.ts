/**
 * Loads the configuration, with the policy.json beside it: `GATEWAY_JSON` if it is set (local development, tests), else the bundled
 * gateway.json.
 */
import bundled from "../../gateway.json";
import policyFile from "../../policy.json";
import type { Env } from "./env.ts";
import { parseGatewayConfig } from "./parse-gateway-config.ts";
import type { ConfigResult } from "./parse-gateway-config.ts";

const parsed = new Map<unknown, ConfigResult>();

export function loadConfig(env: Env): ConfigResult {
  const source: unknown = env.GATEWAY_JSON || bundled;
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const result = parseGatewayConfig(source, policyFile);
  parsed.set(source, result);
  for (const { text } of result.problems) console.warn(text);
  return result;
}
