/** `WWW-Authenticate` (RFC 6750, RFC 9728): tells a client where to sign in. */
import { resourceMetadataUrl } from "./authorization-server.ts";

interface Challenge {
  /** Absent if the request had no credentials (RFC 6750, 3.1). */
  readonly error?: "invalid_token" | "insufficient_scope";
  readonly scope: readonly string[];
}

export function challenge(origin: string, { error, scope }: Challenge): string {
  const parameters = {
    realm: "isogate",
    error,
    scope: scope.join(" "),
    resource_metadata: resourceMetadataUrl(origin),
  };
  const written = Object.entries(parameters).flatMap(([name, value]) => (value ? [`${name}="${value}"`] : []));
  return `Bearer ${written.join(", ")}`;
}
