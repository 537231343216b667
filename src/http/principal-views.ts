/** From records of principals to what REST answers. */
import type { ListedPrincipal } from "../contract/principals.ts";
import type { PrincipalRecord } from "../rpc/directory-stub.ts";
import { isoTime } from "../lib/iso-time.ts";

export function toPrincipal({ createdAt, ...record }: PrincipalRecord): ListedPrincipal {
  return { ...record, created: isoTime(createdAt) };
}
