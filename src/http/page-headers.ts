/**
 * Headers of every page outside the dashboard. These pages show what strangers say (names of clients, messages of upstreams) and people
 * paste keys into them: no script runs, style and mark come from the gateway itself, no other page can frame them, and no cache or
 * other site learns their address, which can hold a secret.
 */
export interface PagePolicy {
  /** Besides the gateway itself, where a form's answer may send the browser on to; "anywhere" when that is known only afterwards. */
  readonly formTargets?: readonly string[] | "anywhere";
}

export function pageHeaders({ formTargets = [] }: PagePolicy = {}): Readonly<Record<string, string>> {
  const policy = ["default-src 'none'", "style-src 'self'", "img-src 'self'"];
  if (formTargets !== "anywhere") policy.push(`form-action ${["'self'", ...formTargets].join(" ")}`);
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
