/**
 * Keeps responses of the token endpoint for a short time. A client that lost the response to a refresh, or several processes that
 * share a token, send the same request again and would otherwise be signed out. An equal request gets an equal response, so that a
 * refresh token has one successor. Responses are in memory only, under a hash of all credentials in the request.
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

  /** Forgets all responses, because their tokens are no longer valid. */
  clear(): void {
    this.#kept.clear();
  }
}
