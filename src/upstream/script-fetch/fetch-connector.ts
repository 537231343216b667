/**
 * Sends what scripts fetch. The script decides the request, so it is an enemy's: only hosts that gateway.json allows are asked, none
 * of them in a private network, and nothing of the gateway goes along: no credential, no cookie. A redirect is an answer like any other: the
 * guest follows it with another call, which is checked, counted and recorded as this one.
 */
import * as z from "zod";
import { decodeBase64 } from "../decode-base64.ts";
import { MAX_ANSWER_BYTES } from "../../limits/upstream-limits.ts";
import { bodyBytes } from "../body-text.ts";
import { UpstreamError, type CallOptions, type Connector, type ToolResult } from "../connector.ts";
import { GuardedFetchError, createGuardedFetch, type GuardedFetch } from "../guarded-fetch/guarded-fetch.ts";
import { UnusableArgument } from "../unusable-argument.ts";
import { refuseHost } from "./fetch-hosts.ts";
import { FETCH_TOOL } from "./fetch-tool.ts";
import { messageOf } from "../../lib/message-of.ts";

const TIMEOUT_MS = 60_000;
const USER_AGENT = "isogate";

/** Headers that belong to the connection, or that a server would take for a person's session. */
const WITHHELD_HEADERS: ReadonlySet<string> = new Set(
  "connection content-length cookie expect host keep-alive te trailer transfer-encoding upgrade".split(" "),
);

const argsSchema = z.object({
  url: z.string(),
  method: z.string().default("GET"),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().optional(),
  body_base64: z.string().optional(),
});

interface FetchOptions {
  readonly allow: readonly string[];
  /** The gateway runs on a developer's machine, which scripts may then ask. */
  readonly allowLoopback: boolean;
}

export function createFetchConnector({ allow, allowLoopback }: FetchOptions): Connector {
  const send = createGuardedFetch({
    allowLoopback,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
    refuse: (url) => refuseHost(url, allow),
  });
  return {
    list: () => Promise.resolve({ tools: [FETCH_TOOL], unreadable: [] }),
    call: (_tool, args, options) => request(send, args, options),
    close: () => Promise.resolve(),
  };
}

async function request(
  send: GuardedFetch,
  given: Readonly<Record<string, unknown>>,
  { signal, onAttempt }: CallOptions,
): Promise<ToolResult> {
  const { url, method, headers, body, body_base64: base64 } = argsSchema.parse(given);
  const withheld = Object.keys(headers).find(isWithheld);
  if (withheld !== undefined) throw new UnusableArgument("headers", `must not have ${withheld}: leave it out`);
  const bytes = base64 === undefined ? textBytes(body) : decodeBase64(base64);
  if (base64 !== undefined && bytes === undefined) {
    throw new UnusableArgument("body_base64", "must be base64 with its padding");
  }
  try {
    const init = { method, headers: { "user-agent": USER_AGENT, ...headers }, redirect: "manual", signal } as const;
    onAttempt?.();
    return await answerOf(await send(url, { ...init, ...(bytes !== undefined && { body: bytes }) }));
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof GuardedFetchError)) return failed(`The request cannot be sent: ${messageOf(error)}`);
    switch (error.code) {
      case "TIMED_OUT":
        throw new UpstreamError("UPSTREAM_TIMEOUT", error.message, { concernsCallOnly: true, isUnanswered: true });
      case "UNREACHABLE":
      case "CUT_OFF":
        throw asUnanswered(error);
      case "REDIRECT_REFUSED":
      case "TOO_LARGE":
      case "UNKNOWN_ENCODING":
        // The answer may be that of a request that was carried out.
        if (method !== "GET" && method !== "HEAD") throw asUnanswered(error);
        return { ...failed(error.message), callOutcome: "unknown" };
      case "ADDRESS_REFUSED":
        return failed(error.message);
    }
  }
}

/** Bytes: a text would get a content type that the script has not set. */
function textBytes(body: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  return body === undefined ? undefined : new Uint8Array(new TextEncoder().encode(body));
}

function isWithheld(name: string): boolean {
  const lower = name.toLowerCase();
  return WITHHELD_HEADERS.has(lower) || lower.startsWith("proxy-") || lower.startsWith("cf-");
}

/** Text as text, so that the ledger can be read and what is secret in it is found; other bytes as base64. */
async function answerOf(response: Response): Promise<ToolResult> {
  const { status, statusText } = response;
  const content = new Uint8Array(await response.arrayBuffer());
  const text = decoded(content);
  const body = content.byteLength === 0 ? {} : text === undefined ? { base64: content.toBase64() } : { text };
  const bytes = bodyBytes(content, response.headers.get("content-type") ?? "", text);
  const structuredContent = { status, statusText, headers: [...response.headers], ...body };
  return { content: [], structuredContent, ...(bytes && { bytes }) };
}

/** With its mark of the byte order: the script makes the same bytes of it. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function asUnanswered({ message }: GuardedFetchError): UpstreamError {
  return new UpstreamError("UPSTREAM_ERROR", message, { concernsCallOnly: true, isUnanswered: true });
}

function failed(text: string): ToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}
