/** Client authentication at an authorization server (RFC 6749, section 2.3). */
import type { AddClientAuthentication } from "@modelcontextprotocol/client";
import type { OAuthClient } from "./oauth-context.ts";

type Method = "none" | "client_secret_basic" | "client_secret_post";

/** @param supported the methods that the server names, if it names any */
export function prove(
  client: OAuthClient,
  supported: readonly string[] = [],
  headers: Headers,
  body: URLSearchParams,
): void {
  const { client_id: id } = client;
  const secret = secretOf(client);
  const method = methodOf(client, supported);
  if (secret !== undefined && method === "client_secret_basic") {
    const pair = new TextEncoder().encode(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`);
    headers.set("authorization", `Basic ${pair.toBase64()}`);
    return;
  }
  body.set("client_id", id);
  if (secret !== undefined && method === "client_secret_post") body.set("client_secret", secret);
}

/** @returns the proof in the form that the SDK's token requests take, which by themselves leave credentials in Basic unencoded */
export function proofOf(client: OAuthClient): AddClientAuthentication {
  return (headers, body, _endpoint, metadata) =>
    prove(client, metadata?.token_endpoint_auth_methods_supported, headers, body);
}

function methodOf(client: OAuthClient, supported: readonly string[]): Method {
  const { client_id: id, token_endpoint_auth_method: registered = "" } = client;
  const secret = secretOf(client);
  if (secret === undefined) return "none";
  if (isMethod(registered) && (supported.length === 0 || supported.includes(registered))) return registered;
  // Not every server decodes what RFC 6749, section 2.3.1, has encoded; in a form there is nothing to disagree about.
  const isPlain = [id, secret].every((text) => encodeURIComponent(text) === text);
  if (!isPlain && supported.includes("client_secret_post")) return "client_secret_post";
  const known = (["client_secret_basic", "client_secret_post", "none"] as const).find((one) => supported.includes(one));
  return known ?? (supported.length === 0 ? "client_secret_basic" : "client_secret_post");
}

/** Some servers write the secret that a public client does not have as an empty text. */
function secretOf({ client_secret: secret }: OAuthClient): string | undefined {
  return secret === "" ? undefined : secret;
}

function isMethod(text: string): text is Method {
  return text === "none" || text === "client_secret_basic" || text === "client_secret_post";
}
