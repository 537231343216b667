/** `upstreams`, for admins: add and remove one while the gateway runs, switch one off and on, read its tools again. */
import type { Context } from "hono";
import * as z from "zod";
import { loadConfig } from "../../config/load-config.ts";
import { isDisabled, type GatewayConfig } from "../../config/gateway-config.ts";
import { newUpstreamSchema, upstreamSchema } from "../../contract/upstreams.ts";
import { MAX_ADDED_UPSTREAMS } from "../../limits/added-upstream-limits.ts";
import { directoryOf } from "../../rpc/directory-stub.ts";
import { currentConfig, forgetChanges } from "../../worker/current-config.ts";
import type { AppEnv } from "../app-env.ts";
import { originOf } from "../origin.ts";
import { ownGateway } from "../own-gateway.ts";
import { checkAddedEntry, clashOf } from "./added-entry.ts";
import { Area, reply } from "./area.ts";
import { noContent, problem } from "./problem.ts";
import { toDisabled, toUpstream } from "./upstream-views.ts";
import { noUpstream } from "./upstreams.ts";

export const addedUpstreams = new Area("upstreams");

const named = z.strictObject({ name: z.string().max(64) });
const answer = { description: "The upstream.", schema: upstreamSchema };

addedUpstreams.on(
  "post /upstreams",
  {
    summary: "Add an upstream without a deployment; all principals can use it within seconds",
    needs: "admin",
    body: newUpstreamSchema,
    answers: { 201: answer },
  },
  async ({ body, c }) => {
    const checked = checkAddedEntry(body, fileConfig(c), Object.keys(c.get("config").mcpServers), c.env);
    const refused = (why: string): Response =>
      problem({ code: "INVALID_REQUEST", detail: `${body.name} is not added: ${why}` });
    if (!checked.ok) return refused(checked.error);
    const by = c.get("principal").id;
    const added = await directoryOf(c.env).addUpstream({ name: body.name, entry: checked.value }, by);
    switch (added) {
      case "exists": {
        const detail = `${body.name} was added before. Remove it first: DELETE /api/v1/upstreams/${body.name}.`;
        return problem({ code: "CONFLICT", detail });
      }
      case "full": {
        const detail = `${MAX_ADDED_UPSTREAMS} added upstreams are the limit. Remove one, or move some to gateway.json.`;
        return problem({ code: "CONFLICT", detail });
      }
      case "added": {
        await noteChange(c);
        // Another admin may have added one at the same moment; what was added first stays.
        const clash = clashOf(body.name, await namesBefore(c, body.name));
        if (clash !== undefined) {
          await directoryOf(c.env).removeUpstream(body.name);
          await noteChange(c);
          return refused(clash);
        }
        await ownGateway(c).refreshUpstream(body.name);
        return answerWith(c, body.name, 201);
      }
    }
  },
);

addedUpstreams.on(
  "delete /upstreams/:name",
  {
    summary: "Remove an upstream that was added with POST /upstreams",
    needs: "admin",
    params: named,
    answers: reply(204, "The upstream was removed."),
  },
  async ({ params: { name }, c }) => {
    if (Object.hasOwn(fileConfig(c).mcpServers, name)) {
      const detail = `${name} is in gateway.json: remove it there and deploy, or switch it off with POST /api/v1/upstreams/${name}/disable.`;
      return problem({ code: "CONFLICT", detail });
    }
    if (!(await directoryOf(c.env).removeUpstream(name))) return noUpstream(name);
    await noteChange(c);
    return noContent();
  },
);

for (const [action, isOff, summary] of [
  ["disable", true, "Switch an upstream off for all principals; calls to it are refused within seconds"],
  ["enable", false, "Switch an upstream on again"],
] as const) {
  addedUpstreams.on(
    `post /upstreams/:name/${action}`,
    { summary, needs: "admin", params: named, answers: { 200: answer } },
    async ({ params: { name }, c }) => {
      if (!Object.hasOwn(c.get("config").mcpServers, name)) return noUpstream(name);
      const inFile = fileConfig(c).mcpServers[name];
      if (!isOff && inFile !== undefined && isDisabled(inFile)) {
        const detail = `gateway.json switches ${name} off ("disabled": true); change it there and deploy.`;
        return problem({ code: "CONFLICT", detail });
      }
      if ((await directoryOf(c.env).setUpstreamDisabled(name, isOff)) === "full") {
        return problem({ code: "CONFLICT", detail: "Too many upstreams are switched off; switch some on again." });
      }
      await noteChange(c);
      return answerWith(c, name, 200);
    },
  );
}

addedUpstreams.on(
  "post /upstreams/:name/refresh",
  {
    summary: "Read an upstream's tools again, for the calling principal",
    needs: "admin",
    params: named,
    answers: { 200: answer },
  },
  async ({ params: { name }, c }) => {
    if (!Object.hasOwn(c.get("config").mcpServers, name)) return noUpstream(name);
    if (await ownGateway(c).refreshUpstream(name)) return answerWith(c, name, 200);
    return problem({
      code: "CONFLICT",
      detail: `${name} is switched off; POST /api/v1/upstreams/${name}/enable switches it on.`,
    });
  },
);

/** Names of the upstreams of gateway.json, and of those that were added before this one. */
async function namesBefore(c: Context<AppEnv>, name: string): Promise<readonly string[]> {
  // Not from this isolate's memory: another request may be replacing that with what was read before the upstream was added.
  const changes = await directoryOf(c.env).upstreamChanges(undefined);
  const added = changes?.added.map((one) => one.name) ?? [];
  return [...Object.keys(fileConfig(c).mcpServers), ...added.slice(0, added.indexOf(name) + 1)];
}

/** gateway.json without what was changed since. */
function fileConfig(c: Context<AppEnv>): GatewayConfig {
  const loaded = loadConfig(c.env);
  return loaded.ok ? loaded.config : c.get("config");
}

/** The caller's own Gateway and this isolate know at once, all others within seconds. */
async function noteChange(c: Context<AppEnv>): Promise<void> {
  forgetChanges(c.env);
  await ownGateway(c).upstreamsChanged();
}

async function answerWith(c: Context<AppEnv>, name: string, status: 200 | 201): Promise<Response> {
  const current = await currentConfig(c.env);
  const config = current.ok ? current.config.mcpServers[name] : undefined;
  if (config === undefined) return noUpstream(name);
  const isAdded = !Object.hasOwn(fileConfig(c).mcpServers, name);
  const report = (await ownGateway(c).upstreams(originOf(c))).find((one) => one.name === name);
  const view = report === undefined ? toDisabled(name, config, isAdded) : toUpstream(report, config, [], isAdded);
  return Response.json(view, { status });
}
