/** Schemas of accepted and held tool definitions, shared by REST, the dashboard and the CLI. */
import * as z from "zod";

const time = z.iso.datetime();

const findingSchema = z.object({
  kind: z.string(),
  severity: z.enum(["hold", "note"]).describe("hold: the tool cannot be called until an admin has decided"),
  place: z.string().describe("path in the definition, such as description or inputSchema/properties/path/description"),
  message: z.string(),
});

export const pinSchema = z.object({
  server: z.string(),
  tool: z.string(),
  hash: z.string().describe("hash of the definition"),
  state: z.enum(["accepted", "held"]),
  reason: z
    .enum(["new", "changed", "renamed", "finding", "unreadable", "decided"])
    .optional()
    .describe("why the tool is held; decided = an admin held it"),
  former: z.string().optional().describe("the tool name under which this definition was accepted"),
  since: time,
  decided_by: z.string().optional().describe("principal"),
  findings: z.array(findingSchema),
  differences: z
    .array(z.object({ place: z.string(), was: z.string().optional(), now: z.string().optional() }))
    .optional()
    .describe("changes since the definition that was accepted last; invisible characters are written as codes"),
  description: z.string().optional().describe("description of a held tool"),
});

export const pinsSchema = z.object({
  mode: z.enum(["off", "baseline", "hold"]).describe("`pins` in gateway.json"),
  pins: z.array(pinSchema).describe("held ones first; at most 5,000, of which each server has the same share"),
  more: z
    .array(z.object({ server: z.string(), count: z.int() }))
    .describe("servers with further definitions; the query server lists those of one server"),
});

export const pinDecisionSchema = z.strictObject({
  decision: z.enum(["accept", "hold"]),
  hash: z
    .string()
    .max(100)
    .optional()
    .describe("hash of the definition, or its first 32 characters or more; the held one if absent"),
});

export type PinView = z.output<typeof pinSchema>;
export type PinsView = z.output<typeof pinsSchema>;
