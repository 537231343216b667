/**
 * Checks addresses that somebody else has chosen: metadata URLs, redirects, addresses in documents. Names are not resolved (a
 * Worker cannot), and the platform's own network has no route to private addresses. The check refuses private addresses that are
 * written as such; under `wrangler dev`, which does have a route, everything but loopback.
 */
import { isLoopback, isPublic, parseIp } from "./ip-address.ts";

/** Names that mean the machine or the network the gateway runs in. Of what ends in one of them, too. */
const INTERNAL_NAMES = [
  "localhost",
  "localdomain",
  "local",
  "internal", // metadata.google.internal
  "intranet",
  "private",
  "lan",
  "home",
  "corp",
  "home.arpa",
  "svc", // Kubernetes, without its cluster domain
  "consul",
  "fritz.box",
  "in-addr.arpa",
  "ip6.arpa",
  "test",
  "invalid",
  "onion",
];

/** Public names that resolve to the address that is written into them, or to a fixed one, which may be private. */
const ADDRESS_NAMES = [
  "nip.io",
  "sslip.io",
  "xip.io",
  "xip.name",
  "ip.addr.tools",
  "local-ip.co",
  "traefik.me",
  "backname.io",
  "localtest.me",
  "localho.st",
  "lvh.me",
  "local.gd",
  "vcap.me",
  "lacolhost.com",
  "1u.ms",
  "rbndr.us",
];

/**
 * @param allowLoopback the deployment is a local one: this machine may be asked, also without TLS
 * @returns why the address is refused; undefined when it may be asked
 */
export function refuseAddress(address: string | URL, allowLoopback: boolean): string | undefined {
  const url = URL.parse(String(address));
  if (url === null) return "is not a URL";
  if (url.username !== "" || url.password !== "") return "carries a user name or password";
  const name = url.hostname.replace(/(?<!\.)\.+$/, "");
  const ip = parseIp(name);
  if (allowLoopback && (ip === undefined ? isWithin(name, "localhost") : isLoopback(ip))) {
    return isHttp(url) ? undefined : `uses ${url.protocol} instead of http: or https:`;
  }
  if (url.protocol !== "https:") return `uses ${url.protocol} instead of https:`;
  if (ip !== undefined) return isPublic(ip) ? undefined : "is not on the public internet";
  if (!name.includes(".") || INTERNAL_NAMES.some((internal) => isWithin(name, internal))) {
    return "names a host that is not on the public internet";
  }
  return ADDRESS_NAMES.some((service) => isWithin(name, service))
    ? "is a name that may stand for a private address"
    : undefined;
}

function isHttp({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}
