/** Schemas of upstreams and their credentials. Times are ISO 8601 in UTC. */
import * as z from "zod";

const link = z.string().describe("where the person signs in; works once, within fifteen minutes");

const credentialSchema = z
  .strictObject({
    state: z
      .enum(["none", "static", "ok", "sign_in_required", "error"])
      .describe(
        "none = it asks for nothing; static = from gateway.json and Worker secrets; ok = a token is there; sign_in_required = " +
          "a person has to open `link`; error = see `message`",
      ),
    expires_at: z.string().optional().describe("of the token; it is renewed ahead of that"),
    scope: z.string().optional().describe("granted scopes, separated by spaces"),
    link: link.optional(),
    message: z.string().optional().describe("what is wrong and what to do"),
  })
  .describe("what it is used with; never the credential itself");

export const upstreamSchema = z.strictObject({
  name: z.string(),
  type: z.string().describe("as in gateway.json"),
  status: z
    .enum(["ready", "connecting", "down", "disabled"])
    .describe("down = it does not work, see `reason`; disabled = gateway.json says so"),
  reason: z
    .string()
    .optional()
    .describe("why it is down, has not answered yet, or is ready with the tools of an earlier list"),
  fix: z.string().optional().describe("what to change in gateway.json"),
  notes: z
    .array(z.string())
    .optional()
    .describe("what of its entry in gateway.json is not used, or understood in another way than it is written"),
  tools: z.int().describe("how many it listed, when it last did"),
  unreadable: z.array(z.string()).optional().describe("entries of its list that could not be read"),
  unchecked: z
    .array(z.string())
    .optional()
    .describe("parts of input schemas that cannot be used; calls are not checked against them"),
  credential: credentialSchema,
  added: z.literal(true).optional().describe("an admin added it while the gateway runs; it is not in gateway.json"),
  signs_in: z.boolean().describe("a person can sign in to it, and out of it"),
});

export const newUpstreamSchema = z.strictObject({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/,
      "a name of 1–64 letters, digits, '-', '_' or '.', starting with a letter or digit",
    ),
  entry: z
    .record(z.string(), z.unknown())
    .describe('as in gateway.json, like {"url": "https://…/mcp"}; secrets only as ${NAME} in headers, query and auth'),
});

export const upstreamListSchema = z.strictObject({
  upstreams: z.array(upstreamSchema),
  problems: z
    .array(z.string())
    .optional()
    .describe("settings of gateway.json that are not used, and why; for credentials that are not narrowed"),
});

export const connectSchema = z.strictObject({ url: link });

export const disconnectSchema = z.strictObject({
  revoked: z
    .boolean()
    .describe(
      "the authorization server confirmed that the tokens are void; the gateway has forgotten them in any case",
    ),
});

export type Upstream = z.output<typeof upstreamSchema>;
export type Credential = Upstream["credential"];
export type UpstreamList = z.output<typeof upstreamListSchema>;
