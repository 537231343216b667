/**
 * The page on which a person lets a client in: what the client is, where the access goes, what it may do, and the ways to say who
 * one is. No script, no outside resource, never in a frame; every word of the client's is escaped by the template.
 */
import type { ConsentDescription } from "@cloudflare/workers-oauth-provider";
import { html } from "hono/html";
import type { Scope } from "../../auth/authorization-server/scopes.ts";
import { page } from "../pages.ts";

const MEANING: Record<Scope, string> = {
  read: "Use tools that only read",
  write: "Use tools that change things, as far as your own access goes",
  admin: "Manage the gateway: keys and people",
};

export interface SignInPage {
  readonly client: ConsentDescription;
  /** Of the gateway. */
  readonly origin: string;
  readonly handle: string;
  readonly scopes: readonly { readonly scope: Scope; readonly isAsked: boolean }[];
  /** Who is signed in to the dashboard in this browser. */
  readonly sessionLabel: string | undefined;
  /** What the provider is called; undefined where there is none. */
  readonly oidcName: string | undefined;
  /** Who Cloudflare Access says this is. */
  readonly accessLabel: string | undefined;
  /** Why the last attempt failed. */
  readonly problem: string | undefined;
}

export function signInPage(shown: SignInPage) {
  const { client, origin, handle, scopes, problem } = shown;
  return page(
    "Let a client in?",
    html`${problem === undefined ? "" : html`<p class="problem" role="alert">${problem}</p>`}
      <p><strong>${client.clientName}</strong> wants to use this gateway in your name.</p>
      <dl class="terms">
        <div>
          <dt>Published by</dt>
          <dd>
            ${
              client.clientDomain === undefined
                ? "Not known: the client registered itself, so nobody has checked its name."
                : html`<strong>${client.clientDomain}</strong>`
            }
          </dd>
        </div>
        <div>
          <dt>Access goes to</dt>
          <dd>
            <strong>${client.redirectHost}</strong>${
              client.redirectIsLoopback
                ? html`. That is a program on your own computer. Go on only if you have just started this from it.`
                : ""
            }
          </dd>
        </div>
      </dl>
      <form method="post" action="/oauth/authorize" class="stack">
        <input type="hidden" name="handle" value="${handle}" />
        ${/* Enter in the field of the key presses the form's first button, and must not mean another way to sign in. */ ""}
        <button name="decision" value="key" hidden></button>
        <fieldset>
          <legend>It may</legend>
          ${scopes.map(
            ({ scope, isAsked }) =>
              html`<label class="check"
                ><input type="checkbox" name="scope" value="${scope}" ${isAsked ? "checked" : ""} />
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

/** To another site after a form: by a page, because `form-action` would stop a redirect. */
export function onwardPage(url: string, name: string) {
  return page(
    `Going on to ${name}`,
    html`<meta http-equiv="refresh" content="0;url=${url}" />
      <p>If nothing happens, <a href="${url}">go on to ${name}</a>.</p>`,
    { back: "none" },
  );
}

interface Again {
  readonly path: string;
  readonly label: string;
}

/** @param again where to begin anew, when not at the client */
export function signInProblemPage(problem: string, again?: string) {
  const back: Again | undefined = again === undefined ? undefined : { path: again, label: "Sign in again" };
  return page(
    "Sign-in did not work",
    html`<p class="message">${problem}</p>
      ${back === undefined ? html`<p>Start again from your client.</p>` : ""}`,
    back && { back },
  );
}
