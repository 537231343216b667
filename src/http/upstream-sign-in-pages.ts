/** The pages of a sign-in to an upstream. What comes from outside is escaped by `html`. */
import { html } from "hono/html";
import { page } from "./pages.ts";

const UPSTREAMS = { path: "/dashboard/upstreams", label: "Go to the upstreams" } as const;

export interface ConnectPage {
  readonly server: string;
  /** The gateway's origin. */
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
      <p>
        Continue only if you asked for this link yourself. You must be signed in to the gateway with that key or
        account.
      </p>
      <form method="post" action="/oauth/upstream/${encodeURIComponent(server)}/start" class="stack">
        <input type="hidden" name="ticket" value="${ticket}" />
        <button class="primary">Sign in to ${server}</button>
      </form>`,
    { origin, back: { path: UPSTREAMS.path, label: "Cancel, and go to the upstreams" } },
  );
}

export function connectedPage(server: string, origin: string) {
  return page(
    `${server} is connected`,
    html`<p>You can close this page and continue your work: the next call uses the sign-in.</p>`,
    { origin, back: UPSTREAMS },
  );
}

interface NotConnectedPage {
  readonly message: string;
  /** The gateway's origin. */
  readonly origin: string;
  /** The page where a person signs in to the gateway; set if that sign-in is missing. */
  readonly signIn?: string;
}

export function notConnectedPage({ message, origin, signIn }: NotConnectedPage) {
  const link =
    signIn === undefined ? "" : html`<p><a class="button primary" href="${signIn}">Sign in to the gateway</a></p>`;
  return page(
    "Not connected",
    html`<p class="message">${message}</p>
      ${link}`,
    { origin, back: UPSTREAMS },
  );
}
