/**
 * The text of an API key: `isogate_<principal>_<key>_<secret>_<tag>`. It names its principal, so that the principal's own
 * Gateway can check it without a central lookup. The tag is an HMAC of the rest under a secret of the deployment: only keys
 * made here reach a Gateway, so invented keys cannot create Durable Objects.
 */
const PREFIX = "isogate";
const SHAPE = /^isogate_([a-z0-9]{1,64})_(k[0-9a-f]{16})_([0-9a-f]{48})_([0-9a-f]{32})$/;

export interface KeyText {
  readonly principal: string;
  readonly id: string;
  /** Everything before the tag. */
  readonly body: string;
  readonly tag: string;
}

export function newKeyId(): string {
  return `k${random(8)}`;
}

/** @param tagKey the deployment's secret for tags, hex */
export async function makeKeyText(principal: string, id: string, tagKey: string): Promise<string> {
  const body = `${PREFIX}_${principal}_${id}_${random(24)}`;
  return `${body}_${await tagOf(body, tagKey)}`;
}

/** @returns undefined if the text does not have the form of a key */
export function readKeyText(text: string): KeyText | undefined {
  const [, principal, id, , tag] = SHAPE.exec(text) ?? [];
  if (principal === undefined || id === undefined || tag === undefined) return undefined;
  return { principal, id, tag, body: text.slice(0, -tag.length - 1) };
}

export async function isMadeHere({ body, tag }: Pick<KeyText, "body" | "tag">, tagKey: string): Promise<boolean> {
  return sameBytes(await tagOf(body, tagKey), tag);
}

/** @returns the first half of an HMAC-SHA-256, hex */
export async function tagOf(body: string, tagKey: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", Uint8Array.fromHex(tagKey), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(body));
  return new Uint8Array(signature).toHex().slice(0, 32);
}

/** Compares in constant time; the length is no secret. */
export function sameBytes(left: string, right: string): boolean {
  const encoder = new TextEncoder();
  const [a, b] = [encoder.encode(left), encoder.encode(right)];
  return a.byteLength === b.byteLength && crypto.subtle.timingSafeEqual(a, b);
}

export function random(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}
