/** HTTP with headers that `fetch` does not let anybody set, such as Host. */
import { request } from "node:http";

export interface RawResponse {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

export function rawRequest(
  url: string,
  { method = "GET", headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.once("end", () =>
        resolve({ status: response.statusCode, type: response.headers["content-type"], body: text }),
      );
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** A request that any MCP endpoint answers with 200. */
export const INITIALIZE = {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "e2e", version: "1.0.0" } },
  }),
} as const;
