/** Schemas of upstreams and their credentials. Times are ISO 8601 in UTC. */
import * as z from "zod";

const link = z.string().describe("where the person signs in; works once, within fifteen minutes");

const credentialSchema = z
  .strictObject({
    state: z
      .enum(["none", "static", "ok", "sign_in_required", "error"])
      .describe(
        "none = no credential is used; static = from gateway.json and Worker secrets; ok = a token is stored; sign_in_required = " +
          "a person has to open `link`; error = see `message`",
      ),
    expires_at: z.string().optional().describe("expiry of the token, which is renewed before it"),
    scope: z.string().optional().describe("granted scopes, separated by spaces"),
    link: link.optional(),
    message: z.string().optional().describe("what is wrong and what to do"),
  })
  .describe("description of the credential, without the credential itself");

export const upstreamSchema = z.strictObject({
  name: z.string(),
  type: z.string().describe("type of the entry, as in gateway.json"),
  status: z
    .enum(["ready", "connecting", "down", "disabled"])
    .describe("down = the upstream does not work, see `reason`; disabled = it is switched off"),
  reason: z
    .string()
    .optional()
    .describe("why the upstream is down, has not answered yet, or is ready with the tools of an earlier list"),
  fix: z.string().optional().describe("what to change in gateway.json"),
  notes: z
    .array(z.string())
    .optional()
    .describe("settings of the entry in gateway.json that are not used, or are used in another way than written"),
  tools: z.int().describe("number of tools in the last list"),
  held: z
    .int()
    .optional()
    .describe("number of these tools that nothing can call or find until an admin has accepted them (GET /pins)"),
  unreadable: z.array(z.string()).optional().describe("entries of the list that could not be read"),
  unchecked: z
    .array(z.string())
    .optional()
    .describe("parts of input schemas that cannot be used; calls are not checked against them"),
  credential: credentialSchema,
  added: z
    .literal(true)
    .optional()
    .describe("true: an admin added the upstream with POST /upstreams; it is not in gateway.json"),
  signs_in: z.boolean().describe("true: a person can sign in to the upstream and out of it"),
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
      "true: the authorization server confirmed that the tokens are revoked; the gateway deletes them in any case",
    ),
});

export type Upstream = z.output<typeof upstreamSchema>;
export type Credential = Upstream["credential"];
export type UpstreamList = z.output<typeof upstreamListSchema>;
