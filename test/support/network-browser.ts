/** A minimal browser for sign-in over the network: cookies by origin, redirects one at a time, forms. */

export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const MAX_REDIRECTS = 10;

export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  /** Follows redirects until a page, or until the next address would be `stopAt`. */
  async open(address: string | URL, init: RequestInit = {}, stopAt?: string): Promise<Page> {
    let url = new URL(address);
    let next = init;
    for (let followed = 0; followed <= MAX_REDIRECTS; followed += 1) {
      const response = await this.#fetch(url, next);
      const location = response.headers.get("location");
      const text = await response.text();
      if (location === null) return { url, status: response.status, headers: response.headers, text };
      url = new URL(location, url);
      if (stopAt !== undefined && url.href.startsWith(stopAt)) {
        return { url, status: response.status, headers: response.headers, text };
      }
      next = {};
    }
    throw new Error(`redirected more than ${MAX_REDIRECTS} times, at last to ${url.href}`);
  }

  submit(action: string | URL, form: URLSearchParams, stopAt?: string): Promise<Page> {
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: new URL(action).origin };
    return this.open(action, { method: "POST", headers, body: form.toString() }, stopAt);
  }

  async #fetch(url: URL, init: RequestInit): Promise<Response> {
    const jar = this.#jars.get(url.origin) ?? new Map<string, string>();
    this.#jars.set(url.origin, jar);
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== undefined && value !== undefined) jar.set(name, value);
    }
    return response;
  }
}
