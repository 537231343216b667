/** A minimal browser for signing in to an upstream: cookies per origin, forms, redirects one by one. */
import { ask } from "./client.ts";

export const GATEWAY = "http://localhost";

export interface Page {
  readonly status: number;
  readonly text: string;
  /** Target of a redirect; undefined if the page is none. */
  readonly location: string | undefined;
  readonly headers: Headers;
}

export class Browser {
  readonly #cookies = new Map<string, string>();

  /** @param cookies `Set-Cookie` headers that the gateway has sent before */
  constructor(cookies: readonly string[] = []) {
    for (const cookie of cookies) this.#keep(cookie);
  }

  #keep(cookie: string): void {
    const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
    this.#cookies.set(name, value);
  }

  async open(address: string, init: RequestInit = {}): Promise<Page> {
    const url = new URL(address);
    const headers = new Headers(init.headers);
    const isGateway = url.origin === GATEWAY;
    if (isGateway && this.#cookies.size > 0) {
      const jar = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
      const planted = headers.get("cookie");
      headers.set("cookie", [...(planted === null ? [] : [planted]), ...jar].join("; "));
    }
    const request = new Request(url, { ...init, headers, redirect: "manual" });
    const response = await (isGateway ? ask(request) : fetch(request));
    for (const cookie of isGateway ? response.headers.getSetCookie() : []) this.#keep(cookie);
    const location = response.headers.get("location") ?? undefined;
    return { status: response.status, text: await response.text(), location, headers: response.headers };
  }

  async signInToGateway(key: string): Promise<void> {
    const body = new URLSearchParams({ key });
    const page = await this.open(`${GATEWAY}/dashboard/sign-in`, {
      method: "POST",
      headers: { origin: GATEWAY },
      body,
    });
    if (page.status !== 303) throw new Error(`The gateway answered ${page.status} ${page.text}`);
  }

  /** Opens a sign-in link and presses the button. @returns the next page: a redirect on success */
  async start(link: string): Promise<Page> {
    const page = await this.open(link);
    if (page.status !== 200) return page;
    const ticket = /name="ticket" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const headers = { origin: GATEWAY, "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams({ ticket }).toString();
    return this.open(`${GATEWAY}${action}`, { method: "POST", headers, body });
  }

  /** Signs in at the authorization server. @returns the address of its redirect back to the gateway */
  async approve(authorization: string, login: string): Promise<string> {
    const page = await this.open(`${authorization}&login=${login}`);
    if (page.location === undefined) throw new Error(`The authorization server answered ${page.status} ${page.text}`);
    return page.location;
  }

  /** Takes all steps of a sign-in. @returns the last page */
  async signIn(link: string, login: string): Promise<Page> {
    const started = await this.start(link);
    if (started.location === undefined) return started;
    return this.open(await this.approve(started.location, login));
  }
}
