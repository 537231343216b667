/** The page where a person exchanges a key for a session. It works without scripts. */
import { html } from "hono/html";

export interface SignIn {
  /** Where to go afterwards; checked. */
  readonly next: string;
  /** What the identity provider is called; undefined where there is none. */
  readonly oidcName?: string | undefined;
  /** Cloudflare Access says who this is. */
  readonly hasAccess?: boolean;
  readonly problem?: string;
}

export function signInPage({ next, oidcName, hasAccess = false, problem }: SignIn) {
  const invalid = problem === undefined ? "" : html`aria-invalid="true" aria-describedby="problem"`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>Sign in · Isogate</title>
        <link rel="icon" href="/dashboard/assets/icon.svg" />
        <link rel="stylesheet" href="/dashboard/assets/main.css" />
      </head>
      <body class="sign-in">
        <main>
          <img src="/dashboard/assets/icon.svg" alt="" width="40" height="40" />
          <h1>Sign in to Isogate</h1>
          ${oidcName === undefined ? "" : accountForm(next, "oidc", `Continue with ${oidcName}`)}
          ${hasAccess ? accountForm(next, "access", "Continue with Cloudflare Access") : ""}
          <form method="post" action="/dashboard/sign-in" class="stack">
            <input type="hidden" name="next" value="${next}" />
            <label for="key">Key of this gateway</label>
            <input
              id="key"
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
            ${problem === undefined ? "" : html`<p id="problem" class="problem" role="alert">${problem}</p>`}
            <button type="submit" class="primary">Sign in</button>
          </form>
          <p class="muted">
            An admin creates keys. The session lasts twelve hours in this browser and ends at once when the key or the
            account may not come in any more.
          </p>
        </main>
      </body>
    </html>`;
}

/** By the account that the person has elsewhere; see oauth/browser-sign-in.ts. */
function accountForm(next: string, via: "oidc" | "access", label: string) {
  return html`<form method="post" action="/oauth/sign-in" class="stack">
    <input type="hidden" name="next" value="${next}" />
    <button name="via" value="${via}" class="primary">${label}</button>
  </form>`;
}
