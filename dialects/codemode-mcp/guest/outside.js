// `fetch` of a script whose gateway allows some hosts: each request is a call, which the gateway checks, counts, records and sends.

// Read before the lockdown.
const { Response } = globalThis;

/** The gateway's own name for it, which no server can have. */
const SERVER = "isogate:fetch";
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Fetches an address for a script. The gateway itself answers `http://localhost/mcp/…`. */
export const isOutside = (/** @type {URL} */ { pathname }) => !/^\/mcp(?:\/|$)/.test(pathname);

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function createOutside({ call }) {
  /** @param {Request} request @param {boolean} hasSignal */
  return async (request, hasSignal) => {
    const { method, redirect, signal } = request;
    // Nothing sends a fragment, and policies compare the text.
    const [url = ""] = request.url.split("#", 1);
    const headers = Object.fromEntries([...request.headers]);
    const body = bodyOf(new Uint8Array(await request.arrayBuffer()));
    const args = { url, method, headers, ...(redirect !== "follow" && { redirect }), ...body };
    const answer = hasSignal
      ? await Promise.race([aborted(signal), call(SERVER, "request", args, false)])
      : await call(SERVER, "request", args, false);
    return responseOf(answer);
  };
}

/** @param {{ status: number, statusText: string, headers: [string, string][], text?: string, base64?: string }} answer */
function responseOf({ status, statusText, headers, text, base64 }) {
  const bytes = base64 === undefined ? (text ?? "") : Uint8Array.fromBase64(base64);
  return new Response(WITHOUT_BODY.has(status) ? null : bytes, { status, statusText, headers });
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
