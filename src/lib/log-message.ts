/** Log messages of MCP servers (`notifications/message`), and the order of their levels (RFC 5424). */

const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogMessage {
  readonly level: LogLevel;
  readonly logger?: string | undefined;
  /** JSON of any shape. */
  readonly data: unknown;
}

export function isLogLevel(value: unknown): value is LogLevel {
  return LOG_LEVELS.some((level) => level === value);
}

/** @returns true if a client that asked for messages of the level `min` and above gets messages of `level` */
export function isAtLeast(level: LogLevel, min: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(min);
}
