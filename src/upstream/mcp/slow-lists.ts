/**
 * Lists of resources and prompts that were not answered in time. They are not requested again for a while: clients ask all servers for
 * their lists before they read a resource of one, and would wait for the slow one each time.
 */
import { isWithin } from "../../lib/is-within.ts";
import { SLOW_LIST_REST_MS } from "../../limits/upstream-limits.ts";
import { UpstreamError } from "../connector.ts";

export class SlowLists {
  readonly #server: string;
  /** When each method was answered too late. */
  readonly #lateAt = new Map<string, number>();

  constructor(server: string) {
    this.#server = server;
  }

  /**
   * @param limitMs after which `list` fails
   * @throws UpstreamError if the list is not answered in time, or was not a moment ago; otherwise what `list` throws
   */
  async during<T>(method: string, limitMs: number, list: () => Promise<T>): Promise<T> {
    const started = Date.now();
    const lateAt = this.#lateAt.get(method) ?? 0;
    if (isWithin(SLOW_LIST_REST_MS, lateAt, started))
      throw this.#late(method, limitMs, lateAt + SLOW_LIST_REST_MS - started);
    try {
      const listed = await list();
      this.#lateAt.delete(method);
      return listed;
    } catch (error) {
      const now = Date.now();
      if (now - started < limitMs) throw error;
      this.#lateAt.set(method, now);
      throw this.#late(method, limitMs, SLOW_LIST_REST_MS);
    }
  }

  #late(method: string, limitMs: number, restMs: number): UpstreamError {
    const again = `the next attempt is in ${Math.ceil(restMs / 1_000)} seconds`;
    const message = `${this.#server} did not answer ${method} within ${limitMs} ms; ${again}.`;
    return new UpstreamError("UPSTREAM_TIMEOUT", message, { concernsCallOnly: true });
  }
}
