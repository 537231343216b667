/**
 * A client whose id is a URL has its metadata at that address. While the address does not answer, nothing is wrong with the client: told that
 * it is unknown, it would forget its registration and its tokens. So it is told to come again. The OAuth library has one reason for
 * everything that can be wrong with a document, and says the rest in words.
 */

/** Prefix of the message that `library-fetch.ts` gives for an address that cannot be reached. */
export const UNREACHABLE = "Client metadata cannot be reached:";

const OUTAGE = /^Client metadata fetch timed out|^Failed to fetch client metadata: HTTP (?:408|425|429|5\d\d)$/;
const RETRY_SECONDS = 30;

/** @returns true if a token request can cause a request to the document of one of these clients */
export function hasDocument(clients: readonly string[]): boolean {
  return clients.some((id) => URL.parse(id)?.protocol === "https:");
}

/** @param detail of the library's reason @returns undefined if the document is gone or wrong */
export function answerToOutage(detail: unknown): Response | undefined {
  const message = typeof detail === "object" && detail !== null && "message" in detail ? detail.message : undefined;
  if (typeof message !== "string" || !(message.startsWith(UNREACHABLE) || OUTAGE.test(message))) return undefined;
  const description = `The client's metadata document cannot be read now. Try again in ${RETRY_SECONDS} seconds.`;
  return Response.json(
    { error: "temporarily_unavailable", error_description: description },
    { status: 503, headers: { "retry-after": String(RETRY_SECONDS), "cache-control": "no-store" } },
  );
}
