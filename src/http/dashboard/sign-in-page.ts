/** The page where a person exchanges a key for a session. It works without scripts. */
import { html } from "hono/html";
import { page } from "../pages.ts";

interface SignIn {
  /** The gateway's origin. */
  readonly origin: string;
  /** The path to open after signing in; checked. */
  readonly next: string;
  /** The name of the identity provider; undefined if there is none. */
  readonly oidcName?: string | undefined;
  /** True if Cloudflare Access has authenticated the person. */
  readonly hasAccess?: boolean;
  /** True if there is no key yet, but a setup token that creates one. */
  readonly needsFirstKey?: boolean;
  readonly problem?: string | undefined;
}

/** @returns the command that creates the first key */
export function firstKeyCommand(origin: string): string {
  return `npx isogate keys create me --setup-token SETUP_TOKEN --url ${origin}`;
}

export function signInPage({ origin, next, oidcName, hasAccess = false, needsFirstKey = false, problem }: SignIn) {
  const invalid = problem === undefined ? "" : html`aria-invalid="true" aria-describedby="problem"`;
  const accounts = [
    ...(oidcName === undefined ? [] : [accountForm(next, "oidc", `Continue with ${oidcName}`)]),
    ...(hasAccess ? [accountForm(next, "access", "Continue with Cloudflare Access")] : []),
  ];
  return page(
    "Sign in to Isogate",
    html`${needsFirstKey ? firstKey(origin) : ""} ${accounts}
      ${accounts.length === 0 ? "" : html`<p class="or"><span>or</span></p>`}
      <form method="post" action="/dashboard/sign-in" class="stack">
        <input type="hidden" name="next" value="${next}" />
        <label
          >Key of this gateway
          <input
            name="key"
            type="password"
            class="mono"
            autocomplete="current-password"
            spellcheck="false"
            maxlength="2000"
            required
            autofocus
            ${invalid}
          />
        </label>
        ${problem === undefined ? "" : html`<p id="problem" class="problem" role="alert">${problem}</p>`}
        <button type="submit" class="${accounts.length === 0 ? "primary" : ""}">Sign in</button>
      </form>
      <p class="muted">
        An admin creates keys. The session lasts twelve hours in this browser and ends at once when the key or the
        account may not come in any more.
      </p>`,
    { origin, back: "none" },
  );
}

function firstKey(origin: string) {
  return html`<p>This gateway has no key yet. Create the first admin key with the setup token:</p>
    <pre>${firstKeyCommand(origin)}</pre>
    <p class="muted">
      The setup token is the Worker secret ISOGATE_SETUP_TOKEN; <code>npm start</code> prints the one of a local
      gateway.
    </p>`;
}

/** A form that signs in with an account of an identity provider; see authorization/browser-sign-in.ts. */
function accountForm(next: string, via: "oidc" | "access", label: string) {
  return html`<form method="post" action="/oauth/sign-in" class="stack">
    <input type="hidden" name="next" value="${next}" />
    <button name="via" value="${via}" class="primary">${label}</button>
  </form>`;
}
