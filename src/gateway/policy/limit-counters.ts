/**
 * Reservation of limits: read, decided and written in one synchronous step, so that parallel calls cannot both take the last place. A counter of the
 * whole deployment is counted against what the Directory has lent this Gateway; more is borrowed before the step, never in it.
 */
import { reserve, rollBack, written } from "../../policy/limits.ts";
import type { CounterWrite, LimitNeed, Reservation } from "../../policy/limits.ts";
import type { CounterTable } from "../store/counter-table.ts";

/** @returns how much is lent; undefined when so much is not left */
export type Borrow = (need: LimitNeed, usual: number) => Promise<number | undefined>;

/** Number of calls that one lease covers. */
const CALLS_PER_LEASE = 10;

export class LimitCounters {
  readonly #table: CounterTable;
  readonly #borrow: Borrow;

  constructor(table: CounterTable, borrow: Borrow) {
    this.#table = table;
    this.#borrow = borrow;
  }

  /** Counters of the deployment that have to be asked for more before the call can be reserved. */
  lacking(needs: readonly LimitNeed[]): readonly LimitNeed[] {
    return needs.filter((need) => {
      if (need.scope !== "deployment") return false;
      const { used, granted } = this.#table.read(need.key);
      return used + need.amount > granted;
    });
  }

  /** @returns false when the deployment has used it up */
  async borrow(need: LimitNeed, now: number): Promise<boolean> {
    const granted = await this.#borrow(need, need.amount * CALLS_PER_LEASE);
    if (granted === undefined) return false;
    this.#table.grant(need.key, granted, need.expiresAt, now);
    return true;
  }

  reserve(needs: readonly LimitNeed[], now: number): Reservation {
    const shared = new Map(needs.filter(({ scope }) => scope === "deployment").map((need) => [need.key, need]));
    const used = (key: string): number => {
      const counted = this.#table.read(key);
      const need = shared.get(key);
      // This Gateway counts as used whatever was not lent to it.
      return need === undefined ? counted.used : need.max - (counted.granted - counted.used);
    };
    const reservation = reserve(needs, used, now);
    if (reservation.ok) this.#write(reservation.writes, now);
    return reservation;
  }

  /** How full the counters are; of one that the deployment shares only this Gateway's part is known. */
  look(needs: readonly LimitNeed[], now: number) {
    const used = (key: string): number => this.#table.read(key).used;
    const limits = needs.map(({ rule, key, max, amount }) => ({ rule, used: used(key), max, takes: amount }));
    const reservation = reserve(needs, used, now);
    return { limits, exceeded: reservation.ok ? undefined : reservation.exceeded };
  }

  giveBack(writes: readonly CounterWrite[], now: number): void {
    this.#write(rollBack(writes), now);
  }

  #write(writes: readonly CounterWrite[], now: number): void {
    for (const write of writes) {
      this.#table.write(write.key, written(this.#table.read(write.key).used, write), write.expiresAt, now);
    }
  }
}
