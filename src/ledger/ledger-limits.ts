/** Limits on recorded data, set by `ledger` in gateway.json. */
import type { GatewayConfig } from "../config/gateway-config.ts";

export interface LedgerLimits {
  readonly maxAgeDays: number;
  readonly maxRuns: number;
  /** Approximate UTF-16 units of all records; a Durable Object stores at most 10 GB. */
  readonly maxBytes: number;
  /** UTF-16 units of one call's arguments or result; of longer texts, length and hash are recorded. */
  readonly maxCallLength: number;
  /** UTF-16 units of all stored values (handles) together. */
  readonly maxHandlesLength: number;
}

export type LedgerConfig = NonNullable<GatewayConfig["ledger"]>;

export function ledgerLimits(config: LedgerConfig = {}): LedgerLimits {
  return {
    maxAgeDays: config.max_age_days ?? 30,
    maxRuns: config.max_runs ?? 20_000,
    maxBytes: (config.max_mb ?? 500) * 1_000_000,
    maxCallLength: config.max_call_chars ?? 65_536,
    maxHandlesLength: (config.max_handles_mb ?? 100) * 1_000_000,
  };
}
