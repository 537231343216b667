/** Messages for requests that failed or were refused by the gateway: what happened, at which address, and what to do. */
import type { Failure } from "./failure.ts";

interface GatewayRequest {
  readonly url: string;
  readonly key?: string;
  /** The key is the setup token of the gateway. */
  readonly isSetup?: boolean;
}

/** The address accepts connections, and nothing comes back. */
export class SilentGateway extends Error {
  override readonly name = "SilentGateway";
  readonly silenceMs: number;

  constructor(silenceMs: number) {
    super(`nothing for ${silenceMs} ms`);
    this.silenceMs = silenceMs;
  }
}

export function unreachable({ url }: GatewayRequest, error: unknown): Failure {
  const { code = "", message = "" } = (error ?? {}) as { code?: string; message?: string };
  const isLocal = /^https?:\/\/(127\.|localhost|\[::1\])/.test(url);
  const start = isLocal ? "Start it with npm start" : "Check the address";
  const next = `${start}, or name another gateway with --url or ISOGATE_URL.`;
  if (error instanceof SilentGateway) {
    const look = isLocal
      ? "npm start prints why it cannot answer; if it prints nothing, start it again"
      : "Try again later";
    const waited = `${url} has sent nothing for ${error.silenceMs / 1_000} seconds, and the request was given up`;
    return { message: `${waited}. ${look}, or name another gateway with --url or ISOGATE_URL.`, exit: 1 };
  }
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
export function failureOf({ url, key, isSetup }: GatewayRequest, status: number, body: string): Failure {
  const detail = asCommands(detailOf(body));
  if (detail === undefined) {
    const message = `${url} answered ${status}, but not like an Isogate gateway. Check --url or ISOGATE_URL.`;
    return { message, exit: 1 };
  }
  switch (status) {
    case 401: {
      if (isSetup === true) {
        const where =
          "npm start prints the token of a local gateway; a deployment has it as its secret ISOGATE_SETUP_TOKEN";
        return {
          message: `${url} does not accept this setup token: ${where}. A setup token only creates the first key.`,
          exit: 1,
        };
      }
      const who = key === undefined ? `${url} requires a key, and none was given` : `${url} does not accept this key`;
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

/** @returns the detail of a gateway's problem details; other servers have details as well, but no code */
export function detailIn(value: unknown): string | undefined {
  const { code, detail } = (value ?? {}) as { code?: unknown; detail?: unknown };
  return typeof code === "string" && typeof detail === "string" ? detail : undefined;
}

/** Details name routes, because their readers know the gateway by REST; here they are commands. */
function asCommands(detail: string | undefined): string | undefined {
  return detail
    ?.replaceAll(
      /GET \/api\/v1\/(approvals|files|keys|packages|pins|schedules|scripts|upstreams) lists them/g,
      "isogate $1 list shows them",
    )
    .replaceAll(
      "GET /api/v1/pins shows their hashes. Give the hash",
      "isogate pins list shows their hashes. Give --hash",
    )
    .replaceAll("GET /api/v1/pins lists the recorded ones", "isogate pins list --all shows the recorded ones")
    .replaceAll("Send it again with POST /api/v1/code/exec", "Send it again with isogate code exec")
    .replaceAll("Send one as `policy` to try it.", "Name one with --file to try it.")
    .replaceAll("GET /api/v1/approvals?state=lasting lists", "isogate approvals list --state lasting shows")
    .replaceAll(/GET \/api\/v1\/upstreams (says|shows)/g, "isogate upstreams list $1")
    .replaceAll(
      /(?:POST|DELETE) \/api\/v1\/upstreams\/([\w-]{1,64})\/(disable|enable|refresh)/g,
      "isogate upstreams $2 $1",
    )
    .replaceAll(/DELETE \/api\/v1\/upstreams\/([\w-]{1,64})/g, "isogate upstreams remove $1");
}

function detailOf(body: string): string | undefined {
  try {
    return detailIn(JSON.parse(body));
  } catch {
    return undefined;
  }
}
