/**
 * `auth` of an upstream in gateway.json: how the gateway authenticates to it, beyond fixed headers and query parameters. Every text may
 * contain `${NAME}` references to Worker secrets.
 */
import * as z from "zod";
import { isRecord } from "../lib/is-record.ts";

const secretText = z.string().min(1);

const basic = z
  .strictObject({ type: z.literal("basic"), username: secretText, password: secretText })
  .describe("HTTP Basic authentication (RFC 7617).");

const issuer = z
  .url({ protocol: /^https?$/ })
  .optional()
  .describe(
    "The authorization server's issuer, if no other may be used; found through the upstream's metadata by default.",
  );

const scope = z.string().min(1).optional().describe("Scopes to ask for, separated by spaces.");

const clientCredentials = z
  .strictObject({
    type: z.literal("client_credentials"),
    tokenUrl: z
      .string()
      .min(1)
      .optional()
      .describe("The token endpoint; found through the upstream's metadata by default."),
    clientId: secretText,
    clientSecret: secretText,
    scope,
    issuer,
  })
  .describe("OAuth client credentials grant: the gateway signs in as itself.");

const oauth = z
  .strictObject({
    type: z.literal("oauth"),
    clientId: secretText
      .optional()
      .describe("Id of a client that was registered by hand; by default the gateway registers itself."),
    clientSecret: secretText.optional(),
    scope,
    issuer,
  })
  .refine(({ clientId, clientSecret }) => clientSecret === undefined || clientId !== undefined, {
    message: "clientSecret needs a clientId",
  })
  .describe("OAuth 2.1: each principal signs in.");

const enterprise = z
  .strictObject({
    type: z.literal("enterprise"),
    clientId: secretText.describe("The gateway's client at the upstream's authorization server."),
    clientSecret: secretText.optional(),
    scope,
    issuer,
  })
  .describe(
    "Enterprise-managed authorization: people's sign-in at the identity provider of auth.oidc also grants access to the upstream.",
  );

const TYPES = 'expected "basic", "client_credentials", "oauth" or "enterprise"';
/** For entries that have no type of their own for it. */
const FIXED_TOKEN = 'a static token is written as "headers": {"Authorization": "Bearer ${NAME}"}';

/** The schemas of `auth`, one for each value of `type`. */
const members = [basic, clientCredentials, oauth, enterprise] as const;

/** @returns the keys that `auth` of this type may have; none for another type */
export function upstreamAuthKeys(type: unknown): readonly string[] {
  return Object.keys(members.find(({ shape }) => shape.type.value === type)?.shape ?? {});
}

export const upstreamAuthSchema = z
  .union([
    z
      .literal("oauth")
      .transform((): z.output<typeof oauth> => ({ type: "oauth" }))
      .describe("OAuth 2.1: each principal signs in."),
    z.discriminatedUnion("type", members, {
      error: ({ input }) => (isBearer(input) ? `${TYPES}; ${FIXED_TOKEN}` : TYPES),
    }),
  ])
  .describe("How the gateway proves itself; texts may hold ${NAME} references to Worker secrets.");

function isBearer(auth: unknown): boolean {
  return isRecord(auth) && auth["type"] === "bearer";
}
