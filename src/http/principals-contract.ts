/** `/api/v1/principals`: what is answered. Times are ISO 8601 in UTC. */
import * as z from "zod";
import type { PrincipalRecord } from "../rpc/directory-stub.ts";

export const principalSchema = z
  .strictObject({
    id: z.string(),
    kind: z
      .enum(["key", "oidc", "access", "owner", "local"])
      .describe(
        "How it comes: an API key, an identity provider, Cloudflare Access, ISOGATE_API_KEY, an open local gateway.",
      ),
    label: z.string().describe("For people: a key's name, an e-mail address."),
    issuer: z.string().optional().describe("Of the identity provider."),
    subject: z.string().optional().describe("The account at the issuer."),
    created: z.string(),
  })
  .describe("Whoever has a Gateway of its own.");

export const principalListSchema = z
  .strictObject({ principals: z.array(principalSchema) })
  .describe("Answer of GET /api/v1/principals.");

export type ListedPrincipal = z.output<typeof principalSchema>;

export function toPrincipal({ createdAt, ...record }: PrincipalRecord): ListedPrincipal {
  return { ...record, created: new Date(createdAt).toISOString() };
}
