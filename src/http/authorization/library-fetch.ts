/**
 * The OAuth library asks three kinds of addresses by itself, with the global `fetch`, which follows redirects: the document of a client whose id
 * is a URL, the key set that such a document names, and the key sets of `auth.enterprise`. Strangers choose the first two, and the library takes
 * no `fetch` of its caller; so its requests are recognized by the name that it gives itself, and are sent guarded.
 */
import { isRecord } from "../../lib/is-record.ts";
import { UNREACHABLE } from "../../auth/authorization-server/client-document.ts";
import { GuardedFetchError, createGuardedFetch } from "../../upstream/guarded-fetch/guarded-fetch.ts";
import type { GuardedFetchCode } from "../../upstream/guarded-fetch/guarded-fetch.ts";

const LIBRARY = "workers-oauth-provider/";
/** The library accepts no larger key set; a client's document is smaller. */
const MAX_BYTES = 65_536;

const OUTAGES: ReadonlySet<GuardedFetchCode> = new Set(["UNREACHABLE", "TIMED_OUT", "CUT_OFF"]);

/** Origins of the key sets in gateway.json: the deployment has chosen them, so they are asked wherever they are. */
const ownOrigins = new Set<string>();
const send = globalThis.fetch.bind(globalThis);
// A client's document must not be fetched through redirects, and a key set has one address.
const guarded = createGuardedFetch({ allowLoopback: false, ownOrigins, send, maxRedirects: 0, maxBytes: MAX_BYTES });

globalThis.fetch = async (input, init) => {
  const isOfLibrary = typeof input === "string" && new Headers(init?.headers).get("user-agent")?.startsWith(LIBRARY);
  return isOfLibrary ? withoutHoles(await guarded(input, init).catch(failed)) : send(input, init);
};

/** The library keeps the message of an error and nothing else. */
function failed(error: unknown): never {
  const isOutage = error instanceof GuardedFetchError && OUTAGES.has(error.code);
  throw isOutage ? new Error(`${UNREACHABLE} ${error.message}`, { cause: error }) : error;
}

/** @param keySets addresses of `auth.enterprise` */
export function trustKeySets(keySets: readonly string[]): void {
  for (const address of keySets) ownOrigins.add(new URL(address).origin);
}

/** The library reads properties of each key of a set, and fails at `null`: what is no key is left out. */
async function withoutHoles(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const found: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (!isRecord(found) || !Array.isArray(found["keys"]) || found["keys"].every(isRecord)) return response;
  return Response.json({ ...found, keys: found["keys"].filter(isRecord) });
}
