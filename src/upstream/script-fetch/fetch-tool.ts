/** `fetch` of scripts, as the one tool of a server that the gateway itself has. */
import { isRecord } from "../../lib/is-record.ts";
import type { ToolDefinition } from "../connector.ts";

/** The server name of `fetch` in the ledger, in policies and in credentials. */
export const FETCH_SERVER = "fetch";
/** The server name of `fetch` in a call. No server of gateway.json can have it; dialects/codemode-mcp/guest/outside.js calls it. */
export const FETCH_KEY = "isogate:fetch";

export const FETCH_TOOL: ToolDefinition = {
  name: "request",
  description:
    "Sends one HTTP request of a script's fetch() to a host that gateway.json allows. Redirects are not followed.",
  inputSchema: {
    type: "object",
    properties: {
      url: { type: "string" },
      method: { enum: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] },
      headers: { type: "object", additionalProperties: { type: "string" } },
      body: { type: "string" },
      body_base64: { type: "string" },
    },
    required: ["url"],
    additionalProperties: false,
  },
  // Keys go by this hint; a policy goes by the method of each request (enforcement/call-tier.ts).
  annotations: { readOnlyHint: false },
  request: { isScriptFetch: true },
};

/** Only the gateway writes `request`: a server of the name `fetch` is not taken for it. */
export function isScriptFetch({ request }: Pick<ToolDefinition, "request">): boolean {
  return isRecord(request) && request["isScriptFetch"] === true;
}
