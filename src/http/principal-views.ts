/** From records of principals to what REST answers. */
import type { ListedPrincipal } from "../contract/principals.ts";
import type { PrincipalRecord } from "../rpc/directory-stub.ts";

export function toPrincipal({ createdAt, ...record }: PrincipalRecord): ListedPrincipal {
  return { ...record, created: new Date(createdAt).toISOString() };
}
