/**
 * The log messages of upstreams that one run passes on to its client: those of the level that the client asked for, and only so many of
 * them, because each is a message to the Worker and one to the client.
 */
import {
  LOG_BURST,
  LOGS_PER_SECOND,
  MAX_LOG_CHARS,
  MAX_LOGGER_CHARS,
  MAX_RUN_LOGS,
} from "../../limits/upstream-limits.ts";
import { Allowance } from "../../lib/allowance.ts";
import { isAtLeast, type LogLevel, type LogMessage } from "../../lib/log-message.ts";
import type { CallLogging } from "../../upstream/call-logs.ts";

export class UpstreamLogs implements CallLogging {
  readonly level: LogLevel;
  readonly #send: (message: LogMessage) => void;
  readonly #allowance: Allowance;
  #sent = 0;
  #dropped = 0;

  constructor(level: LogLevel, send: (message: LogMessage) => void, now: () => number = Date.now) {
    this.level = level;
    this.#send = send;
    this.#allowance = new Allowance(LOG_BURST, LOGS_PER_SECOND, now);
  }

  admits(level: LogLevel): boolean {
    if (!isAtLeast(level, this.level)) return false;
    const isAdmitted = this.#sent < MAX_RUN_LOGS && this.#allowance.take();
    if (isAdmitted) this.#sent += 1;
    else this.#dropped += 1;
    return isAdmitted;
  }

  deliver(server: string, { level, logger, data }: LogMessage): void {
    const named = logger === undefined ? server : `${server}/${logger}`;
    this.#send({ level, logger: named.slice(0, MAX_LOGGER_CHARS), data: cut(data) });
  }

  /** The run is over. Says how many messages its client did not get. */
  close(): void {
    const dropped = this.#dropped;
    this.#dropped = 0;
    if (dropped === 0 || !isAtLeast("warning", this.level)) return;
    const data = `${dropped} log messages of upstreams were dropped: a run passes on ${LOG_BURST} at once, ${LOGS_PER_SECOND} per second, ${MAX_RUN_LOGS} in all.`;
    this.#send({ level: "warning", logger: "isogate", data });
  }
}

function cut(data: unknown): unknown {
  const text = JSON.stringify(data) as string | undefined;
  if (text === undefined) return null;
  return text.length <= MAX_LOG_CHARS ? data : `${text.slice(0, MAX_LOG_CHARS)}…`;
}
