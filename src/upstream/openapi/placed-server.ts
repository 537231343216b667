/**
 * Where an operation is sent that has a server of its own, while `base_url` of gateway.json stands in place of the description's servers. An address
 * on one of their origins is moved to the origin of `base_url`, such as that of a test system; any other address is asked as the description says,
 * without credentials. A path below which `base_url` has the description's first server is kept.
 */

export interface PlacedServer {
  /** A path on the origin of `base_url`, without what that has before it, or an address elsewhere; absent where it is `base_url` itself. */
  readonly server?: string;
  /** The path of the description's first server. */
  readonly root?: string;
  /** It goes to another origin than the rest: without credentials. */
  readonly isForeign?: true;
}

/** @param servers of the description @param from address of the description */
export function placeServer(
  base: URL,
  servers: readonly string[],
  server: string | undefined,
  from: URL | undefined,
): PlacedServer {
  const own = addressOf(server, from ?? base);
  if (own === undefined) return {};
  const roots = (servers.length === 0 ? ["/"] : servers).map((one) => addressOf(one, from ?? base));
  const [first] = roots;
  const isPath = server !== undefined && !server.startsWith("//") && !URL.canParse(server);
  if (isPath || roots.some((one) => one?.origin === own.origin)) {
    const root = first?.pathname ?? "/";
    return own.pathname === root ? {} : { server: own.pathname, root };
  }
  return own.origin === base.origin ? { server: own.pathname } : { server: own.href, isForeign: true };
}

/** @returns the address of requests, with the query of `base_url` on its origin */
export function placedAddress(base: URL, { server, root, isForeign }: PlacedServer): URL {
  if (server === undefined) return new URL(base);
  if (isForeign === true) return new URL(server);
  const url = new URL(base);
  const path = trimmed(base.pathname);
  const above =
    root === undefined || !path.endsWith(trimmed(root)) ? "" : path.slice(0, path.length - trimmed(root).length);
  url.pathname = `${above}${server}`;
  return url;
}

function trimmed(path: string): string {
  return path.replace(/\/$/, "");
}

export function addressOf(server: string | undefined, from: URL | undefined): URL | undefined {
  if (server === undefined || server.includes("{")) return undefined;
  const url = URL.parse(server, from);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") ? url : undefined;
}
