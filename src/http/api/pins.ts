/** `pins`: which definitions of tools are accepted, and which wait for an admin. */
import * as z from "zod";
import { pinDecisionSchema, pinSchema, pinsSchema, type PinView } from "../../contract/pins.ts";
import { pinMode, type PinRecord } from "../../enforcement/pinned-tools.ts";
import { differences } from "../../policy/pins/pin-difference.ts";
import { directoryOf, type PinDecided } from "../../rpc/directory-stub.ts";
import { ownGateway } from "../own-gateway.ts";
import { Area, reply } from "./area.ts";
import { notFound, problem } from "./problem.ts";
import { isoTime } from "../../lib/iso-time.ts";

export const pins = new Area("policy");

pins.on(
  "get /pins",
  {
    summary: "List tool definitions, first those that wait for an admin",
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
    summary: "Accept a tool's definition, or hold it. The decision is in force within seconds",
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
        const detail = `Pinning is off, so no definition of ${path} is recorded. Set "pins": "baseline" in gateway.json.`;
        return notFound(detail);
      }
      return notFound(`No definition of ${path} is recorded; GET /api/v1/pins lists the recorded ones.`);
    case "another":
      return problem({
        code: "CONFLICT",
        detail: `The definition of ${path} has changed since; read it again before you decide.`,
      });
    case "several":
      return problem({
        code: "CONFLICT",
        detail: `${path} has, or had, several definitions that are held; GET /api/v1/pins shows their hashes. Give the hash of one of them.`,
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
    since: isoTime(since),
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
