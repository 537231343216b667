/**
 * Tokens that are bound to a key of the gateway (DPoP, RFC 9449): each grant has a key of its own, stored sealed with it, and every request shows
 * a proof made with the key. The SDK makes the proofs, remembers the nonces of servers and repeats a request once that lacked one.
 */
import { DpopSession, generateDpopKeyPair, withDpop } from "@modelcontextprotocol/client";
import type { AuthorizationServerMetadata, FetchLike } from "@modelcontextprotocol/client";
import * as z from "zod";

const ALGORITHM = "ES256";
const CURVE = { name: "ECDSA", namedCurve: "P-256" } as const;

const publicKeySchema = z.object({ kty: z.literal("EC"), crv: z.literal("P-256"), x: z.string(), y: z.string() });

export const dpopKeySchema = z.object({
  publicJwk: publicKeySchema,
  /** The private part of the key. */
  d: z.string(),
  thumbprint: z.string(),
});

/** Tells whether a token that is about to be sent is bound to a key. */
export interface ProofSource {
  /** @returns the key that the token is bound to; undefined for a bearer token */
  dpop?(): Promise<DpopSession | undefined>;
}

export type DpopKey = z.output<typeof dpopKeySchema>;

/** @returns a new key, or undefined if the authorization server does not offer to bind tokens to one */
export async function newDpopKey(metadata: AuthorizationServerMetadata): Promise<DpopKey | undefined> {
  const offered = (metadata as Readonly<Record<string, unknown>>)["dpop_signing_alg_values_supported"];
  if (!Array.isArray(offered) || !offered.includes(ALGORITHM)) return undefined;
  const { privateKey, publicJwk, thumbprint } = await generateDpopKeyPair({ alg: ALGORITHM, extractable: true });
  const { d } = z.object({ d: z.string() }).parse(await crypto.subtle.exportKey("jwk", privateKey));
  return { publicJwk: publicKeySchema.parse(publicJwk), d, thumbprint };
}

export async function openDpop({ publicJwk, d, thumbprint }: DpopKey): Promise<DpopSession> {
  const privateKey = await crypto.subtle.importKey("jwk", { ...publicJwk, d }, CURVE, false, ["sign"]);
  const publicKey = await crypto.subtle.importKey("jwk", publicJwk, CURVE, true, ["verify"]);
  return DpopSession.create({ keyPair: { privateKey, publicKey, publicJwk, thumbprint, alg: ALGORITHM } });
}

/** A key for a token that is about to be asked for. */
export interface NewBinding {
  readonly key: DpopKey;
  readonly session: DpopSession;
}

/** @returns undefined if the authorization server does not offer to bind tokens to a key */
export async function newBinding(metadata: AuthorizationServerMetadata): Promise<NewBinding | undefined> {
  const key = await newDpopKey(metadata);
  return key && { key, session: await openDpop(key) };
}

/** @returns `send` for requests to a token endpoint, each with a proof; one that lacked the server's nonce is sent once more */
export function provingKey(binding: NewBinding | undefined, send: FetchLike): FetchLike {
  if (binding === undefined) return send;
  const { session } = binding;
  const sendOnce = async (url: string | URL, init: RequestInit | undefined): Promise<Response> => {
    const headers = new Headers(init?.headers);
    const nonce = session.nonceFor(url);
    const proof = { htm: init?.method ?? "GET", htu: url, ...(nonce !== undefined && { nonce }) };
    headers.set("dpop", await session.buildProof(proof));
    const response = await send(url, { ...init, headers });
    session.observeNonce(response, url);
    return response;
  };
  return async (url, init) => {
    const response = await sendOnce(url, init);
    if (response.status !== 400 || !response.headers.has("dpop-nonce")) return response;
    const answer = z.looseObject({ error: z.string() }).safeParse(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    );
    return answer.data?.error === "use_dpop_nonce" ? sendOnce(url, init) : response;
  };
}

/** @returns `send`, which shows a proof if `token` is bound to a key */
export function proving(source: ProofSource | undefined, token: string | undefined, send: FetchLike): FetchLike {
  if (token === undefined || source?.dpop === undefined) return send;
  return withDpop(
    async () => source.dpop?.(),
    () => token,
  )(send);
}
