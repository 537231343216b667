/**
 * Reads the client ids of a token request from every place that can hold one, because a client id that is a URL is fetched: the form
 * (where the library skips empty ones), HTTP Basic, and the issuer of a client assertion (RFC 6749, 2.3.1; RFC 7523, 3).
 */

/** @returns undefined if one of them cannot be read */
export function clientNames({ headers }: Request, form: URLSearchParams): readonly string[] | undefined {
  try {
    const names = form.getAll("client_id");
    const [, basic] = /^basic[ \t]+([^ \t].*)?$/i.exec(headers.get("authorization") ?? "") ?? [];
    if (basic !== undefined) names.push(nameInBasic(basic));
    for (const assertion of form.getAll("client_assertion")) {
      if (assertion !== "") names.push(issuerOf(assertion));
    }
    return names;
  } catch {
    return undefined;
  }
}

function nameInBasic(credentials: string): string {
  const [name = ""] = atob(credentials.trim()).split(":");
  return decodeURIComponent(name.replaceAll("+", " "));
}

function issuerOf(assertion: string): string {
  const [, payload = ""] = assertion.split(".");
  const { iss } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { readonly iss?: unknown };
  return typeof iss === "string" ? iss : "";
}
