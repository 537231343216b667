// `fetch` of a script whose gateway allows some hosts: each request is a call, which the gateway checks, counts, records and sends.

// Read before the lockdown.
const { Response } = globalThis;
const Address = URL;
const { apply } = Reflect;
const { clone: cloned } = Response.prototype;

/** The gateway's own name for it, which no server can have. */
const SERVER = "isogate:fetch";
const WITHOUT_BODY = new Set([204, 205, 304]);
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** As in the Fetch standard. */
const MAX_REDIRECTS = 20;
/** Headers that do not identify the sender. All others are sent only to the origin they were written for. */
const HARMLESS_HEADERS = new Set(["accept", "accept-language", "user-agent"]);

/** @typedef {{ url: string, method: string, headers: Record<string, string>, body?: string, body_base64?: string }} Hop */
/** @typedef {{ status: number, statusText: string, headers: [string, string][], text?: string, base64?: string }} Answer */

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function createOutside({ call }) {
  /**
   * Each redirect is a call of its own, so that policies judge every address. The platform's Request has no redirect "error".
   * @param {Hop} first @param {string} redirect "follow" or "manual" @param {AbortSignal} signal @returns {Promise<Response>}
   */
  const send = async (first, redirect, signal) => {
    let hop = first;
    for (let followed = 0; ; followed += 1) {
      const answer = await call(SERVER, "request", hop, false);
      const location = redirect === "manual" ? undefined : locationOf(answer);
      if (location === undefined) return placed(responseOf(answer), hop.url, followed > 0);
      if (followed === MAX_REDIRECTS) throw new TypeError(`${first.url} redirects more than ${MAX_REDIRECTS} times.`);
      hop = redirected(hop, answer.status, location);
      if (signal.aborted) throw signal.reason;
    }
  };

  /** @param {Request} request @param {boolean} hasSignal */
  return async (request, hasSignal) => {
    const { method, redirect, signal } = request;
    const headers = Object.fromEntries([...request.headers]);
    const body = bodyOf(new Uint8Array(await request.arrayBuffer()));
    const sent = send({ url: spelled(request.url), method, headers, ...body }, redirect, signal);
    return hasSignal ? Promise.race([aborted(signal), sent]) : sent;
  };
}

/** Nothing sends a fragment, and policies compare the text: characters that need no encoding have none (RFC 3986, section 6.2.2). @param {string} url */
function spelled(url) {
  const [address = ""] = url.split("#", 1);
  return address.replaceAll(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
}

/** @param {Answer} answer @returns {string | undefined} where the server redirects to */
function locationOf({ status, headers }) {
  return REDIRECTS.has(status) ? headers.find(([name]) => name === "location")?.[1] : undefined;
}

/** @param {Hop} from @param {number} status @param {string} location @returns {Hop} */
function redirected({ url: address, method, headers, ...body }, status, location) {
  const from = new Address(address);
  const to = Address.parse(location, from);
  if (to === null) throw new TypeError(`${address} redirects to ${JSON.stringify(location)}, which is not a URL.`);
  const url = spelled(to.href);
  const isSameOrigin = to.origin === from.origin;
  const becomesGet = method !== "HEAD" && (status === 303 ? method !== "GET" : status < 303 && method === "POST");
  const keepsBody = !becomesGet && Object.keys(body).length > 0;
  if (keepsBody && !isSameOrigin) throw new TypeError(`${address} redirects a ${method} with a body to ${to.origin}.`);
  const kept = Object.entries(headers).filter(([name]) =>
    isSameOrigin ? keepsBody || !name.startsWith("content-") : HARMLESS_HEADERS.has(name),
  );
  return { url, method: becomesGet ? "GET" : method, headers: Object.fromEntries(kept), ...(keepsBody && body) };
}

/** @param {Answer} answer */
function responseOf({ status, statusText, headers, text, base64 }) {
  const bytes = base64 === undefined ? (text ?? "") : Uint8Array.fromBase64(base64);
  return new Response(WITHOUT_BODY.has(status) ? null : bytes, { status, statusText, headers });
}

/**
 * A Response that a script makes has no address of its own.
 * @param {Response} response @param {string} url of the last request @param {boolean} isRedirected @returns {Response}
 */
function placed(response, url, isRedirected) {
  const clone = () => placed(apply(cloned, response, []), url, isRedirected);
  return Object.defineProperties(response, {
    url: { value: url },
    redirected: { value: isRedirected },
    clone: { value: clone },
  });
}

/** @param {Uint8Array} bytes */
function bodyOf(bytes) {
  if (bytes.length === 0) return {};
  try {
    return { body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { body_base64: bytes.toBase64() };
  }
}

/** The call goes on, and nobody waits for it. @param {AbortSignal} signal @returns {Promise<never>} */
function aborted(signal) {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason));
  });
}
