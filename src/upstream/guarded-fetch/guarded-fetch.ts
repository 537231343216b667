/**
 * `fetch` for addresses that an upstream or a document can steer. Every hop is checked before it is asked; what belongs to one
 * origin (credentials, a body) never reaches another; the answer is read whole, within a size and a time.
 */
import { ChunkReader } from "../../lib/chunks.ts";
import { deadlineAfter } from "../../lib/deadline.ts";
import { hiddenCause } from "../hidden-cause.ts";
import { refuseAddress } from "./refuse-address.ts";
import { quote } from "../../lib/shorten.ts";

interface GuardOptions {
  /** See `refuseAddress`. */
  readonly allowLoopback: boolean;
  /** Origins that the deployment itself has chosen: they are asked wherever they are. */
  readonly ownOrigins?: ReadonlySet<string>;
  /** An additional check of every hop. @returns why the address is refused */
  readonly refuse?: (url: URL) => string | undefined;
  /** The time limit of the whole exchange, redirects and body included. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly maxRedirects?: number;
  /** Sends a request; the platform's `fetch` except in tests. */
  readonly send?: (request: Request) => Promise<Response>;
}

export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export type GuardedFetchCode =
  | "ADDRESS_REFUSED"
  | "REDIRECT_REFUSED"
  | "TOO_LARGE"
  | "UNKNOWN_ENCODING"
  | "CUT_OFF"
  | "TIMED_OUT"
  | "UNREACHABLE";

/** A TypeError, as failures of `fetch` are: the OAuth client of the SDK passes those on and swallows others. */
export class GuardedFetchError extends TypeError {
  override readonly name = "GuardedFetchError";
  readonly code: GuardedFetchCode;

  constructor(code: GuardedFetchCode, message: string) {
    super(message);
    this.code = code;
  }
}

const DEFAULTS = { timeoutMs: 10_000, maxBytes: 1_000_000, maxRedirects: 5 } as const;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** Encodings that the platform decodes. It leaves others, such as `deflate`, as they are. */
const DECODED: ReadonlySet<string> = new Set(["", "identity", "gzip", "br"]);

/** Headers that do not identify the sender. All others are sent only to the origin they were meant for. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "mcp-protocol-version",
  "user-agent",
]);

/**
 * Marks a request whose address somebody else chose. An open, local gateway lets in every request from its machine, and must not take such a
 * request for its user's.
 */
export const STEERED_HEADER = "x-isogate-steered";

interface Hop {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: BodyInit | undefined;
}

/** @throws GuardedFetchError, or what `init.signal` was aborted with */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const { send = fetch, timeoutMs, maxBytes, maxRedirects } = { ...DEFAULTS, ...options };
  return async (address, init = {}) => {
    const deadline = deadlineAfter(timeoutMs, init.signal);
    let hop: Hop = {
      url: checked(String(address), options),
      method: (init.method ?? "GET").toUpperCase(),
      headers: new Headers(init.headers),
      body: init.body ?? undefined,
    };
    let answered: Response | undefined;
    try {
      for (let followed = 0; ; followed += 1) {
        const { url, method, headers, body } = hop;
        const response = await send(
          new Request(url, {
            method,
            headers: isMarked(url, options) ? marked(headers) : headers,
            redirect: "manual",
            signal: deadline.signal,
            ...(body !== undefined && { body }),
          }),
        );
        const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
        if (location === null || init.redirect === "manual") {
          answered = response;
          return await readWhole(response, maxBytes, url);
        }
        await response.body?.cancel();
        if (init.redirect === "error") throw refused(url, "redirects, which is not expected here");
        if (followed === maxRedirects) throw refused(url, `redirects more than ${maxRedirects} times`);
        hop = redirected(hop, response.status, location, options);
      }
    } catch (error) {
      if (error instanceof GuardedFetchError || init.signal?.aborted === true) throw error;
      if (deadline.isOver()) {
        throw new GuardedFetchError("TIMED_OUT", `${shown(hop.url)} did not answer within ${timeoutMs} ms.`);
      }
      if (answered !== undefined) {
        const message = `${shown(hop.url)} answered with the status ${answered.status}, and its body was cut off or cannot be decoded.`;
        throw new GuardedFetchError("CUT_OFF", message);
      }
      const cause = hiddenCause(hop.url, String(error));
      const why = cause === undefined ? "" : `: ${cause}`;
      throw new GuardedFetchError("UNREACHABLE", `${shown(hop.url)} cannot be reached${why}.`);
    } finally {
      deadline.clear();
    }
  };
}

/** Only a local gateway can be open, and only a local gateway reaches its machine; no other server has to see the mark. */
function isMarked({ origin }: URL, { allowLoopback, ownOrigins }: GuardOptions): boolean {
  return allowLoopback && ownOrigins?.has(origin) !== true;
}

function marked(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.set(STEERED_HEADER, "1");
  return copy;
}

function checked(address: string, options: GuardOptions): URL {
  const refusal = refusalOf(address, options);
  if (refusal === undefined) return new URL(address);
  const message = `The address ${shown(address)} ${refusal}, so the gateway sends no request to it.`;
  throw new GuardedFetchError("ADDRESS_REFUSED", message);
}

function refusalOf(address: string | URL, { allowLoopback, ownOrigins, refuse }: GuardOptions): string | undefined {
  const url = URL.parse(String(address));
  const isOwn = url !== null && ownOrigins?.has(url.origin) === true && url.username === "" && url.password === "";
  if (isOwn) return undefined;
  return refuseAddress(address, allowLoopback) ?? (url === null ? undefined : refuse?.(url));
}

function redirected(from: Hop, status: number, location: string, options: GuardOptions): Hop {
  const url = URL.parse(location, from.url);
  if (url === null) throw refused(from.url, "redirects to something that is not a URL");
  const refusal = refusalOf(url, options);
  if (refusal !== undefined) throw refused(from.url, `redirects to ${shown(url)}, which ${refusal}`);
  if (from.url.protocol === "https:" && url.protocol !== "https:") throw refused(from.url, "redirects to plain http");
  const staysHome = url.origin === from.url.origin;
  // Clients repeat such a POST as a GET without its body. What that answers, perhaps a list or a sign-in page, says nothing of the POST.
  if (from.method === "POST" && status < 303) throw refused(from.url, `redirects a POST (${status}) to ${shown(url)}`);
  const becomesGet = from.method !== "HEAD" && status === 303;
  const method = becomesGet ? "GET" : from.method;
  const body = becomesGet ? undefined : from.body;
  if (body !== undefined && !staysHome) throw refused(from.url, `redirects a ${method} with a body to ${shown(url)}`);
  // What the other origin answers to a GET does not say that anything was written: it may be a sign-in page.
  const isRead = from.method === "GET" || from.method === "HEAD";
  if (!staysHome && !isRead) throw refused(from.url, `redirects a ${from.method} to ${shown(url)}`);
  const headers = new Headers();
  for (const [name, value] of from.headers) {
    const isAboutBody = name.startsWith("content-");
    if (staysHome ? body !== undefined || !isAboutBody : HARMLESS_HEADERS.has(name)) headers.set(name, value);
  }
  return { url, method, headers, body };
}

async function readWhole(response: Response, maxBytes: number, url: URL): Promise<Response> {
  const { status, statusText } = response;
  // The body is decoded by now: neither its length nor its encoding is the one that was announced.
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  if (response.body === null || WITHOUT_BODY.has(status)) return new Response(null, { status, statusText, headers });
  const encoding = response.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (!DECODED.has(encoding)) {
    await response.body.cancel();
    const message = `${shown(url)} answered with the content encoding ${quote(encoding, 80)}, which cannot be read.`;
    throw new GuardedFetchError("UNKNOWN_ENCODING", message);
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = new ChunkReader(response.body, false);
  for (let chunk = await reader.read(); chunk !== undefined; chunk = await reader.read()) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      reader.cancel();
      throw new GuardedFetchError("TOO_LARGE", `${shown(url)} answered with more than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return new Response(new Blob(chunks), { status, statusText, headers });
}

function refused(url: URL, why: string): GuardedFetchError {
  return new GuardedFetchError("REDIRECT_REFUSED", `${shown(url)} ${why}.`);
}

/** An address for a message: no query and no user, where secrets could be; one line, not long. */
function shown(address: string | URL): string {
  const url = URL.parse(String(address));
  if (url === null) return JSON.stringify(String(address).slice(0, 100));
  return `${url.protocol}//${url.host}${url.pathname}`.slice(0, 200);
}
