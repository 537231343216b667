/** Servers without a list of tools, and what is said of them where a script names one. */
import type { Unlisted } from "./call-target.ts";
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

function reasonOf({ status }: ServerSnapshot): string {
  if (status.state !== "down") return "is still connecting; try again in a moment.";
  const link = status.signInUrl === undefined ? "" : ` Open ${status.signInUrl} in a browser.`;
  return `is down: ${status.reason.slice(0, MAX_REASON_CHARS)}${link}`;
}
