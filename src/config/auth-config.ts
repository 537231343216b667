/** `auth` in gateway.json: the accounts that may sign in on the gateway's own sign-in page, besides holders of an API key. */
import * as z from "zod";

const person = z.string().regex(/^[^\s@]*@[^\s@]+$/, 'an e-mail address, or "@example.com" for everyone there');

const admins = z.array(person).optional().describe("Whose role is admin; everybody else is a member.");

const oidc = z
  .strictObject({
    issuer: z.url().describe("Of the identity provider; its /.well-known/openid-configuration is read."),
    client_id: z.string().min(1),
    client_secret: z.string().min(1).describe("As ${NAME}: the Worker secret that holds it."),
    name: z.string().max(40).optional().describe("What the sign-in page calls it; default: the issuer's host."),
    allow: z
      .union([z.literal("everyone"), z.array(person).min(1)], '"everyone" or a list of e-mail addresses and "@domain"s')
      .describe("Who may sign in. `everyone` means every account at the issuer."),
    admins,
  })
  .describe("Sign-in through an OpenID Connect provider. Its redirect URI is <gateway>/oauth/callback.");

const access = z
  .strictObject({
    team: z.url().describe("Like https://acme.cloudflareaccess.com."),
    audience: z.string().min(1).describe("Application audience (AUD) tag."),
    admins,
  })
  .describe("Sign-in through Cloudflare Access in front of /oauth/authorize; its policies say who may.");

export const authConfig = z.strictObject({ oidc: oidc.optional(), access: access.optional() });

export type AuthConfig = z.output<typeof authConfig>;
export type OidcConfig = z.output<typeof oidc>;
export type AccessConfig = z.output<typeof access>;
