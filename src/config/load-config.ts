/**
 * Loads the configuration, with the policy.json beside it: `GATEWAY_JSON` if it is set (local development, tests), else the gateway.json
 * of the build.
 */
import files from "../../dist/config-files.json";
import type { Env } from "./env.ts";
import { parseGatewayConfig, type ConfigResult } from "./parse-gateway-config.ts";

/** A file as the build read it: its text, or a sentence that says why there is none. */
type ConfigFile = { readonly text: string } | { readonly problem: string };

const built = files as { readonly gateway: ConfigFile; readonly policy: ConfigFile };
const parsed = new Map<string, ConfigResult>();

export function loadConfig(env: Env): ConfigResult {
  const source = env.GATEWAY_JSON ?? "";
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const result = parseFiles(source === "" ? built.gateway : { text: source }, built.policy);
  parsed.set(source, result);
  for (const { text } of result.problems) console.warn(text);
  return result;
}

/** Without a file nothing is used: a policy.json that is missing may have been the one that denies. */
function parseFiles(gateway: ConfigFile, policy: ConfigFile): ConfigResult {
  if ("text" in gateway && "text" in policy) return parseGatewayConfig(gateway.text, policy.text);
  const problems = [gateway, policy].flatMap((file) => ("problem" in file ? [{ text: file.problem }] : []));
  return { ok: false, problems };
}
