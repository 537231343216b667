import { OAuthFailure } from "./authorization-server.ts";
import type { CredentialStore } from "./credential-store.ts";

/**
 * Binds the client in gateway.json to the authorization server it was first used with. If the upstream names another server later, the
 * secret must not be sent there; a person who wants that names the issuer, or removes the old sign-in.
 * @param configured `auth.issuer` of gateway.json, which the caller has compared
 * @throws OAuthFailure for another server, and where nothing can be stored by which another one could be told
 */
export async function trustFirstIssuer(
  { server, store }: { readonly server: string; readonly store: CredentialStore },
  issuer: string,
  configured: string | undefined,
): Promise<void> {
  if (configured !== undefined) return;
  const setIssuer = `set auth.issuer of mcpServers.${server} in gateway.json`;
  if (store.unavailable !== undefined) {
    throw new OAuthFailure(
      `${server} names ${issuer} as its authorization server, and the gateway cannot tell later whether it names another one ` +
        `(${store.unavailable}). If it is right, ${setIssuer}.`,
    );
  }
  const stored = await store.read("issuer", server);
  if (stored.state !== "found") return store.write("issuer", server, issuer);
  if (stored.value === issuer) return;
  throw new OAuthFailure(
    `${server} now names ${issuer} as its authorization server instead of ${String(stored.value)}. ` +
      `If that is right, ${setIssuer}, or disconnect ${server} and sign in again.`,
  );
}
