/** The policy of gateway.json, with the names that tools have at the servers of the Gateway: admins add servers while it runs. */
import type { GatewayConfig } from "../../config/gateway-config.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { Env } from "../../config/env.ts";
import { compileInForce, policyInForce, type PolicyInForce } from "../../enforcement/policy-in-force.ts";
import { renamedTools } from "../../enforcement/renamed-tools.ts";
import type { PolicyDocument } from "../../policy/document/document.ts";
import type { OriginalPaths } from "../../policy/values/tool-pattern.ts";

export class CurrentPolicy {
  readonly #env: Env;
  #opened: GatewayConfig["mcpServers"] | undefined;

  constructor(env: Env) {
    this.#env = env;
  }

  /** @param mcpServers of gateway.json and those that admins have added */
  opened(mcpServers: GatewayConfig["mcpServers"]): void {
    this.#opened = mcpServers;
  }

  inForce(): PolicyInForce | undefined {
    const loaded = loadConfig(this.#env);
    if (!loaded.ok) return undefined;
    const { policy, mcpServers } = loaded.config;
    return policyInForce({ policy, mcpServers: this.#opened ?? mcpServers });
  }

  /** @returns "" if there is no policy; undefined while the configuration cannot be read */
  hash(): string | undefined {
    return loadConfig(this.#env).ok ? (this.inForce()?.hash ?? "") : undefined;
  }

  /** @returns another document, as if it were in force */
  asInForce(document: PolicyDocument): PolicyInForce {
    return compileInForce(document, this.originals());
  }

  /** The servers that admins have added are among these once the upstreams are open. */
  originals(): OriginalPaths {
    const loaded = loadConfig(this.#env);
    return renamedTools(this.#opened ?? (loaded.ok ? loaded.config.mcpServers : {})).originals;
  }
}
