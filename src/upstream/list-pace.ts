/**
 * The pace at which the list of an upstream is read. A changed list is processed again by every Worker, and a long one costs more, so a list
 * is read again for a request, or because the upstream announces a change, only after a pause that grows with its size.
 */
import { MIN_RELIST_MS, RELIST_BURST, RELIST_TOOLS, RELIST_VALUES } from "../limits/upstream-limits.ts";
import type { Cause } from "./connection-use.ts";
import type { ListSize } from "./connector.ts";

export class ListPace {
  /** Times of the last few reads by cause, in milliseconds since 1970. */
  #reads: Readonly<Record<Cause, readonly number[]>> = { use: [], upstream: [] };

  /** Notes that the list is read now. */
  note(cause: Cause, now: number): void {
    this.#reads = { ...this.#reads, [cause]: [...this.#reads[cause], now].slice(-RELIST_BURST) };
  }

  /** @returns the milliseconds until the list may be read again for this cause */
  waitMs(cause: Cause, { entries, values }: ListSize, now: number): number {
    // A request may see the latest list; an upstream that announces a change by itself has to be patient.
    const size = entries / RELIST_TOOLS + values / RELIST_VALUES;
    const rest = MIN_RELIST_MS * (size + (cause === "use" ? 0 : 1));
    const burst = size < 1 ? RELIST_BURST : 1;
    const first = this.#reads[cause].at(-burst);
    // A read that seems to be still to come was before the clock was set back.
    return first === undefined || first > now ? 0 : Math.max(0, first + burst * rest - now);
  }
}
