/** `pins`: which definitions of tools are accepted, and which wait for an admin. */
import * as z from "zod";
import { pinDecisionSchema, pinSchema, pinsSchema } from "../../contract/pins.ts";
import type { PinView } from "../../contract/pins.ts";
import { pinMode } from "../../enforcement/pinned-tools.ts";
import type { PinRecord } from "../../enforcement/pinned-tools.ts";
import { differences } from "../../policy/pins/pin-difference.ts";
import { directoryOf } from "../../rpc/directory-stub.ts";
import type { PinDecided } from "../../rpc/directory-stub.ts";
import { ownGateway } from "../own-gateway.ts";
import { Area, reply } from "./area.ts";
import { notFound, problem } from "./problem.ts";

export const pins = new Area("policy");

pins.on(
  "get /pins",
  {
    summary: "Definitions of tools, those that wait for an admin first",
    needs: "admin",
    query: z.strictObject({
      state: z.enum(["accepted", "held"]).optional(),
      server: z.string().max(300).optional(),
    }),
    answers: reply(200, "The definitions.", pinsSchema),
  },
  async ({ query: { state, server }, c }) => {
    const listed = await directoryOf(c.env).pins({ state, server });
    return Response.json({ mode: pinMode(c.get("config")), pins: listed.pins.map(viewOf), more: listed.more });
  },
);

pins.on(
  "post /pins/:server/:tool",
  {
    summary: "Accept a definition of a tool, or hold it. Every Gateway knows within seconds",
    needs: "admin",
    params: z.object({ server: z.string().max(300), tool: z.string().max(1_000) }),
    body: pinDecisionSchema,
    answers: reply(200, "The definition.", pinSchema),
  },
  async ({ params: { server, tool }, body: { decision, hash }, c }) => {
    const by = c.get("principal").id;
    const decided = await directoryOf(c.env).decidePin({ server, tool, hash }, decision, by);
    if (!decided.ok) return refused(decided, `${server}.${tool}`, pinMode(c.get("config")) === "off");
    await ownGateway(c).pinsChanged(server);
    return Response.json(viewOf(decided.pin));
  },
);

function refused({ reason }: Extract<PinDecided, { ok: false }>, path: string, isOff: boolean): Response {
  switch (reason) {
    case "unknown":
      if (isOff) {
        const detail = `Definitions of tools are not checked, so none of ${path} is known; "pins": "baseline" in gateway.json does that.`;
        return notFound(detail);
      }
      return notFound(`No definition of ${path} is known; GET /api/v1/pins lists them.`);
    case "another":
      return problem({ code: "CONFLICT", detail: `${path} has another definition by now; look at it again.` });
    case "several":
      return problem({
        code: "CONFLICT",
        detail: `${path} has, or had, several definitions that are held; GET /api/v1/pins shows their hashes. Give the hash of the one that you mean.`,
      });
    case "unreadable":
      return problem({ code: "CONFLICT", detail: `The definition of ${path} is too deep or too long to be accepted.` });
  }
}

function viewOf(record: PinRecord): PinView {
  const { server, tool, hash, state, reason, former, since, decidedBy, findings, definition, accepted } = record;
  return {
    server,
    tool,
    hash,
    state,
    ...(reason !== undefined && { reason }),
    ...(former !== undefined && { former }),
    since: new Date(since).toISOString(),
    ...(decidedBy !== undefined && { decided_by: decidedBy }),
    findings: findings.map((finding) => ({ ...finding })),
    ...(definition &&
      accepted && {
        differences: differences(accepted, definition).map(({ place, was, now }) => ({
          place,
          ...(was !== undefined && { was }),
          ...(now !== undefined && { now }),
        })),
      }),
    ...(definition?.description !== undefined && { description: definition.description.slice(0, 4_000) }),
  };
}
