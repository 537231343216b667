/** From records of keys to what REST answers. */
import { ageMs } from "../contract/age.ts";
import type { Key } from "../contract/keys.ts";
import type { KeyRecord } from "../rpc/directory-stub.ts";
import { isoTime } from "../lib/iso-time.ts";

/** @returns undefined when it never expires */
export function expiryOf(expires: string | undefined, now: number): number | undefined {
  if (expires === undefined) return undefined;
  const age = ageMs(expires);
  return age === undefined ? Date.parse(expires) : now + age;
}

export function toKey({ id, name, principal, role, access, ...record }: KeyRecord): Key {
  return {
    id,
    name,
    principal,
    role,
    servers: access.servers === "all" ? "all" : [...access.servers],
    access: access.level,
    created: isoTime(record.createdAt),
    created_by: record.createdBy,
    expires: timeOf(record.expiresAt),
    last_used: timeOf(record.lastUsedAt),
  };
}

function timeOf(at: number | undefined): string | null {
  return at === undefined ? null : isoTime(at);
}
