/**
 * Sends spans to an OpenTelemetry collector (OTLP over HTTP, JSON), gathered for a second. A collector that is away costs its spans and
 * nothing else: they are no record, the ledger is.
 */
import type { GatewayConfig } from "../../config/gateway-config.ts";
import { openTelemetry, type Telemetry } from "../../config/telemetry.ts";
import type { Env } from "../../config/env.ts";
import type { Span } from "../../ledger/spans.ts";

const GATHER_MS = 1_000;
const MAX_WAIT_MS = 10_000;
const MAX_WAITING = 5_000;

/** @returns undefined where no spans are collected, also because of what is wrong with the configuration; the log says what */
export function spansTo(config: GatewayConfig["telemetry"], env: Env): ((spans: readonly Span[]) => void) | undefined {
  if (config === undefined) return undefined;
  const opened = openTelemetry(config, { ...env });
  if (!opened.ok) {
    console.error(opened.error);
    return undefined;
  }
  const exporter = new SpanExporter(opened.value);
  return (spans) => exporter.add(spans);
}

class SpanExporter {
  readonly #telemetry: Telemetry;
  #waiting: Span[] = [];
  #dropped = 0;
  /** Gathering or sending. */
  #isBusy = false;

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry;
  }

  add(spans: readonly Span[]): void {
    const room = Math.max(0, MAX_WAITING - this.#waiting.length);
    this.#waiting.push(...spans.slice(0, room));
    this.#dropped += Math.max(0, spans.length - room);
    this.#later();
  }

  #later(): void {
    if (this.#isBusy || this.#waiting.length === 0) return;
    this.#isBusy = true;
    setTimeout(() => void this.#send(), GATHER_MS);
  }

  async #send(): Promise<void> {
    const spans = this.#waiting;
    this.#waiting = [];
    const problem = await this.#post(spans);
    const lost = this.#dropped + (problem === undefined ? 0 : spans.length);
    this.#dropped = 0;
    // Neither the address nor the answer: both may hold a secret.
    if (lost > 0) console.warn(`telemetry: ${lost} spans were lost: ${problem ?? "the collector is too slow"}`);
    this.#isBusy = false;
    this.#later();
  }

  /** @returns what went wrong */
  async #post(spans: readonly Span[]): Promise<string | undefined> {
    const { url, headers } = this.#telemetry;
    const resource = { attributes: [{ key: "service.name", value: { stringValue: "isogate" } }] };
    const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "isogate" }, spans }] }] };
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        redirect: "manual",
        signal: AbortSignal.timeout(MAX_WAIT_MS),
      });
      await answer.body?.cancel();
      return answer.ok ? undefined : `the collector answered with status ${answer.status}`;
    } catch (error) {
      return error instanceof Error && error.name === "TimeoutError"
        ? "the collector did not answer in time"
        : "the collector cannot be reached";
    }
  }
}
