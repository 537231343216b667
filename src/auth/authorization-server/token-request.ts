/**
 * Says which code or token a request to the token endpoint is about. The endpoint decides by `grant_type` alone, as the library does: what
 * other fields hold is not looked at, so that no extra field leads the request to another place than the one that it is about.
 */
interface TokenRequest {
  readonly kind: "code" | "refresh_token" | "revocation" | "other";
  /** The code or token; "" where there is none. */
  readonly text: string;
}

/** @param form a form in which each field occurs once; the library refuses others */
export function readTokenRequest(form: URLSearchParams): TokenRequest {
  const about = (kind: TokenRequest["kind"], field: string): TokenRequest => ({ kind, text: form.get(field) ?? "" });
  switch (form.get("grant_type") ?? "") {
    case "authorization_code":
      return about("code", "code");
    case "refresh_token":
      return about("refresh_token", "refresh_token");
    case "":
      return about("revocation", "token");
    default:
      return { kind: "other", text: "" };
  }
}
