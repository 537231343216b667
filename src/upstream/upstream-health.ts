/** Tracks if an upstream answers, when its list should be read again, and if a failed call is a reason to read it. */
import { isWithin } from "../lib/is-within.ts";
import { MIN_PROBE_MS } from "../limits/upstream-limits.ts";
import { UpstreamError } from "./connector.ts";

/** An upstream that is down is listed again after this long, when somebody looks; then after twice as long, up to the maximum. */
const RETRY_AFTER_MS = 5_000;
const MAX_RETRY_AFTER_MS = 60_000;

interface Failure {
  readonly error: UpstreamError;
  /** When it was noted, in milliseconds since 1970. */
  readonly since: number;
}

export class UpstreamHealth {
  readonly #name: string;
  #failure: Failure | undefined;
  /** Lists that failed in a row, the first of them, and why the last one did. */
  #listFailures = 0;
  #unlisted: Failure | undefined;
  /** When a failed call was last a reason to read the list. */
  #probedAt = -Infinity;

  constructor(name: string) {
    this.#name = name;
  }

  /** The reason why the upstream is down; undefined when it is not known to be down. */
  get error(): UpstreamError | undefined {
    return this.#failure?.error;
  }

  /** What to say of an upstream that answers calls, and whose list is the one of before. */
  get staleness(): string | undefined {
    if (this.#unlisted === undefined) return undefined;
    const { since, error } = this.#unlisted;
    return `The tool list could not be read since ${new Date(since).toISOString()}, so the previous list is used. ${error.message}`;
  }

  answered(): void {
    this.#failure = undefined;
  }

  listed(): void {
    this.answered();
    this.#listFailures = 0;
    this.#unlisted = undefined;
  }

  /** The upstream can never be used, for example because its entry in gateway.json is not valid. */
  unusable(error: UpstreamError): void {
    this.#failure = { error, since: Infinity };
  }

  listFailed(error: unknown, now: number): void {
    this.#listFailures += 1;
    const { since = now } = this.#unlisted ?? {};
    this.#unlisted = { error: this.#note(error, now), since };
  }

  /** A person had it asked. The rest of an upstream that is known to be down stays as it is. */
  checkFailed(error: unknown, now: number): void {
    const known = this.#failure;
    if (known === undefined) return this.listFailed(error, now);
    const { since = now } = this.#unlisted ?? {};
    this.#unlisted = { error: this.#note(error, now), since };
    if (this.#failure !== undefined) this.#failure = { ...this.#failure, since: known.since };
  }

  /**
   * A single failed call says little: it may be the only slow one, or the only one with an odd answer. Refused credentials are refused for
   * every call.
   * @returns true when the list should be read to find out whether the upstream is down
   */
  callFailed(error: unknown, now: number): boolean {
    if (!(error instanceof UpstreamError)) return false;
    if (error.code === "UPSTREAM_AUTH_REQUIRED") {
      this.#note(error, now);
      return false;
    }
    if (error.concernsCallOnly || isWithin(MIN_PROBE_MS, this.#probedAt, now)) return false;
    this.#probedAt = now;
    return true;
  }

  /** @returns true while an upstream that is down is left alone */
  isResting(now: number): boolean {
    if (this.#failure === undefined) return false;
    const rest = Math.min(MAX_RETRY_AFTER_MS, RETRY_AFTER_MS * 2 ** Math.max(0, this.#listFailures - 1));
    return this.#failure.since === Infinity || isWithin(rest, this.#failure.since, now);
  }

  #note(error: unknown, now: number): UpstreamError {
    if (!(error instanceof UpstreamError)) console.error(`upstream ${this.#name}:`, error);
    const known =
      error instanceof UpstreamError ? error : new UpstreamError("UPSTREAM_ERROR", `${this.#name} failed unexpectedly`);
    if (!known.concernsCallOnly) this.#failure = { error: known, since: now };
    return known;
  }
}
