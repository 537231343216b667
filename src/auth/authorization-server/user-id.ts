/**
 * The first part of every code and token the gateway issues: `<principal>.<tag>`. As with API keys, the tag says that the
 * name was issued here, so that nobody calls Durable Objects into being with made-up tokens.
 */
import { isMadeHere, tagOf } from "../key-format.ts";

const USER_ID = /^([a-z0-9]{1,64})\.([0-9a-f]{32})$/;
const TOKEN = /^([^:\s]{1,100}):([A-Za-z0-9_-]{1,64}):[A-Za-z0-9_-]{1,128}$/;

export async function userIdOf(principal: string, tagKey: string): Promise<string> {
  return `${principal}.${await tagOf(bodyOf(principal), tagKey)}`;
}

/** @returns undefined when this deployment never issued anything to such a principal */
export async function principalOf(userId: string, tagKey: string): Promise<string | undefined> {
  const [, principal, tag] = USER_ID.exec(userId) ?? [];
  if (principal === undefined || tag === undefined) return undefined;
  return (await isMadeHere({ body: bodyOf(principal), tag }, tagKey)) ? principal : undefined;
}

export interface TokenText {
  readonly userId: string;
  readonly grant: string;
}

/** Of a code, an access token or a refresh token. @returns undefined when the text is none of them */
export function readTokenText(text: string): TokenText | undefined {
  const [, userId, grant] = TOKEN.exec(text) ?? [];
  return userId !== undefined && grant !== undefined && USER_ID.test(userId) ? { userId, grant } : undefined;
}

/** Not the shape of a key's body, so that no tag of one serves as the other's. */
function bodyOf(principal: string): string {
  return `oauth user ${principal}`;
}
