/** `headers`, `query` and `auth` of an HTTP API in the words of an MCP server's entry, so that both are read by the same code. */
import type { OpenApiServerConfig } from "../../config/api-servers.ts";
import type { RemoteConfig } from "./static-credentials.ts";

type Sent = Pick<OpenApiServerConfig, "headers" | "query" | "auth">;

/** @param url of the API, or of a place that is never asked where only the description knows it */
export function remoteConfig(url: string, { headers = {}, query = {}, auth }: Sent): RemoteConfig {
  // What stands under the names of security schemes is placed request by request; see openapi/scheme-credentials.ts.
  if (auth === undefined || "schemes" in auth) return { url, headers, query };
  if ("header" in auth) return { url, headers: { ...headers, ...auth.header }, query };
  if ("query" in auth) return { url, headers, query: { ...query, ...auth.query } };
  if (auth.type !== "bearer") return { url, headers, query, auth };
  return { url, headers: { ...headers, Authorization: `Bearer ${auth.token}` }, query };
}
