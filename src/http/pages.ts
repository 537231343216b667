/** The pages outside the dashboard, which look like it: its style sheet, its mark, a way back. No script. */
import { html, raw } from "hono/html";
import { visibleText } from "../lib/visible-text.ts";

export type Page = Promise<ReturnType<typeof raw>>;

interface PageOptions {
  /** The gateway's origin. People who are about to paste a key compare it with the address bar. */
  readonly origin?: string;
  /** The page to which the person can go on; the dashboard if absent. */
  readonly back?: WayBack | "none";
}

export interface WayBack {
  readonly path: string;
  readonly label: string;
}

const DASHBOARD: WayBack = { path: "/dashboard", label: "Go to the dashboard" };

/** Renders a page. Invisible characters in names and messages of strangers are spelled out everywhere in the document. */
export async function page(title: string, body: unknown, { origin, back = DASHBOARD }: PageOptions = {}): Page {
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === "Isogate" ? title : `${title} · Isogate`}</title>
        <link rel="icon" href="/dashboard/assets/icon.svg" />
        <link rel="stylesheet" href="/dashboard/assets/main.css" />
      </head>
      <body class="single">
        <header>
          <a class="brand" href="/"
            ><img src="/dashboard/assets/icon.svg" alt="" width="26" height="26" /><span>Isogate</span></a
          >
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        <footer>
          ${origin === undefined ? "" : html`<p>The gateway at <code>${origin}</code></p>`}
          ${back === "none" ? "" : html`<p><a href="${back.path}">${back.label}</a></p>`}
        </footer>
      </body>
    </html>`;
  return raw(visibleText(document.toString()));
}

export function notConfiguredPage() {
  return page(
    "Isogate has no authentication",
    html`<p>This gateway has no authentication configured, so it refuses every request. Set a key:</p>
      <pre>npx wrangler secret put ISOGATE_API_KEY</pre>
      <p>
        Clients then send it as <code>Authorization: Bearer …</code> or <code>X-API-Key</code>. For a team, set
        <code>ISOGATE_SETUP_TOKEN</code> instead: it creates the first admin key, which can create further keys (README,
        "Deploy").
      </p>
      <p>
        For local development use <code>npm start</code> or <code>npx wrangler dev</code>: both write
        <code>ISOGATE_OPEN=local</code> to <code>.dev.vars</code>, which is never deployed.
      </p>`,
    { back: "none" },
  );
}

export function invalidConfigPage(problems: readonly string[]) {
  return page(
    "gateway.json is invalid",
    html`<p>The gateway refuses all requests until you correct this:</p>
      <ul class="bullets">
        ${problems.map((problem) => html`<li><code>${problem}</code></li>`)}
      </ul>`,
    { back: "none" },
  );
}

export function homePage(origin: string) {
  return page(
    "Isogate",
    html`<p>This gateway is one MCP server in front of many tools. Connect a client to</p>
      <pre>${origin}/mcp</pre>
      <p>For example, for Claude Code:</p>
      <pre>claude mcp add --transport http isogate ${origin}/mcp</pre>`,
  );
}

const TITLES: Readonly<Record<number, string>> = {
  400: "This request cannot be answered",
  401: "Sign in first",
  403: "This is not allowed",
  404: "There is no page at this address",
  408: "The request took too long",
  413: "The request is too large",
  429: "Too many attempts",
  503: "The gateway cannot answer now",
};

const NOT_SIGNED_IN = html`<p>You are not signed in to this gateway in this browser.</p>
  <p><a class="button primary" href="/dashboard/sign-in">Sign in</a></p>`;

/** A refusal that a person meets in a browser. */
export function refusalPage(status: number, detail: string, code: string) {
  const title =
    code === "HOST_NOT_ALLOWED"
      ? "The gateway does not answer at this address"
      : (TITLES[status] ?? (status < 500 ? "This request was refused" : "The gateway failed"));
  return page(
    title,
    status === 401
      ? NOT_SIGNED_IN
      : html`<p class="message">${detail}</p>
          <p class="muted"><code>${code}</code></p>`,
    { back: code === "HOST_NOT_ALLOWED" || status === 401 ? "none" : DASHBOARD },
  );
}
