/** Schemas of usage by day, and of the health answer. */
import * as z from "zod";

export const usageDaySchema = z.object({
  day: z.iso.date().describe("UTC"),
  runs: z.int(),
  failed: z.int(),
  refused: z.int(),
  calls: z.int(),
  failed_calls: z.int(),
  unknown_calls: z.int().describe("number of calls that were sent and got no usable response"),
  tokens_returned: z.int(),
  tokens_kept_out: z.int(),
});

const serverHealthSchema = z.object({
  name: z.string(),
  identifier: z.string().describe("the server's name in scripts"),
  state: z.enum(["ready", "connecting", "down"]),
  reason: z.string().optional(),
  tools: z.int().optional(),
});

export const healthSchema = z.object({ ok: z.boolean(), servers: z.array(serverHealthSchema) });

export type UsageDay = z.output<typeof usageDaySchema>;
export type Health = z.output<typeof healthSchema>;
