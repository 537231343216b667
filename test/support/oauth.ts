/** An OAuth client and the browser of its user, step by step, so that a test can do any step wrongly. */
export type Send = (request: Request) => Promise<Response>;

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
}

export const REDIRECT = "http://127.0.0.1:7777/callback";

export async function pkce(): Promise<{ readonly verifier: string; readonly challenge: string }> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(digest)) };
}

/** Works in Node and in workerd. */
function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export class OAuthClient {
  readonly origin: string;
  readonly send: Send;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string, send: Send) {
    this.origin = origin;
    this.send = send;
  }

  /** Sends a request as the user's browser: with its cookies, without following redirects. */
  async browse(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const jar = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (jar !== "" && !headers.has("cookie")) headers.set("cookie", jar);
    const response = await this.send(new Request(new URL(path, this.origin), { ...init, headers, redirect: "manual" }));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    return response;
  }

  async register(metadata: object = {}): Promise<{ readonly client_id: string; readonly client_secret?: string }> {
    const response = await this.post("/oauth/register", {
      client_name: "Test client",
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: "none",
      ...metadata,
    });
    return (await answered(response, 201)).json();
  }

  post(path: string, body: object): Promise<Response> {
    const headers = { "content-type": "application/json" };
    return this.send(new Request(new URL(path, this.origin), { method: "POST", headers, body: JSON.stringify(body) }));
  }

  authorizePath(parameters: Readonly<Record<string, string>>): string {
    return `/oauth/authorize?${new URLSearchParams({
      response_type: "code",
      redirect_uri: REDIRECT,
      state: "the-state",
      resource: `${this.origin}/mcp`,
      code_challenge_method: "S256",
      ...parameters,
    }).toString()}`;
  }

  /** @returns the handle of the sign-in page */
  async open(parameters: Readonly<Record<string, string>>): Promise<string> {
    const response = await this.browse(this.authorizePath(parameters));
    return handleOf(await (await answered(response, 200)).text());
  }

  decide(form: Readonly<Record<string, string>>, scopes: readonly string[] = ["read", "write"], headers = {}) {
    const body = new URLSearchParams(form);
    for (const scope of scopes) body.append("scope", scope);
    return this.browse("/oauth/authorize", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: this.origin, ...headers },
      body: body.toString(),
    });
  }

  token(form: Readonly<Record<string, string>>, headers = {}): Promise<Response> {
    return this.send(
      new Request(new URL("/oauth/token", this.origin), {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(form).toString(),
      }),
    );
  }

  /** Takes all steps of a sign-in with an API key. @returns the code */
  async code(clientId: string, key: string, challenge: string, scopes?: readonly string[]): Promise<string> {
    const handle = await this.open({ client_id: clientId, code_challenge: challenge });
    const response = await this.decide({ handle, decision: "key", key }, scopes);
    const location = new URL(response.headers.get("location") ?? "missing:");
    const { code, state, iss } = Object.fromEntries(location.searchParams);
    if (code === undefined || state !== "the-state" || iss !== this.origin) throw new Error(`sent to ${location.href}`);
    return code;
  }

  /** @param client id of a client that was registered before; without it a new one is */
  async signIn(
    key: string,
    scopes?: readonly string[],
    client?: string,
  ): Promise<Tokens & { readonly clientId: string }> {
    const clientId = client ?? (await this.register()).client_id;
    const { verifier, challenge } = await pkce();
    const code = await this.code(clientId, key, challenge, scopes);
    const response = await this.token({
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: REDIRECT,
    });
    return { clientId, ...((await (await answered(response, 200)).json()) as Tokens) };
  }

  refresh(clientId: string, refreshToken: string): Promise<Response> {
    return this.token({ grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken });
  }
}

async function answered(response: Response, status: number): Promise<Response> {
  if (response.status !== status) throw new Error(`answered ${response.status}: ${await response.text()}`);
  return response;
}

export function handleOf(page: string): string {
  return /name="handle" value="([^"]+)"/.exec(page)?.[1] ?? "";
}
