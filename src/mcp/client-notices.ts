/** Notices for clients while a call or a session is open: log messages of upstreams, changes of resources, and the progress of a call. */
import { isWithin } from "../lib/is-within.ts";
import { LOG_LEVEL_META_KEY, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Server, ServerContext } from "@modelcontextprotocol/server";
import { isLogLevel, type LogLevel } from "../lib/log-message.ts";
import type { RunLogging, RunListener } from "../runs/execute-context.ts";
import { MAX_SUBSCRIBED_URI_CHARS } from "../limits/listen-limits.ts";
import { invalidParams } from "./invalid-params.ts";
import type { PassedResources } from "./resources.ts";
import { quote } from "../lib/shorten.ts";

/**
 * Log messages of upstreams go, in the 2025 era, to a session whose client has set a level; in that of 2026-07-28 to a request that names one.
 *
 * @param session undefined for a client that keeps to none, and in the era that has none
 */
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

export interface Subscriptions {
  /** @returns why changes of the resource are not reported, as the end of a sentence; undefined if they are */
  subscribe(session: string, resource: { readonly server: string; readonly uri: string }): Promise<string | undefined>;
  unsubscribe(session: string, uri: string): Promise<void>;
}

/**
 * `resources/subscribe` of 2025-era clients, who hear of changes on the stream of their session. A 2026-07-28 client names the resources in
 * `subscriptions/listen` instead, which the route serves.
 *
 * @param session of the client; undefined where it keeps to none
 */
export function serveSubscriptions(
  server: Server,
  session: string | undefined,
  subscriptions: Subscriptions,
  passed: PassedResources,
): void {
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }, ctx) => {
    const resource = quote(uri, 300);
    if (session === undefined)
      throw invalidParams(`Send the header Mcp-Session-Id: changes of ${resource} are reported per session.`);
    if (uri.length > MAX_SUBSCRIBED_URI_CHARS)
      throw invalidParams(
        `The URI of a subscription has at most ${MAX_SUBSCRIBED_URI_CHARS} characters; this has ${uri.length}.`,
      );
    const found = (await (await passed(ctx)).watchable([uri])).get(uri);
    const reason =
      found?.ok === true ? await subscriptions.subscribe(session, { server: found.value, uri }) : found?.error;
    if (reason !== undefined) throw invalidParams(`Changes of ${resource} are not reported: ${reason}`);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
    if (session !== undefined) await subscriptions.unsubscribe(session, uri);
    return {};
  });
}

/** Most clients abandon a request that sends no progress for a minute. */
const MAX_SILENCE_MS = 5_000;

interface Progress extends Disposable {
  readonly listener: RunListener;
}

/** Notifies a client that requested progress of every call of the script, of its own progress messages, and that it still runs. */
export function progressOf({ mcpReq }: ServerContext): Progress | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const started = Date.now();
  let progress = 0;
  let toldAt = started;
  const tell = (message: string): void => {
    progress += 1;
    toldAt = Date.now();
    // A lost notification is no failure; a disconnected client is detected elsewhere.
    mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress, message } })
      .catch(() => undefined);
  };
  const timer = setInterval(() => {
    if (!isWithin(MAX_SILENCE_MS, toldAt, Date.now()))
      tell(`still running after ${Math.round((Date.now() - started) / 1_000)} s`);
  }, MAX_SILENCE_MS / 2);
  return {
    listener: {
      onCall: ({ server, tool, ok, ms }) => tell(`${server}.${tool} ${ok ? "answered" : "failed"} after ${ms} ms`),
      onProgress: ({ message, fraction }) =>
        tell(fraction === undefined ? message : `${message} (${Math.round(fraction * 100)} %)`),
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
