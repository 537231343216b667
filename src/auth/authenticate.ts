/**
 * Who is calling. Nothing is open by accident: without credentials a request is let in only when the deployment says so
 * explicitly (`ISOGATE_OPEN=local`, which `npm start` writes to .dev.vars and no deployment has) and no ISOGATE_API_KEY is
 * set, never because of where it seems to come from. Credentials that were presented are always judged.
 */
import type { Env } from "../env.ts";
import { sha256 } from "../hash.ts";
import { addressOf, blockedFor, noteFailure } from "./failed-attempts.ts";
import { isMadeHere, readKeyText, sameBytes } from "./key-format.ts";
import type { KeyText } from "./key-format.ts";
import { FULL_ACCESS } from "./principal.ts";
import type { Access, Principal, Role } from "./principal.ts";

export type { Principal } from "./principal.ts";

export type Authenticated =
  | { readonly kind: "principal"; readonly principal: Principal }
  /** The setup token: good for creating the first admin key and for nothing else. */
  | { readonly kind: "setup"; readonly tokenHash: string }
  | { readonly kind: "refused"; readonly reason: "not-configured" | "missing" | "wrong" | "expired" }
  | { readonly kind: "blocked"; readonly seconds: number };

/** What a Gateway says of a key that names it. */
export type KeyCheck =
  | { readonly ok: true; readonly role: Role; readonly access: Access }
  | { readonly ok: false; readonly reason: "unknown" | "expired" };

/** What has to be asked of Durable Objects; each only when the request's credentials make it necessary. */
export interface Authority {
  /** Of the deployment: what tags its keys, and whether it has any. */
  deployment(): Promise<{ readonly tagKey: string; readonly hasKeys: boolean }>;
  /** @param hash SHA-256 of the whole key, hex */
  checkKey(principal: string, id: string, hash: string): Promise<KeyCheck>;
}

const OWNER: Principal = { id: "owner", role: "admin", access: FULL_ACCESS };
const LOCAL: Principal = { id: "local", role: "admin", access: FULL_ACCESS };

/** A shorter setup token could be guessed. */
export const LEAST_SETUP_TOKEN = 16;

export async function authenticate(request: Request, env: Env, authority: Authority): Promise<Authenticated> {
  const presented = presentedCredential(request);
  if (presented === undefined) return withoutCredential(env, authority);
  const key = readKeyText(presented);
  if (key !== undefined && (await isMadeHere(key, (await authority.deployment()).tagKey))) {
    return checked(key, await authority.checkKey(key.principal, key.id, await sha256(presented)));
  }
  const address = addressOf(request);
  const seconds = blockedFor(address, Date.now());
  if (seconds !== undefined) return { kind: "blocked", seconds };
  const hash = await sha256(presented);
  if (await hasHash(env.ISOGATE_API_KEY, 1, hash)) return { kind: "principal", principal: OWNER };
  if (await hasHash(env.ISOGATE_SETUP_TOKEN, LEAST_SETUP_TOKEN, hash)) return { kind: "setup", tokenHash: hash };
  noteFailure(address, Date.now());
  return { kind: "refused", reason: (await isConfigured(env, authority)) ? "wrong" : "not-configured" };
}

async function withoutCredential(env: Env, authority: Authority): Promise<Authenticated> {
  if (env.ISOGATE_OPEN === "local" && !env.ISOGATE_API_KEY) return { kind: "principal", principal: LOCAL };
  return { kind: "refused", reason: (await isConfigured(env, authority)) ? "missing" : "not-configured" };
}

function checked({ principal: id, id: credential }: KeyText, check: KeyCheck): Authenticated {
  if (!check.ok) return { kind: "refused", reason: check.reason === "expired" ? "expired" : "wrong" };
  const { role, access } = check;
  return { kind: "principal", principal: { id, role, access, credential } };
}

async function isConfigured(env: Env, authority: Authority): Promise<boolean> {
  if (env.ISOGATE_OPEN === "local" || env.ISOGATE_API_KEY || env.ISOGATE_SETUP_TOKEN) return true;
  return (await authority.deployment()).hasKeys;
}

/** Hashes are compared, in constant time, so that neither length nor content can be found out by timing. */
async function hasHash(secret: string | undefined, least: number, hash: string): Promise<boolean> {
  return secret !== undefined && secret.length >= least && sameBytes(await sha256(secret), hash);
}

function presentedCredential({ headers }: Request): string | undefined {
  const authorization = headers.get("authorization");
  // A scheme that is not ours is a wrong credential, not a missing one.
  if (authorization !== null) return /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  return headers.get("x-api-key") ?? undefined;
}
