/**
 * The page on which a person lets a client in: what the client is, where the access goes, what it may do, and the ways to say who
 * one is. No script, no outside resource, never in a frame; every word of the client's is escaped by the template.
 */
import type { ConsentDescription } from "@cloudflare/workers-oauth-provider";
import { html } from "hono/html";
import type { Scope } from "../../auth/authorization-server/scopes.ts";
import { STYLE } from "../pages.ts";

const MEANING: Record<Scope, string> = {
  read: "Use tools that only read",
  write: "Use tools that change things, as far as your own access goes",
  admin: "Manage the gateway: keys and people",
};

export interface SignInPage {
  readonly client: ConsentDescription;
  readonly handle: string;
  readonly scopes: readonly { readonly scope: Scope; readonly isAsked: boolean }[];
  /** What the provider is called; undefined where there is none. */
  readonly oidcName: string | undefined;
  /** Who Cloudflare Access says this is. */
  readonly accessLabel: string | undefined;
  /** Why the last attempt failed. */
  readonly problem: string | undefined;
  readonly nonce: string;
}

export function signInPage({ client, handle, scopes, oidcName, accessLabel, problem, nonce }: SignInPage) {
  return frame(
    "Let a client in?",
    nonce,
    html`${problem === undefined ? "" : html`<p role="alert"><strong>${problem}</strong></p>`}
      <p><strong>${client.clientName}</strong> wants to use this gateway in your name.</p>
      <p>
        ${
          client.clientDomain === undefined
            ? "It registered itself, so nobody has checked its name."
            : html`It is published by <strong>${client.clientDomain}</strong>.`
        }
        Access goes to <strong>${client.redirectHost}</strong>.
      </p>
      ${
        client.redirectIsLoopback
          ? html`<p>That is a program on your own computer. Go on only if you have just started this from it.</p>`
          : ""
      }
      <form method="post" action="/oauth/authorize">
        <input type="hidden" name="handle" value="${handle}" />
        <fieldset>
          <legend>It may</legend>
          ${scopes.map(
            ({ scope, isAsked }) =>
              html`<label
                  ><input type="checkbox" name="scope" value="${scope}" ${isAsked ? "checked" : ""} />
                  ${MEANING[scope]}</label
                ><br />`,
          )}
        </fieldset>
        ${
          accessLabel === undefined
            ? ""
            : html`<p><button name="decision" value="access">Allow as ${accessLabel}</button></p>`
        }
        ${
          oidcName === undefined
            ? ""
            : html`<p><button name="decision" value="oidc">Allow and sign in with ${oidcName}</button></p>`
        }
        <p>
          <label
            >API key of this gateway<br /><input
              type="password"
              name="key"
              autocomplete="off"
              spellcheck="false"
              maxlength="500"
          /></label>
        </p>
        <p>
          <button name="decision" value="key">Allow with this key</button>
          <button name="decision" value="deny">Deny</button>
        </p>
      </form>`,
  );
}

/** To another site after a form: by a page, because `form-action` would stop a redirect. */
export function onwardPage(url: string, name: string, nonce: string) {
  return frame(
    `Sign in with ${name}`,
    nonce,
    html`<meta http-equiv="refresh" content="0;url=${url}" />
      <p><a href="${url}">Go on to ${name}</a></p>`,
  );
}

/** @param again where to begin anew, when not at the client */
export function signInProblemPage(problem: string, nonce: string, again?: string) {
  return frame(
    "Sign-in did not work",
    nonce,
    html`<p>${problem}</p>
      <p>${again === undefined ? "Start again from your client." : html`<a href="${again}">Sign in again</a>`}</p>`,
  );
}

function frame(title: string, nonce: string, body: unknown) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <style nonce="${nonce}">
        ${STYLE}
      </style>
      <h1>${title}</h1>
      ${body}
    </html>`;
}
