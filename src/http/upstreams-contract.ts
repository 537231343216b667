/** `/api/v1/upstreams`: what is answered. Times are ISO 8601 in UTC. */
import * as z from "zod";
import type { UpstreamReport } from "../upstream/upstream.ts";

const credentialSchema = z
  .strictObject({
    state: z
      .enum(["none", "static", "ok", "sign_in_required", "error"])
      .describe(
        "none = it asks for nothing; static = from gateway.json and Worker secrets; ok = a token is there; sign_in_required = " +
          "a person has to open `link`; error = see `message`.",
      ),
    expires_at: z.string().optional().describe("Of the token; it is renewed ahead of that."),
    scope: z.string().optional().describe("Granted scopes, separated by spaces."),
    link: z.string().optional().describe("Where the person signs in; for fifteen minutes, once."),
    message: z.string().optional().describe("What is wrong and what to do."),
  })
  .describe("The credential an upstream is used with; never the credential itself.");

export const upstreamSchema = z
  .strictObject({
    name: z.string(),
    type: z.string().describe("As in gateway.json."),
    status: z.enum(["ready", "connecting", "down"]),
    reason: z.string().optional().describe("Why it is down."),
    tools: z.int().describe("How many it listed, when it last did."),
    unreadable: z.array(z.string()).optional().describe("Entries of its list that could not be read."),
    credential: credentialSchema,
  })
  .describe("One upstream, as the asking principal sees it.");

export const upstreamListSchema = z
  .strictObject({ upstreams: z.array(upstreamSchema) })
  .describe("Answer of GET /api/v1/upstreams.");

export const connectSchema = z
  .strictObject({ url: z.string().describe("Where the person signs in; for fifteen minutes, once.") })
  .describe("Answer of POST /api/v1/upstreams/:name/connect.");

export const disconnectSchema = z
  .strictObject({
    revoked: z
      .boolean()
      .describe(
        "The authorization server confirmed that the tokens are void. The gateway has forgotten them in any case.",
      ),
  })
  .describe("Answer of POST /api/v1/upstreams/:name/disconnect.");

export function toUpstream(
  { name, status, tools, unreadable, credential }: UpstreamReport,
  type: string,
): z.output<typeof upstreamSchema> {
  const link = status.state === "down" ? status.signInUrl : undefined;
  return {
    name,
    type,
    status: status.state,
    ...(status.state === "down" && { reason: status.reason }),
    tools,
    ...(unreadable && { unreadable: [...unreadable] }),
    credential: { ...credential, ...(link !== undefined && { link }) },
  };
}
