/** Finds the member names for scripts that list an object of their scope: `Object.keys(github)`, `for (const name in scripts)`. */
import { isAllowed } from "./allowed-servers.ts";
import type { ExecuteContext } from "./execute-context.ts";

/** @returns undefined where it is not known: a server that was never listed, or an object that is neither a server nor `scripts` */
export function memberNames(
  name: string,
  { catalog, scripts, servers }: Pick<ExecuteContext, "catalog" | "scripts" | "servers">,
  allowedServers: readonly string[],
): readonly string[] | undefined {
  if (name === "scripts" && !servers.includes(name)) return scripts.map((script) => script.name);
  const server = catalog.servers.find(({ identifier }) => identifier === name);
  if (server === undefined) return undefined;
  return isAllowed(server, allowedServers) ? server.sdk.tools.map(({ identifier }) => identifier) : [];
}
