/**
 * Checks before any route: a browser page of another origin, and a DNS name somebody pointed at this gateway, must not
 * reach it with a user's network position or cookies (DNS rebinding; MCP transport, "Security Warning").
 */

/** What browsers send as `Sec-Fetch-Dest` for a page within another. */
const FRAMES = new Set(["iframe", "frame", "embed", "object", "fencedframe"]);

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

interface Allowed {
  /** Host names from gateway.json, besides `*.workers.dev` on the platform and loopback in local development. */
  readonly hosts: readonly string[];
  /** Origins from gateway.json. */
  readonly origins: readonly string[];
  /** The deployment says that it is a local one. */
  readonly local: boolean;
}

/** @returns what is wrong with the request, for its sender; undefined when it may pass */
export function refusalOf(request: Request, allowed: Allowed): string | undefined {
  const header = request.headers.get("host");
  const host = hostOf(header === null ? request.url : `http://${header}`);
  if (host === undefined || !isAllowedHost(host, allowed)) {
    return `Host ${JSON.stringify(host ?? header)} is not allowed for this gateway. Add it to "hosts" in gateway.json.`;
  }
  const origin = request.headers.get("origin");
  if (origin !== null && !isAllowedOrigin(origin, host, allowed)) {
    return `Pages of the origin ${JSON.stringify(origin)} may not call this gateway. Add it to "origins" in gateway.json.`;
  }
  return isEmbedded(request) ? "Pages of other origins may not embed what this gateway serves." : undefined;
}

/**
 * An image, a script, a style or a frame of another page. Such a request has no origin, but has the user's cookie where only the port is another, and on
 * an open gateway it needs none: images of event streams would take the places of those who watch. Browsers say so themselves.
 */
function isEmbedded({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== "cross-site" && site !== "same-site") return false;
  return headers.get("sec-fetch-mode") === "no-cors" || FRAMES.has(headers.get("sec-fetch-dest") ?? "");
}

function isAllowedHost(host: string, { hosts, local }: Allowed): boolean {
  if (hosts.includes(host)) return true;
  // workers.dev names are routed to this Worker by the platform alone; no other account can point one here.
  return local ? LOCAL_HOSTS.has(host) : host.endsWith(".workers.dev");
}

function isAllowedOrigin(origin: string, host: string, { origins, local }: Allowed): boolean {
  if (origins.includes(origin)) return true;
  const name = hostOf(origin);
  if (name === undefined) return false;
  return local ? LOCAL_HOSTS.has(name) : origin === `https://${host}`;
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.hostname || undefined;
}
