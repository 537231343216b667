/**
 * Answers of the token endpoint that are given again for a moment. A client that lost the answer to a refresh, or several processes
 * that share a token, send the same request again; without this they would be signed out. The same request gets the same answer, so
 * that a refresh token still has one successor. Kept in memory only, and by a hash of everything that the request proves itself with.
 */
import { sha256 } from "../../lib/hash.ts";

const KEPT_MS = 30_000;
const MAX_KEPT = 200;

interface Kept {
  readonly until: number;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

export class RepeatedRequests {
  readonly #kept = new Map<string, Kept>();

  static nameOf(origin: string, authorization: string | null, form: URLSearchParams): Promise<string> {
    return sha256(JSON.stringify([origin, authorization, [...form]]));
  }

  answerTo(name: string, now: number): Response | undefined {
    const kept = this.#kept.get(name);
    if (kept === undefined || kept.until <= now) return undefined;
    return new Response(kept.body, { status: kept.status, headers: kept.headers.map(([key, value]) => [key, value]) });
  }

  async keep(name: string, response: Response, now: number): Promise<void> {
    for (const [key, { until }] of this.#kept) if (until <= now) this.#kept.delete(key);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= MAX_KEPT && oldest.done !== true) this.#kept.delete(oldest.value);
    const { status, headers } = response;
    this.#kept.set(name, { until: now + KEPT_MS, status, headers: [...headers], body: await response.clone().text() });
  }

  /** What was answered is worth nothing any more. */
  clear(): void {
    this.#kept.clear();
  }
}
