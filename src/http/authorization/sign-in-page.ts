/**
 * The page on which a person authorizes a client: it shows the client, the address that gets the access, the scopes, and the ways to sign
 * in. It has no script and no external resource and is never framed; the template escapes all text of the client.
 */
import type { ConsentDescription } from "@cloudflare/workers-oauth-provider";
import { html } from "hono/html";
import { redirectDestination, type RedirectDestination } from "../../auth/authorization-server/redirect-destination.ts";
import type { Scope } from "../../auth/authorization-server/scopes.ts";
import { shorten } from "../../lib/shorten.ts";
import { page, type WayBack } from "../pages.ts";

/** A client chooses its name. A long one would move what the page says of the client out of sight. */
const MAX_NAME_CHARS = 80;

const MEANING: Record<Scope, string> = {
  read: "Use tools that only read",
  write: "Use tools that change things, as far as your own access goes",
  admin: "Manage the gateway: keys and people",
};

interface SignInPage {
  readonly client: ConsentDescription;
  /** The gateway's origin. */
  readonly origin: string;
  readonly handle: string;
  readonly scopes: readonly { readonly scope: Scope; readonly isRequested: boolean }[];
  /** The person who is signed in to the dashboard in this browser. */
  readonly sessionLabel: string | undefined;
  /** The name of the identity provider; undefined if there is none. */
  readonly oidcName: string | undefined;
  /** The account that Cloudflare Access reports. */
  readonly accessLabel: string | undefined;
  /** The reason why the last attempt failed. */
  readonly problem: string | undefined;
}

export function signInPage(shown: SignInPage) {
  const { client, origin, handle, scopes, problem } = shown;
  return page(
    "Let a client in?",
    html`${problem === undefined ? "" : html`<p class="problem" role="alert">${problem}</p>`}
      <p>
        <strong>${shorten(client.clientName.replaceAll(/\s+/g, " "), MAX_NAME_CHARS)}</strong> wants to use this gateway
        in your name.
      </p>
      <dl class="terms">
        <div>
          <dt>Published by</dt>
          <dd>
            ${
              client.clientDomain === undefined
                ? "Not known: the client registered itself, so its name is not verified."
                : html`<strong>${client.clientDomain}</strong>`
            }
          </dd>
        </div>
        <div>
          <dt>Access goes to</dt>
          <dd>${destinationOf(client)}</dd>
        </div>
      </dl>
      <form method="post" action="/oauth/authorize" class="stack">
        <input type="hidden" name="handle" value="${handle}" />
        ${/* Enter in the field of the key presses the form's first button, and must not mean another way to sign in. */ ""}
        <button name="decision" value="key" hidden></button>
        <fieldset>
          <legend>It may</legend>
          ${scopes.map(
            ({ scope, isRequested }) =>
              html`<label class="check"
                ><input type="checkbox" name="scope" value="${scope}" ${isRequested ? "checked" : ""} />
                ${MEANING[scope]}</label
              >`,
          )}
        </fieldset>
        ${waysToSignIn(shown)}
        <button name="decision" value="deny">Deny</button>
      </form>`,
    { origin, back: "none" },
  );
}

function destinationOf({ redirectUri, redirectHost }: ConsentDescription) {
  const destination = redirectDestination(redirectUri);
  switch (destination?.kind) {
    case "program":
      return html`<strong>a program on your computer that opens ${destination.scheme}: links</strong>. Any program can
        register for them. Go on only if you have just started this from it.`;
    case "this-device":
      return html`<strong>${destination.host}</strong>. That is a program on your own computer. Go on only if you have
        just started this from it.`;
    case "website":
    case undefined:
      return html`<strong>${redirectHost}</strong>`;
  }
}

function waysToSignIn({ sessionLabel, accessLabel, oidcName }: SignInPage) {
  const buttons = [
    ...(sessionLabel === undefined ? [] : [{ value: "session", label: `Allow as ${sessionLabel}` }]),
    ...(accessLabel === undefined ? [] : [{ value: "access", label: `Allow as ${accessLabel}` }]),
    ...(oidcName === undefined ? [] : [{ value: "oidc", label: `Allow and sign in with ${oidcName}` }]),
  ];
  return html`${buttons.map(
      ({ value, label }, index) =>
        html`<button name="decision" value="${value}" ${index === 0 ? html`class="primary"` : ""}>${label}</button>`,
    )}
    ${buttons.length === 0 ? "" : html`<p class="or"><span>or</span></p>`}
    <label
      >Key of this gateway
      <input
        type="password"
        name="key"
        class="mono"
        autocomplete="current-password"
        spellcheck="false"
        maxlength="500"
      />
    </label>
    <button name="decision" value="key" ${buttons.length === 0 ? html`class="primary"` : ""}>
      Allow with this key
    </button>`;
}

/** Leads to another site after a form. It is a page, because `form-action` would block a redirect. */
export function onwardPage(url: string, name: string) {
  return page(
    `Going on to ${name}`,
    html`<meta http-equiv="refresh" content="0;url=${url}" />
      <p>If nothing happens, <a href="${url}">go on to ${name}</a>.</p>`,
    { back: "none" },
  );
}

/** @param redirectTo the client's redirect URI with the error, to which the person may go on */
export function clientProblemPage(problem: string, redirectTo: string, destination: RedirectDestination | undefined) {
  const name =
    destination?.kind === "program" ? `the program that opens ${destination.scheme}: links` : destination?.host;
  return page(
    "Sign-in did not work",
    html`<p class="message">The client's request cannot be answered: ${problem}</p>
      <p>The client does not know this yet. <a href="${redirectTo}">Go on to ${name}</a> to tell it.</p>`,
    { back: "none" },
  );
}

/** @param again the address at which to start again, if that is not the client */
export function signInProblemPage(problem: string, again?: string) {
  const back: WayBack | undefined = again === undefined ? undefined : { path: again, label: "Sign in again" };
  return page(
    "Sign-in did not work",
    html`<p class="message">${problem}</p>
      ${back === undefined ? html`<p>Start again from your client.</p>` : ""}`,
    back && { back },
  );
}
