/** `usage` and `health`: how much was done, and what works. */
import { originOf } from "../origin.ts";
import * as z from "zod";
import { identifiersOf } from "../../catalog/server-names.ts";
import { healthSchema, usageDaySchema } from "../../contract/usage.ts";
import { ownGateway } from "../own-gateway.ts";
import { currentCatalog } from "../../worker/current-catalog.ts";
import { Area, reply } from "./area.ts";
import { wholeNumber } from "./whole-number.ts";

const DAY_MS = 86_400_000;

export const usage = new Area("usage");

usage.on(
  "get /usage",
  {
    summary: "Count runs, calls and tokens by day, newest first; days without runs are left out",
    query: z.strictObject({ days: wholeNumber(1, 400).default(30) }),
    answers: reply(200, "Days.", z.object({ days: z.array(usageDaySchema) })),
  },
  async ({ query, c }) => {
    const today = Math.floor(Date.now() / DAY_MS);
    const days = await ownGateway(c).readUsage((today - query.days + 1) * DAY_MS);
    return Response.json({ days });
  },
);

usage.on(
  "get /health",
  { summary: "Check the gateway and its servers", answers: reply(200, "`ok` when no server is down.", healthSchema) },
  async ({ c }) => {
    const { snapshot, catalog } = await currentCatalog(c.env, c.get("principal"), originOf(c));
    const identifiers = identifiersOf(snapshot.servers);
    const counts = new Map(catalog.servers.map(({ name, sdk }) => [name, sdk.tools.length]));
    const servers = snapshot.servers.map(({ name, status }) => {
      const tools = counts.get(name);
      return {
        name,
        identifier: identifiers.get(name) ?? name,
        state: status.state,
        ...(status.state !== "ready" && status.reason !== undefined && { reason: status.reason }),
        ...(tools !== undefined && { tools }),
      };
    });
    return Response.json({ ok: servers.every(({ state }) => state !== "down"), servers });
  },
);
