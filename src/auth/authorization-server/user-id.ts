/**
 * The first part of every code and token the gateway issues: `<principal>.<tag>`. As with API keys, the tag proves that it was
 * issued here, so that invented tokens cannot create Durable Objects.
 */
import { isMadeHere, tagOf } from "../key-format.ts";

const USER_ID = /^([a-z0-9]{1,64})\.([0-9a-f]{32})$/;
const TOKEN = /^([^:\s]{1,100}):([A-Za-z0-9_-]{1,64}):[A-Za-z0-9_-]{1,128}$/;

export async function userIdOf(principal: string, tagKey: string): Promise<string> {
  return `${principal}.${await tagOf(bodyOf(principal), tagKey)}`;
}

/** @returns undefined if this deployment did not issue the id */
export async function principalOf(userId: string, tagKey: string): Promise<string | undefined> {
  const [, principal, tag] = USER_ID.exec(userId) ?? [];
  if (principal === undefined || tag === undefined) return undefined;
  return (await isMadeHere({ body: bodyOf(principal), tag }, tagKey)) ? principal : undefined;
}

interface TokenText {
  readonly userId: string;
  readonly grant: string;
}

/** Parses a code, an access token or a refresh token. @returns undefined if the text is none of them */
export function readTokenText(text: string): TokenText | undefined {
  const [, userId, grant] = TOKEN.exec(text) ?? [];
  return userId !== undefined && grant !== undefined && USER_ID.test(userId) ? { userId, grant } : undefined;
}

/** The text to tag. It differs from the body of a key, so that the tag of one is not valid for the other. */
function bodyOf(principal: string): string {
  return `oauth user ${principal}`;
}
