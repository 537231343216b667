/**
 * Headers of every page outside the dashboard. These pages show what strangers say (names of clients, messages of upstreams) and people
 * paste keys into them: no script runs, style and mark come from the gateway itself, no other page can frame them, and no cache or
 * other site learns their address, which can hold a secret.
 */
export interface PagePolicy {
  /**
   * Where a form's answer may send the browser on to. Chromium holds every further redirect to the policy as well, and where a client's
   * callback leads is not known: pages whose forms end there name "anywhere".
   */
  readonly formTargets?: "self" | "anywhere";
}

export function pageHeaders({ formTargets = "self" }: PagePolicy = {}): Readonly<Record<string, string>> {
  const policy = ["default-src 'none'", "style-src 'self'", "img-src 'self'"];
  if (formTargets === "self") policy.push("form-action 'self'");
  policy.push("frame-ancestors 'none'", "base-uri 'none'");
  return {
    "Content-Security-Policy": policy.join("; "),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    // With no-referrer, browsers send the origin of a form as "null", and no form could prove its origin.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
  };
}
