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
        account there, for the key or account that asked for this link.
      </p>
      <p>Go on only if you asked for it yourself. You have to be signed in to the gateway with that key or account.</p>
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

/** @param signIn where a person signs in to the gateway, when that is what is missing */
export function notConnectedPage(message: string, signIn?: string) {
  const link = signIn === undefined ? "" : html`<p><a href="${signIn}">Sign in to the gateway</a></p>`;
  return page(
    "Not connected",
    html`<p>${message}</p>
      ${link}`,
  );
}
