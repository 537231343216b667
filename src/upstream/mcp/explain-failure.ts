/**
 * Why an upstream could not be asked, in one sentence: the address, the HTTP status, the upstream's own words, named as its words, and
 * what to do.
 */
import { hiddenCause, isInternal } from "../hidden-cause.ts";
import { oneVisibleLine, whichSays } from "../upstream-explanation.ts";

export interface RequestTarget {
  readonly server: string;
  /** Without its query, which may hold a key. */
  readonly address: URL;
  /** gateway.json says what to send to prove the gateway. */
  readonly sendsCredentials: boolean;
}

interface HttpFailure {
  readonly status: number;
  readonly body: string;
  /** A 401 that names an authorization server (RFC 9728). */
  readonly offersSignIn: boolean;
  /** A GET at the address opens the stream of the transport that came before streamable HTTP. */
  readonly isOldSse: boolean;
}

/** Statuses with which Cloudflare says that it did not reach the server. */
const UNREACHED: Readonly<Record<number, string>> = {
  521: "the server refused the connection",
  522: "the server did not accept the connection in time",
  523: "the server cannot be reached",
  525: "the TLS handshake failed",
  526: "its TLS certificate is not valid",
  530: "its name cannot be found",
};

export function explainHttp(target: RequestTarget, what: string, failure: HttpFailure): string {
  const { server } = target;
  const { status } = failure;
  const at = addressText(target.address);
  const words = whichSays(failure.body);
  if (failure.isOldSse) {
    const other = at.replace(/\/sse\/?$/, "/mcp");
    const where = other === at ? "often at the path /mcp" : `often at ${other}`;
    return `${server} uses the old SSE transport at ${at}, which the gateway does not support (HTTP ${status}). Many servers also offer streamable HTTP, ${where}; set mcpServers.${server}.url to it.`;
  }
  const unreached = UNREACHED[status];
  if (unreached !== undefined) {
    return `${server} cannot be reached at ${at}: ${unreached} (HTTP ${status}). ${checkUrl(server)}`;
  }
  return `${server} could not ${what}: HTTP ${status} from ${at}${words}. ${advice(target, failure)}`.trimEnd();
}

/** A refusal of 401 or 403. */
export function explainRefusal(target: RequestTarget, failure: HttpFailure): string {
  const { server, sendsCredentials } = target;
  const words = whichSays(failure.body);
  const what = sendsCredentials
    ? "refuses the gateway's credentials"
    : "refuses the gateway, which sent no credentials";
  return `${server} ${what}: HTTP ${failure.status} from ${addressText(target.address)}${words}. ${advice(target, failure)}`;
}

/** The answer has a type that no MCP server answers with. */
export function explainContent({ server, address }: RequestTarget, what: string, type: string): string {
  const [essence = ""] = type.split(";");
  const said = oneVisibleLine(essence) || "an unknown type";
  return `${server} could not ${what}: ${addressText(address)} answers with ${said}, which is not an answer of an MCP server. ${NO_ENDPOINT} ${checkUrl(server)}`;
}

/** The answer arrived, and is no message of the protocol. @param misfit follows "answers" */
export function explainMisfit({ server, address }: RequestTarget, what: string, misfit: string): string {
  return `${server} could not ${what}: ${addressText(address)} answers ${misfit}. There may be no MCP endpoint at this path; most end in /mcp. ${checkUrl(server)}`;
}

/**
 * A redirect that the client does not follow: it leads to another origin or to plain http, or turns the POST into a GET.
 * @param target an address, as the upstream has sent it; for a redirect to plain http the same address with https
 */
export function explainRedirect({ server, address }: RequestTarget, target: string, isPlain: boolean): string {
  const at = addressText(address);
  const to = URL.canParse(target) ? addressText(new URL(target)) : undefined;
  const hint =
    to === undefined || to === at
      ? checkUrl(server)
      : `If ${isPlain ? "the same server" : "that address"} is meant, set mcpServers.${server}.url to ${isPlain ? to : "it"}.`;
  const where = isPlain ? "plain http" : (to ?? "another address");
  return `${server} cannot be used at ${at}: it redirects to ${where}, which is not followed. ${hint}`;
}

/** There was no answer at all. */
export function explainNoAnswer({ server, address }: RequestTarget, reason: string): string {
  const at = addressText(address);
  const cause = hiddenCause(address, reason);
  if (cause !== undefined) return `${server} cannot be reached at ${at}: ${cause}. ${checkUrl(server)}`;
  const words = isInternal(reason) ? "" : ` (${reason.replace(/\.$/, "")})`;
  return `Nothing answers for ${server} at ${at}${words}. Is it running? ${checkUrl(server)}`;
}

export function addressText(address: URL): string {
  return `${address.origin}${address.pathname}`;
}

function advice(
  { server, address, sendsCredentials }: RequestTarget,
  { status, body, offersSignIn }: HttpFailure,
): string {
  const entry = `mcpServers.${server}`;
  switch (status) {
    case 401:
      if (offersSignIn) return `Set "auth": "oauth" in ${entry}, so that people sign in to it.`;
      return sendsCredentials
        ? `Check the headers of ${entry} and the secrets that they name.`
        : `Give ${entry} its headers, or "auth": "oauth" if people sign in to it.`;
    case 403:
      // Servers that are meant for one machine compare the name by which they were called.
      if (isLoopbackNumber(address.hostname) && /localhost/i.test(body)) {
        return `The server may accept only another host name: set ${entry}.url to ${addressText(address).replace(address.hostname, "localhost")}.`;
      }
      return sendsCredentials
        ? `Check the permissions of the credentials in ${entry}.`
        : `Check ${entry}.url, or give it headers.`;
    case 404:
    case 405:
      return `${NO_ENDPOINT} ${checkUrl(server)}`;
    default:
      return "";
  }
}

const NO_ENDPOINT = "There is no MCP endpoint at this path; most end in /mcp.";

function checkUrl(server: string): string {
  return `Check mcpServers.${server}.url.`;
}

function isLoopbackNumber(hostname: string): boolean {
  return hostname.startsWith("127.") || hostname === "[::1]";
}
