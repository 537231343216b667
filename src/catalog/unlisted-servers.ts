/** Servers without a list of tools, and what is said of them where a script names one. */
import { allowsServer, type Access } from "../auth/principal.ts";
import { isDisabled, type GatewayConfig } from "../config/gateway-config.ts";
import { hidesServer, policyInForce } from "../enforcement/policy-in-force.ts";
import type { Unlisted } from "./call-target.ts";
import { serverIdentifiers } from "./server-names.ts";
import type { ServerSnapshot, Snapshot } from "./snapshot.ts";

const MAX_REASON_CHARS = 1_000;

/** @returns reasons by name and by identifier */
export function unlistedServers(
  { servers }: Pick<Snapshot, "servers">,
  identifiers: ReadonlyMap<string, string>,
): Unlisted {
  const without = servers.filter(({ hash }) => hash === undefined);
  return new Map(
    without.flatMap((server) => {
      const why = reasonOf(server);
      return [[server.name, why] as const, [identifiers.get(server.name) ?? server.name, why] as const];
    }),
  );
}

/** @returns what is said of the servers that an admin has switched off, by name and by identifier; what is hidden or forbidden is not named */
export function switchedOffServers(config: GatewayConfig, access: Access): Unlisted {
  const policy = policyInForce(config);
  const isShown = (name: string): boolean =>
    allowsServer(access, name) && !(policy !== undefined && hidesServer(policy, name));
  const names = Object.entries(config.mcpServers).flatMap(([name, server]) =>
    isDisabled(server) && isShown(name) ? [name] : [],
  );
  const identifiers = serverIdentifiers(Object.keys(config.mcpServers));
  return new Map(names.flatMap((name) => [name, identifiers.get(name) ?? name]).map((name) => [name, SWITCHED_OFF]));
}

const SWITCHED_OFF = "is switched off. An admin can switch it on again.";

function reasonOf({ status }: ServerSnapshot): string {
  if (status.state === "ready") return "is still connecting; try again in a moment.";
  if (status.state === "connecting")
    return `is still connecting; try again in a moment. ${status.reason ?? ""}`.trimEnd();
  const link = status.signInUrl === undefined ? "" : ` Open ${status.signInUrl} in a browser.`;
  return `is down: ${status.reason.slice(0, MAX_REASON_CHARS)}${link}`;
}
