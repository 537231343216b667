/**
 * `resources/subscribe` of 2025-era clients, who hear of changes on the stream of their session. A 2026-07-28 client names the resources in
 * `subscriptions/listen` instead, which the route serves.
 */
import type { Server } from "@modelcontextprotocol/server";
import { MAX_SUBSCRIBED_URI_CHARS } from "../limits/listen-limits.ts";
import { invalidParams } from "./invalid-params.ts";
import type { PassedResources } from "./resources.ts";
import { quote } from "../lib/shorten.ts";

export interface Subscriptions {
  /** @returns why changes of the resource are not reported, as the end of a sentence; undefined if they are */
  subscribe(session: string, resource: { readonly server: string; readonly uri: string }): Promise<string | undefined>;
  unsubscribe(session: string, uri: string): Promise<void>;
}

/** @param session of the client; undefined where it keeps to none */
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
