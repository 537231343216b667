/** Test files run at the same time, so each has its own upstreams if its tests count their requests. */
import type { UpstreamOrigins } from "./upstream-origins.ts";

let files = 0;

/** Called once for each Worker under test, which serves one test file. @param origin of a server that was started with `serveEach` */
export function ownOrigin(origin: string): string {
  files += 1;
  return `${origin}/for-file-${files}`;
}

export function ownOrigins(origins: UpstreamOrigins): UpstreamOrigins {
  const modern = ownOrigin(origins.modern);
  const legacy = ownOrigin(origins.legacy);
  return { ...origins, modern, legacy, robotRealm: `${origins.robotRealm}-${files}` };
}
