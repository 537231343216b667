/** Plain pages for people who open the gateway in a browser. No script, no outside resource. */
import { html } from "hono/html";

export const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}
code,pre{font:14px/1.5 ui-monospace,monospace}pre{padding:.75rem 1rem;border:1px solid #8884;border-radius:.4rem;overflow-x:auto}`;

export function page(title: string, body: unknown) {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <style>
        ${STYLE}
      </style>
      <h1>${title}</h1>
      ${body}
    </html>`;
}

export function notConfiguredPage() {
  return page(
    "Isogate is closed",
    html`<p>This gateway has no authentication configured, so it answers nobody. Set a key and deploy again:</p>
      <pre>npx wrangler secret put ISOGATE_API_KEY</pre>
      <p>
        Clients then send it as <code>Authorization: Bearer …</code> or <code>X-API-Key</code>. For a team, set
        <code>ISOGATE_SETUP_TOKEN</code> instead: it creates the first admin key, which creates the others (README,
        "Deploy").
      </p>
      <p>
        For local development use <code>npm start</code> or <code>npx wrangler dev</code>: both write
        <code>ISOGATE_OPEN=local</code> to <code>.dev.vars</code>, which is never deployed.
      </p>`,
  );
}

export function invalidConfigPage(problems: readonly string[]) {
  return page(
    "gateway.json is invalid",
    html`<p>The gateway answers nobody until this is mended:</p>
      <ul>
        ${problems.map((problem) => html`<li><code>${problem}</code></li>`)}
      </ul>`,
  );
}

/** @param detail what happened and what to do */
export function refusalPage(detail: string) {
  return page("The gateway refused this request", html`<p>${detail}</p>`);
}

export function homePage(origin: string) {
  return page(
    "Isogate",
    html`<p>One MCP server in front of many tools. Connect a client to</p>
      <pre>${origin}/mcp</pre>
      <p>for example</p>
      <pre>claude mcp add --transport http isogate ${origin}/mcp</pre>`,
  );
}
