/** Counters as a host keeps them: read, decided and written in one synchronous step. */
import type { Decision } from "../../../src/policy/decide.ts";
import { reserve, rollBack, written } from "../../../src/policy/limits.ts";
import type { CounterWrite, LimitNeed, Reservation } from "../../../src/policy/limits.ts";

export class Counters {
  readonly values = new Map<string, number>();

  reserve(needs: readonly LimitNeed[], now: number): Reservation {
    const reservation = reserve(needs, (key) => this.values.get(key) ?? 0, now);
    if (reservation.ok) this.#write(reservation.writes);
    return reservation;
  }

  /** @returns what a call that is decided so comes to: allow, ask, deny or the rule of the limit */
  settle(decision: Decision, now: number): string {
    if (decision.verdict !== "allow") return decision.verdict;
    const reservation = this.reserve(decision.limits, now);
    return reservation.ok ? "allow" : reservation.exceeded.rule;
  }

  rollBack(writes: readonly CounterWrite[]): void {
    this.#write(rollBack(writes));
  }

  #write(writes: readonly CounterWrite[]): void {
    for (const write of writes) this.values.set(write.key, written(this.values.get(write.key) ?? 0, write));
  }
}
