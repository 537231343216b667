/** `fetch` of gateway.json: the hosts that scripts may fetch from. */
import * as z from "zod";

const MAX_HOSTS = 200;

const host = z
  .string()
  .max(260)
  .refine(
    isHostPattern,
    'a host like "api.example.com" or "*.example.org", in lower case, with the port if it is not 443, without scheme and path',
  );

export const fetchSchema = z
  .strictObject({
    allow: z
      .array(host)
      .max(MAX_HOSTS)
      .describe(
        'Hosts: "api.example.com", or "*.example.org" for all subdomains of example.org, without example.org itself.',
      ),
  })
  .describe(
    "Hosts that scripts may fetch; each request is a call of fetch.request. Without this setting scripts have no network.",
  );

interface HostPattern {
  /** The host name, without a leading `*.`. */
  readonly hostname: string;
  readonly isWildcard: boolean;
  /** Undefined where the pattern names none. */
  readonly port: string | undefined;
}

export function readHostPattern(text: string): HostPattern {
  const isWildcard = text.startsWith("*.");
  const [, hostname = "", port] = /^(.*?)(?::(\d{1,5}))?$/.exec(isWildcard ? text.slice(2) : text) ?? [];
  return { hostname, isWildcard, port };
}

/** Compared with a host as it is parsed: anything else would be taken and never match. */
function isHostPattern(text: string): boolean {
  const { hostname, isWildcard, port } = readHostPattern(text);
  if (hostname.includes("*") || URL.parse(`https://${hostname}`)?.hostname !== hostname) return false;
  if (port !== undefined && Number(port) > 65_535) return false;
  // A whole top-level domain has no single owner, and below an address there is nothing.
  return !isWildcard || (hostname.includes(".") && !/^[\d.]+$/.test(hostname));
}
