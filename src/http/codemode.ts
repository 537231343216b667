/**
 * `/api/v1/codemode`: codemode-mcp's endpoints for programs outside, under their own paths (`/mcp/servers`,
 * `/mcp/{server}/tools`, `POST /mcp/call`), so that a client only changes its base URL and sends its key. Answers have
 * codemode-mcp's form, also those that fail.
 */
import { originOf } from "./origin.ts";
import { Hono } from "hono/tiny";
import { failed } from "../../dialects/codemode-mcp/endpoints.ts";
import type { EndpointAnswer, EndpointCall } from "../../dialects/codemode-mcp/endpoints.ts";
import type { Principal } from "../auth/principal.ts";
import type { GatewayConfig } from "../config/gateway-config.ts";
import type { Env } from "../env.ts";
import { gatewayOf, officeOf } from "../gateway/gateway-stub.ts";
import { RunControl } from "../runs/run-control.ts";
import { newOpening } from "../runs/run-opening.ts";
import type { Asker } from "../runs/run-opening.ts";
import { answerRequest } from "../runs/services/codemode-mcp.ts";
import type { AppEnv } from "./app-env.ts";
import { askerOf } from "./asker.ts";
import { currentCatalog } from "./current-catalog.ts";

export const codemode = new Hono<AppEnv>();

codemode.all("/mcp/*", async (c) => {
  const principal = c.get("principal");
  const origin = originOf(c);
  const { method, path } = c.req;
  const body = await c.req.text();
  const { catalog } = await currentCatalog(c.env, principal, origin);
  const asked = answerRequest({ method, path: path.slice(path.indexOf("/mcp")), body }, catalog.servers);
  const { limits } = c.get("config");
  const caller = { env: c.env, principal, origin, limits, asker: askerOf(c) };
  const answer = asked.kind === "answer" ? asked : await call(asked, caller);
  return c.json(answer.body as object, answer.status);
});

interface Caller {
  readonly env: Env;
  readonly principal: Principal;
  readonly origin: string;
  readonly limits: GatewayConfig["limits"];
  readonly asker: Asker;
}

async function call(
  { server, tool, args }: EndpointCall,
  { env, principal, origin, limits, asker }: Caller,
): Promise<EndpointAnswer> {
  const scope = { allowedServers: [], wallMs: limits.timeout_ms ?? 120_000 };
  // In the ledger it is a run of one call, written as the script that would make it.
  const code = `await call_tool(${[server, tool, args].map((one) => JSON.stringify(one)).join(", ")})`;
  const opening = newOpening({ code }, { via: "rest", ...asker });
  using host = await officeOf(gatewayOf(env, principal.id), principal, origin).open(scope, opening, new RunControl());
  const reply = await host.call({ server, tool, args: JSON.stringify(args), raw: true });
  await host.close({ outcome: reply, logs: [], endedAt: Date.now(), prepareMs: 0 });
  if (!reply.ok) return failed(500, reply.error.message, reply.error.code);
  return { kind: "answer", status: 200, body: JSON.parse(reply.value) as unknown };
}
