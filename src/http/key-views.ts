/** From records of keys to what REST answers. */
import { DURATION } from "../contract/keys.ts";
import type { Key } from "../contract/keys.ts";
import type { KeyRecord } from "../rpc/directory-stub.ts";

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** @returns undefined when it never expires */
export function expiryOf(expires: string | undefined, now: number): number | undefined {
  if (expires === undefined) return undefined;
  const [, count, unit] = DURATION.exec(expires) ?? [];
  if (count === undefined) return Date.parse(expires);
  return now + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

export function toKey({ id, name, principal, role, access, ...record }: KeyRecord): Key {
  return {
    id,
    name,
    principal,
    role,
    servers: access.servers === "all" ? "all" : [...access.servers],
    access: access.level,
    created: new Date(record.createdAt).toISOString(),
    created_by: record.createdBy,
    expires: timeOf(record.expiresAt),
    last_used: timeOf(record.lastUsedAt),
  };
}

function timeOf(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
