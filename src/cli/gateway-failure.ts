/** Messages for requests that failed or were refused by the gateway: what happened, at which address, and what to do. */
import type { Failure } from "./failure.ts";

interface GatewayRequest {
  readonly url: string;
  readonly key?: string;
}

export function unreachable({ url }: GatewayRequest, error: unknown): Failure {
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  const start = /^https?:\/\/(127\.|localhost|\[::1\])/.test(url) ? "Start it with npm start" : "Check the address";
  const next = `${start}, or name another gateway with --url or ISOGATE_URL.`;
  switch (code) {
    case "ECONNREFUSED":
      return { message: `Nothing answers at ${url}. ${next}`, exit: 1 };
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return { message: `The host of ${url} is not known. ${next}`, exit: 1 };
    default:
      return { message: `${url} could not be reached: ${message || code}. ${next}`, exit: 1 };
  }
}

/** @param body the response's body, which is problem details if it comes from a gateway */
export function failureOf({ url, key }: GatewayRequest, status: number, body: string): Failure {
  const detail = detailOf(body);
  if (detail === undefined) {
    const message = `${url} answered ${status}, and not as an Isogate gateway does. Check --url or ISOGATE_URL.`;
    return { message, exit: 1 };
  }
  switch (status) {
    case 401: {
      const who = key === undefined ? `${url} wants a key, and none was given` : `${url} does not accept this key`;
      const next = `Get a key from an admin (isogate keys create NAME), then isogate login --url ${url}, or set ISOGATE_API_KEY.`;
      return { message: `${who}. ${detail}\n${next}`, exit: 1 };
    }
    case 403:
      return { message: `${url} does not allow this. ${detail}`, exit: 1 };
    case 404:
      return { message: `${detail} (request to ${url})`, exit: 1 };
    case 400:
      return { message: detail, exit: 2 };
    default:
      return { message: `${url} answered ${status}. ${detail}`, exit: 1 };
  }
}

function detailOf(body: string): string | undefined {
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown };
    return typeof detail === "string" ? detail : undefined;
  } catch {
    return undefined;
  }
}
