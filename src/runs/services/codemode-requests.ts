/**
 * `codemode.request` and `codemode.spec`, for scripts that `@cloudflare/codemode` runs against one OpenAPI description. A request becomes a
 * call of the tool that its method and path stand for, so policy, limits and record apply to it as to every call.
 */
import * as z from "zod";
import type { CallFailure } from "../../../worker-loader/index.ts";
import type { Catalog, ServerCatalog } from "../../catalog/catalog.ts";
import { findServer } from "../../catalog/find-server.ts";
import { listedDescription } from "../../upstream/openapi/listed-description.ts";
import type { OperationIndex } from "../../upstream/openapi/operation-index.ts";
import { requestArguments } from "../../upstream/openapi/request-arguments.ts";
import {
  indexOf,
  missingParameter,
  noOperation,
  readRequest,
  requestFields,
} from "../../upstream/openapi/requested-call.ts";
import type { OperationCall } from "../../upstream/openapi/requested-call.ts";
import { isAllowed } from "../allowed-servers.ts";
import { invalidArgs, service, usage, type ServiceAnswer, type Services } from "./service.ts";
import type { Result } from "../../lib/result.ts";
import { quote } from "../../lib/shorten.ts";

const requestSchema = z.strictObject({ ...requestFields, server: z.string().max(512).optional() });
const specSchema = z.strictObject({ server: z.string().max(512).optional() });

interface Described extends ServerCatalog {
  readonly index: OperationIndex;
}

/** @param allowedServers of the run; empty means all */
export function codemodeRequestServices(catalog: Catalog, allowedServers: readonly string[]): Services {
  return {
    "codemode.request": service(requestSchema, usage("codemode.request"), (given) => {
      const chosen = chooseServers(catalog, allowedServers, given.server);
      return chosen.ok ? findCall(chosen.value, given) : chosen;
    }),
    "codemode.spec": service(specSchema, usage("codemode.spec({ server? })"), ({ server }) => {
      const chosen = chooseServers(catalog, allowedServers, server);
      if (!chosen.ok) return chosen;
      const [first, ...others] = chosen.value;
      if (first === undefined || others.length > 0) {
        const names = chosen.value.map(({ identifier }) => identifier).join(", ");
        return invalidArgs(
          `Several servers have an OpenAPI description: ${names}. Call codemode.spec({ server: "…" }) with one of them.`,
        );
      }
      return { ok: true, value: listedDescription(first.name, first.index.operations) };
    }),
  };
}

function chooseServers(
  catalog: Catalog,
  allowedServers: readonly string[],
  wanted: string | undefined,
): Result<readonly Described[], CallFailure> {
  const all = catalog.servers.map(describe).filter(({ index }) => index.operations.length > 0);
  const allowed = all.filter((server) => isAllowed(server, allowedServers));
  if (wanted === undefined && allowed.length > 0) return { ok: true, value: allowed };
  const server = wanted === undefined ? undefined : findServer(wanted, allowed);
  if (server !== undefined) return { ok: true, value: [server] };
  if (wanted !== undefined && findServer(wanted, all) !== undefined) {
    const message = `options.allowed_servers of this run does not include ${quote(wanted)}.`;
    return { ok: false, error: { code: "SERVER_NOT_ALLOWED", message } };
  }
  const names = allowed.map(({ identifier }) => identifier).join(", ") || "none";
  const said = wanted === undefined ? "There is no server" : `There is no server ${quote(wanted)}`;
  const message = `${said} with an OpenAPI description that this run may use. Servers with one: ${names}.`;
  return { ok: false, error: { code: "TOOL_NOT_FOUND", message } };
}

function describe(server: ServerCatalog): Described {
  return { ...server, index: indexOf(server.table.tools) };
}

function findCall(servers: readonly Described[], given: OperationCall): ServiceAnswer {
  const request = readRequest(given);
  const { method, path, shown } = request;
  const missing = missingParameter(request);
  if (missing !== undefined) return invalidArgs(missing);
  const found = servers.flatMap((server) => {
    const operation = server.index.find(method, path);
    return operation === undefined ? [] : [{ server, operation }];
  });
  const [first, ...others] = found;
  if (first === undefined) {
    return { ok: false, error: { code: "TOOL_NOT_FOUND", message: noOperation(request, servers) } };
  }
  if (others.length > 0) {
    const names = found.map(({ server }) => server.identifier).join(", ");
    return invalidArgs(`Several servers have an operation ${shown}: ${names}. Add server: "…" to the request.`);
  }
  const { server, operation } = first;
  const args = requestArguments(operation, request);
  if (!args.ok) {
    const call = `${server.identifier}.${server.table.identifierOf(operation.tool)}`;
    return invalidArgs(`codemode.request ${shown} (${call}): ${args.error}.`);
  }
  return { ok: true, value: { server: server.identifier, tool: operation.tool.name, args: args.value } };
}
