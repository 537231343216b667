/** `codemode-mcp.ask`: what the endpoints of codemode-mcp answer, or which tool is to be called for it. */
import * as z from "zod";
import { failed, readRequest } from "../../../dialects/codemode-mcp/endpoints.ts";
import type { EndpointAnswer, EndpointCall, EndpointRequest } from "../../../dialects/codemode-mcp/endpoints.ts";
import { mayHoldLongNumber, parseForScript } from "../../lib/exact-json.ts";
import type { ServerCatalog } from "../../catalog/catalog.ts";
import { findServer } from "../../catalog/find-server.ts";
import { noServerListed, type Unlisted } from "../../catalog/call-target.ts";
import { service, type Services } from "./service.ts";

const schema = z.strictObject({ method: z.string(), path: z.string(), body: z.string() });

/** @param servers those that the run may use */
export function codemodeMcpService(servers: readonly ServerCatalog[], unlisted: Unlisted): Services {
  return {
    "codemode-mcp.ask": service(schema, "A request has a method, a path and a body.", (given) => {
      return { ok: true, value: answerRequest(given, servers, unlisted) };
    }),
  };
}

export function answerRequest(
  request: EndpointRequest,
  servers: readonly ServerCatalog[],
  unlisted: Unlisted,
): EndpointAnswer | EndpointCall {
  const parsed = readRequest(request);
  switch (parsed.kind) {
    case "servers":
      return { kind: "answer", status: 200, body: servers.map(({ name }) => name) };
    case "tools": {
      const server = findServer(parsed.server, servers);
      if (server) return { kind: "answer", status: 200, body: { tools: server.table.tools.map(toListed) } };
      const { message, code } = noServerListed(
        parsed.server,
        servers.map(({ identifier }) => identifier),
        unlisted,
      );
      return failed(404, message, code);
    }
    case "call":
      return mayHoldLongNumber(request.body) ? { ...parsed, args: exactArgsOf(request.body) } : parsed;
    case "answer":
      return parsed;
  }
}

/** @returns the arguments in the body of a call. Long integers keep their digits as text, and become numbers again where the tool wants numbers. */
function exactArgsOf(body: string): EndpointCall["args"] {
  return (parseForScript(body) as Partial<EndpointCall>).args ?? {};
}

/** As `tools/list` has it: without what the gateway knows besides. */
function toListed(tool: ServerCatalog["table"]["tools"][number]): object {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return { name, title, description, inputSchema, outputSchema, annotations };
}
