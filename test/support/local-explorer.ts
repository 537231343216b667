/** Looks for the Local Explorer of `wrangler dev`, by the paths under which it has been. */
export const EXPLORER = "/cdn-cgi/local/explorer/api";
export const EXPLORER_PATHS = [
  "/cdn-cgi/local/explorer",
  `${EXPLORER}/workers/durable_objects/namespaces`,
  `${EXPLORER}/local/observability/query`,
  "/cdn-cgi/explorer/api/workers/durable_objects/namespaces",
];

/** The gateway answers what nothing in front of it takes. */
export async function isAnsweredByGateway(origin: string, path: string): Promise<boolean> {
  const response = await fetch(`${origin}${path}`, { headers: { origin: "http://localhost:5173" } });
  const { code } = (await response.json().catch(() => ({}))) as { code?: unknown };
  return code === "UNAUTHENTICATED" || code === "NOT_FOUND";
}
