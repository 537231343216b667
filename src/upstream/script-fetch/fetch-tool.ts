/** `fetch` of scripts, as the one tool of a server that the gateway itself has. */
import type { ToolDefinition } from "../connector.ts";

/** Its name in the ledger, in policies and in what credentials allow. */
export const FETCH_SERVER = "fetch";
/** Its name in a call, which no server of gateway.json can have; dialects/codemode-mcp/guest/outside.js calls it. */
export const FETCH_KEY = "isogate:fetch";

export const FETCH_TOOL: ToolDefinition = {
  name: "request",
  description: "Sends one HTTP request of a script's fetch() to a host that gateway.json allows.",
  inputSchema: {
    type: "object",
    properties: {
      url: { type: "string" },
      method: { enum: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] },
      headers: { type: "object", additionalProperties: { type: "string" } },
      body: { type: "string" },
      body_base64: { type: "string" },
      redirect: { enum: ["follow", "error", "manual"] },
    },
    required: ["url"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false },
};
