import { sha256 } from "../../lib/hash.ts";
import { OAuthFailure } from "./authorization-server.ts";

/** @returns the issuer that a client was first used with in the whole deployment; from now on `issuer` if it was used with none */
export type FirstIssuer = (client: string, issuer: string) => Promise<string>;

interface ConfiguredClient {
  readonly server: string;
  /** The upstream's address, without its query. */
  readonly address: URL;
  readonly clientId: string;
  readonly firstIssuer: FirstIssuer;
}

/**
 * Binds the client in gateway.json to the authorization server it was first used with. If the upstream names another server later, the
 * secret must not be sent there; an operator who wants that names the issuer.
 * @param configured `auth.issuer` of gateway.json, which the caller has compared
 * @throws OAuthFailure for another server
 */
export async function trustFirstIssuer(
  { server, address, clientId, firstIssuer }: ConfiguredClient,
  issuer: string,
  configured: string | undefined,
): Promise<void> {
  if (configured !== undefined) return;
  const first = await firstIssuer(await sha256(JSON.stringify([server, address.href, clientId])), issuer);
  if (first === issuer) return;
  throw new OAuthFailure(
    `${server} now names ${issuer} as its authorization server instead of ${first}. ` +
      `If that is right, set auth.issuer of mcpServers.${server} in gateway.json.`,
  );
}
