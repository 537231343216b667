/** `upstreams`: how they and their credentials are doing; sign in to one, sign out of it. */
import { connectSchema, disconnectSchema, upstreamListSchema } from "../../contract/upstreams.ts";
import type { Context } from "hono";
import * as z from "zod";
import { NARROWED, allowsServer, isNarrowed } from "../../auth/principal.ts";
import { loadConfig } from "../../config/load-config.ts";
import type { ConfigResult } from "../../config/parse-gateway-config.ts";
import type { AppEnv } from "../app-env.ts";
import { originOf } from "../origin.ts";
import { ownGateway } from "../own-gateway.ts";
import { Area, reply } from "./area.ts";
import { missing, problem } from "./problem.ts";
import { toDisabled, toUpstream } from "./upstream-views.ts";

export const upstreams = new Area("upstreams");

const named = z.strictObject({ name: z.string().max(64) });

upstreams.on(
  "get /upstreams",
  {
    summary: "List upstreams with their state and the state of their credentials",
    answers: reply(200, "Upstreams, in the order of gateway.json.", upstreamListSchema),
  },
  async ({ c }) => {
    const { mcpServers } = c.get("config");
    const reports = new Map((await ownGateway(c).upstreams(originOf(c))).map((one) => [one.name, one]));
    const loaded = loadConfig(c.env);
    const { problems, notes } = remarksOf(loaded);
    const isAdded = (name: string): boolean => loaded.ok && !Object.hasOwn(loaded.config.mcpServers, name);
    const visible = Object.entries(mcpServers).filter(([name]) => isVisible(c, name));
    const upstreamList = visible.map(([name, config]) => {
      const report = reports.get(name);
      return report === undefined
        ? toDisabled(name, config, isAdded(name))
        : toUpstream(report, config, notes.get(name) ?? [], isAdded(name));
    });
    const isShown = problems.length > 0 && !isNarrowed(c.get("principal").access);
    return Response.json({ upstreams: upstreamList, ...(isShown && { problems }) });
  },
);

upstreams.on(
  "post /upstreams/:name/connect",
  {
    summary:
      "Create a link for signing in to an upstream, for the calling principal. Narrowed credentials cannot replace an existing sign-in",
    params: named,
    answers: reply(200, "The link.", connectSchema),
  },
  async ({ params: { name }, c }) => {
    if (!isVisible(c, name)) return noUpstream(name);
    const { access } = c.get("principal");
    const url = await ownGateway(c).connectUpstream(name, originOf(c), access);
    if (url !== undefined) return Response.json({ url });
    return isNarrowed(access) ? problem({ code: "FORBIDDEN", detail: NARROWED }) : noSignIn(name);
  },
);

upstreams.on(
  "post /upstreams/:name/disconnect",
  {
    summary: "Delete the calling principal's sign-in to an upstream and revoke its tokens",
    needs: "full",
    params: named,
    answers: reply(200, "The sign-in was deleted.", disconnectSchema),
  },
  async ({ params: { name }, c }) => {
    if (!isVisible(c, name)) return noUpstream(name);
    const revoked = await ownGateway(c).disconnectUpstream(name);
    return revoked === undefined ? noSignIn(name) : Response.json({ revoked });
  },
);

/** Remarks on the settings and on the server entries. The reason why an entry is unusable is in its state. */
function remarksOf(loaded: ConfigResult): { problems: string[]; notes: ReadonlyMap<string | undefined, string[]> } {
  const problems = loaded.problems.filter(({ server }) => server === undefined).map(({ text }) => text);
  const notes = loaded.ok ? Map.groupBy(loaded.notes, ({ server }) => server) : new Map<undefined, []>();
  return { problems, notes: new Map([...notes].map(([server, all]) => [server, all.map(({ text }) => text)])) };
}

/** Servers that the credentials withhold are invisible to them. */
function isVisible(c: Context<AppEnv>, name: string): boolean {
  return Object.hasOwn(c.get("config").mcpServers, name) && allowsServer(c.get("principal").access, name);
}

export function noUpstream(name: string): Response {
  return missing(`upstream ${JSON.stringify(name)}`, "upstreams");
}

function noSignIn(name: string): Response {
  const detail = `${name} has no sign-in, which requires "auth": "oauth" in gateway.json. GET /api/v1/upstreams shows its credential.`;
  return problem({ code: "CONFLICT", detail });
}
