/** The pages of a sign-in to an upstream. What comes from outside is escaped by `html`. */
import { html } from "hono/html";
import { page } from "./pages.ts";

export interface ConnectPage {
  readonly server: string;
  /** Of the gateway. */
  readonly origin: string;
  readonly ticket: string;
}

export function connectPage({ server, origin, ticket }: ConnectPage) {
  return page(
    `Connect ${server}`,
    html`<p>
        You are about to sign in to <strong>${server}</strong>. The gateway at <code>${origin}</code> will then use your
        account there for whoever gave you this link.
      </p>
      <p>Go on only if that is you: if somebody else sent you the link, they would be using <em>your</em> account.</p>
      <form method="post" action="/oauth/upstream/${encodeURIComponent(server)}/start">
        <input type="hidden" name="ticket" value="${ticket}" />
        <button>Sign in to ${server}</button>
      </form>`,
  );
}

export function connectedPage(server: string) {
  return page(
    `${server} is connected`,
    html`<p>You can close this page and go on where you were: the next call works.</p>`,
  );
}

export function notConnectedPage(message: string) {
  return page("Not connected", html`<p>${message}</p>`);
}
