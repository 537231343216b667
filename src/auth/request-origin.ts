import { isLoopback } from "../lib/loopback.ts";

/**
 * @returns the gateway's origin as the client knows it, which begins links and metadata and to which tokens are bound. It is https
 * except on loopback: a request without TLS gets no sign-in, because its address is not the one that is served
 */
export function requestOrigin({ url }: Request): string {
  const { protocol, hostname, host } = new URL(url);
  return `${isLoopback(hostname) ? protocol : "https:"}//${host}`;
}
