/**
 * Of the gateway, as whoever asks knows it: where links and metadata begin, and what tokens are bound to. Everywhere but on this
 * machine that is https: what came without TLS finds no sign-in, because the address it came to is not the one that is served.
 */
export function requestOrigin({ url }: Request): string {
  const { protocol, hostname, host } = new URL(url);
  const isHere = hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return `${isHere ? protocol : "https:"}//${host}`;
}
