/**
 * Log messages of upstreams for clients: in the 2025 era for a session whose client has set a level, in that of 2026-07-28 for a request
 * that names one.
 */
import { LOG_LEVEL_META_KEY, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Server, ServerContext } from "@modelcontextprotocol/server";
import { isLogLevel, type LogLevel } from "../lib/log-message.ts";
import type { RunLogging } from "../runs/execute-context.ts";

/** @param session undefined for a client that keeps to none, and in the era that has none */
export function serveLogLevel(
  server: Server,
  session: string | undefined,
  setLevel: (session: string, level: LogLevel) => Promise<void>,
): void {
  server.setRequestHandler("logging/setLevel", async ({ params: { level } }) => {
    if (session === undefined) {
      const message =
        "A log level is set per session: send initialize first, then this request with the header mcp-session-id of the answer.";
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
    }
    await setLevel(session, level);
    return {};
  });
}

/** @returns undefined for a client that cannot have asked for messages */
export function runLogging({ mcpReq }: ServerContext, session: string | undefined): RunLogging | undefined {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
  const level = envelope[LOG_LEVEL_META_KEY];
  if (session === undefined && !isLogLevel(level)) return undefined;
  return {
    level: isLogLevel(level) ? level : undefined,
    onMessage({ level: of, logger, data }) {
      // A lost message is no failure; a client that has left is noticed elsewhere.
      mcpReq
        .notify({ method: "notifications/message", params: { level: of, ...(logger && { logger }), data } })
        .catch(() => undefined);
    },
  };
}
