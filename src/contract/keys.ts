/** Schemas of `/api/v1/keys`: requests and answers. Times are ISO 8601 in UTC. */
import * as z from "zod";
import { AGE } from "./age.ts";

const accessLevelSchema = z
  .enum(["read", "write", "destructive"])
  .describe(
    "Which tools: read = only those marked readOnlyHint; write = all but those marked destructiveHint; destructive = all.",
  );

const keyServersSchema = z
  .union([z.literal("all"), z.array(z.string()).min(1).max(500)], '"all" or a list of names from gateway.json')
  .describe("Which servers: names from gateway.json, or all.");

export const newKeySchema = z
  .strictObject({
    name: z.string().trim().min(1).max(100).describe("Name of the key, shown to people."),
    role: z.enum(["admin", "member"]).default("member").describe("An admin manages keys and principals."),
    servers: keyServersSchema.default("all"),
    access: accessLevelSchema.default("destructive"),
    expires: z
      .union(
        [z.string().regex(AGE), z.iso.datetime({ offset: true })],
        'expected a time from now like "30d" or "12h", or an ISO 8601 time like 2030-01-31T12:00:00Z',
      )
      .optional()
      .describe("When the key expires; default never."),
    principal: z
      .string()
      .regex(/^[a-z0-9]{1,64}$/)
      .optional()
      .describe("Id of an existing principal that the key is for; a new one when left out."),
  })
  .describe("Body of POST /api/v1/keys.");

const keySchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    principal: z.string(),
    role: z.enum(["admin", "member"]),
    servers: keyServersSchema,
    access: accessLevelSchema,
    created: z.string(),
    created_by: z.string().describe("Principal; `setup` for the key that a setup token made."),
    expires: z.string().nullable(),
    last_used: z.string().nullable().describe("Last use of the key, to within five minutes."),
  })
  .describe("A key as it is listed, without its text.");

export const createdKeySchema = keySchema
  .extend({ key: z.string().describe("The text of the key, which is not stored and not shown again.") })
  .describe("Answer of POST /api/v1/keys, status 201.");

export const keyListSchema = z.strictObject({ keys: z.array(keySchema) }).describe("Answer of GET /api/v1/keys.");

export type Key = z.output<typeof keySchema>;
