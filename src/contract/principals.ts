/** Schemas of the answers of `/api/v1/principals`. Times are ISO 8601 in UTC. */
import * as z from "zod";

const principalSchema = z
  .strictObject({
    id: z.string(),
    kind: z
      .enum(["key", "oidc", "access", "enterprise", "owner", "local"])
      .describe(
        "How the principal authenticates: an API key, an identity provider, Cloudflare Access, an identity assertion, ISOGATE_API_KEY, an open local gateway.",
      ),
    label: z.string().describe("Name shown to people: a key's name or an e-mail address."),
    issuer: z.string().optional().describe("Issuer of the account at an identity provider."),
    subject: z.string().optional().describe("Subject of the account at the issuer."),
    created: z.string(),
  })
  .describe("A principal, which has a Gateway of its own.");

export const principalListSchema = z
  .strictObject({ principals: z.array(principalSchema) })
  .describe("Answer of GET /api/v1/principals.");

export type ListedPrincipal = z.output<typeof principalSchema>;
