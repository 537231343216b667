/** Converts `headers`, `query` and `auth` of an HTTP API to an MCP server's entry, so that the same code reads both. */
import type { OpenApiServerConfig } from "../../config/api-servers.ts";
import type { RemoteConfig } from "./static-credentials.ts";

type Sent = Pick<OpenApiServerConfig, "headers" | "query" | "auth">;

/** @param url the API's URL, or an address that is never requested if only the description has the URL */
export function remoteConfig(url: string, { headers = {}, query = {}, auth }: Sent): RemoteConfig {
  // Credentials of security schemes are placed request by request; see openapi/scheme-credentials.ts.
  if (auth === undefined || "schemes" in auth) return { url, headers, query };
  if ("header" in auth) return { url, headers: { ...headers, ...auth.header }, query };
  if ("query" in auth) return { url, headers, query: { ...query, ...auth.query } };
  if (auth.type !== "bearer") return { url, headers, query, auth };
  return { url, headers: { ...headers, Authorization: `Bearer ${auth.token}` }, query };
}
