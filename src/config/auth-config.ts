/** `auth` in gateway.json: the accounts that may sign in on the gateway's own sign-in page, besides holders of an API key. */
import * as z from "zod";
import { NAME } from "./find-servers.ts";
import { isLoopback } from "../lib/loopback.ts";
import { hasBrokenReference } from "./secret-references.ts";

const person = z
  .string()
  .regex(/^[^\s@]*@[^\s@]+$/, 'an e-mail address, or "@example.com" for all addresses of that domain')
  // It would be compared as it is, and no person would be let in.
  .refine(
    (text) => !text.includes("*"),
    'an e-mail address without *; "@example.com" means all addresses of that domain',
  );

const admins = z.array(person).optional().describe("People with the role admin; all others are members.");

/** The address of a provider. Over plain http, anybody on the way could sign in as anybody. */
const providerAddress = z
  .url({ protocol: /^https?$/, error: "an https address" })
  .refine((text) => text.startsWith("https:") || isLoopback(URL.parse(text)?.hostname ?? ""), "an https address");

const oidc = z
  .strictObject({
    issuer: providerAddress.describe("Issuer of the identity provider; its /.well-known/openid-configuration is read."),
    client_id: z.string().min(1),
    client_secret: z
      .string()
      .min(1)
      .refine((text) => !hasBrokenReference(text), 'a reference to a secret is written "${NAME}", with the name alone')
      .describe("The client secret as ${NAME}, the name of a Worker secret."),
    name: z
      .string()
      .max(40)
      .optional()
      .describe("Name of the provider on the sign-in page; default: the issuer's host."),
    allow: z
      .union([z.literal("everyone"), z.array(person).min(1)], '"everyone" or a list of e-mail addresses and "@domain"s')
      .describe("Who may sign in. `everyone` means every account at the issuer."),
    admins,
  })
  .describe("Sign-in through an OpenID Connect provider. Its redirect URI is <gateway>/oauth/callback.");

const access = z
  .strictObject({
    team: providerAddress
      .refine(
        (text) => !text.endsWith("/"),
        "the address without a / at the end, because the issuer of Cloudflare Access has none",
      )
      .describe("Team domain of Cloudflare Access, like https://acme.cloudflareaccess.com."),
    audience: z.string().min(1).describe("Application audience (AUD) tag."),
    admins,
  })
  .describe("Sign-in through Cloudflare Access in front of /oauth/authorize; its policies define who may sign in.");

const https = z.url({ protocol: /^https$/, error: "an https address" });

const enterprisePeople = z
  .strictObject({
    claim: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe("Name of a claim of the assertion; if absent, the entry applies to all people."),
    value: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Value of the claim, or an item of it if it is a list; for `email` also "@example.com".'),
    role: z.enum(["admin", "member"]).default("member"),
    servers: z
      .union([z.literal("all"), z.array(z.string().regex(NAME)).min(1)], '"all" or a list of server names')
      .default("all"),
    access: z.enum(["read", "write", "destructive"]).default("destructive"),
  })
  .refine(({ claim, value }) => (claim === undefined) === (value === undefined), {
    error: "claim and value must be given together",
  })
  .refine(({ claim, value }) => claim !== "email" || value?.startsWith("*@") !== true, {
    error: 'the value of email must not have a *; "@example.com" means all addresses of that domain',
  })
  .describe("People and what they may do.");

const enterprise = z
  .strictObject({
    issuer: https.describe("The exact `iss` of the provider's assertions."),
    jwks_uri: https.describe("Address of the provider's signing keys (JWKS)."),
    algorithms: z
      .array(z.enum(["RS256", "ES256"]))
      .min(1)
      .default(["RS256"])
      .describe("Algorithms with which the provider signs assertions."),
    clients: z
      .array(z.string().min(1).max(2_000))
      .min(1)
      .optional()
      .describe("Ids of the OAuth clients that may present the provider's assertions; every client by default."),
    public_clients: z
      .boolean()
      .default(false)
      .describe("Whether clients that do not authenticate may present assertions, too."),
    people: z
      .array(enterprisePeople)
      .min(1)
      .describe("The first entry that matches applies; without one, access is denied."),
  })
  .describe("An identity provider whose Identity Assertion Authorization Grants (ID-JAG) the token endpoint accepts.");

export const authConfig = z.strictObject({
  oidc: oidc.optional(),
  access: access.optional(),
  enterprise: z
    .array(enterprise)
    .min(1)
    .max(20)
    // A token names its issuer only: with two entries, people of one would be judged by those of the other.
    .refine((entries) => new Set(entries.map(({ issuer }) => issuer)).size === entries.length, {
      error: "two entries have the same issuer; put its clients and people into one entry",
    })
    .optional(),
});

export type AuthConfig = z.output<typeof authConfig>;
export type OidcConfig = z.output<typeof oidc>;
export type AccessConfig = z.output<typeof access>;
export type EnterpriseConfig = z.output<typeof enterprise>;
