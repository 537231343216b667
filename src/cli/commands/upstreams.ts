/** The commands `upstreams list | connect | disconnect | add | remove | enable | disable | refresh`. */
import type { Upstream, UpstreamList } from "../../contract/upstreams.ts";
import { parseJsonc } from "../../lib/jsonc.ts";
import type { Result } from "../../lib/result.ts";
import { askAndPrint, segment } from "../ask-and-print.ts";
import { wrongArguments, type Command } from "../command.ts";
import { printable } from "../printable.ts";
import { removal } from "../removal.ts";
import { table } from "../table.ts";

export const upstreamsList: Command = {
  name: "upstreams list",
  summary: "List upstreams with their state and the state of their credentials",
  examples: [{ line: "isogate upstreams list", why: "which upstreams are down and why, and which need a sign-in" }],
  run: (cli) =>
    askAndPrint<UpstreamList>(cli, "upstreams", {}, ({ upstreams }) => {
      const { paint } = cli;
      const rows = upstreams.map(({ name, type, status, tools, held = 0, credential, reason }) => [
        name,
        type,
        { text: status, paint: status === "down" ? paint.bad : paint.good },
        String(tools),
        credential.state,
        credential.state === "sign_in_required"
          ? `isogate upstreams connect ${name}`
          : [held === 0 ? "" : `${held} of its tools are held: isogate pins list`, reason ?? credential.message ?? ""]
              .filter((text) => text !== "")
              .join(". "),
      ]);
      return table(["UPSTREAM", "TYPE", "STATE", "TOOLS", "CREDENTIAL", ""], rows, cli);
    }),
};

export const upstreamsConnect: Command = {
  name: "upstreams connect",
  summary: "Print a link for signing in to an upstream",
  details: [
    'The link works once, within fifteen minutes. It is for upstreams with "auth": "oauth" in gateway.json.',
    "The browser that opens it has to be signed in to the gateway with the same key or account; the page leads there.",
  ],
  positionals: [{ name: "NAME" }],
  examples: [{ line: "isogate upstreams connect linear", why: "prints the link; open it in a browser" }],
  run: (cli, { positionals: [name] }) =>
    askAndPrint<{ url: string }>(
      cli,
      `upstreams/${segment(name)}/connect`,
      { method: "POST", body: {} },
      ({ url }) => `Open this to sign in to ${name ?? ""}, within fifteen minutes:\n${printable(url)}\n`,
    ),
};

export const upstreamsDisconnect: Command = {
  name: "upstreams disconnect",
  summary: "Delete your sign-in to an upstream and revoke its tokens",
  positionals: [{ name: "NAME" }],
  examples: [{ line: "isogate upstreams disconnect linear", why: "the next call asks to sign in" }],
  run: (cli, { positionals: [name] }) =>
    askAndPrint<{ revoked: boolean }>(
      cli,
      `upstreams/${segment(name)}/disconnect`,
      { method: "POST", body: {} },
      ({ revoked }) =>
        `Deleted the sign-in to ${name ?? ""}${revoked ? " and revoked its tokens" : "; its server did not confirm that the tokens are revoked"}.\n`,
    ),
};

export const upstreamsAdd: Command = {
  name: "upstreams add",
  summary: "Add an upstream without a deployment; for admins",
  details: [
    "ENTRY is the address of an MCP server, or an entry of gateway.json as JSON. It is used within seconds. An entry of the same name in gateway.json takes precedence.",
    "Secrets are Worker secrets (npx wrangler secret put NAME), written as ${NAME} in headers, query and auth.",
  ],
  positionals: [{ name: "NAME" }, { name: "ENTRY" }],
  examples: [
    { line: "isogate upstreams add docs https://docs.example.com/mcp", why: "an MCP server without credentials" },
    {
      line: `isogate upstreams add pets '{"type": "openapi", "spec": "https://pets.example.com/openapi.json"}'`,
      why: "an HTTP API",
    },
  ],
  async run(cli, { positionals: [name = "", given = ""] }) {
    const entry = readEntry(given);
    if (!entry.ok) return wrongArguments(`ENTRY ${entry.error}.`);
    return askAndPrint<Upstream>(cli, "upstreams", { method: "POST", body: { name, entry: entry.value } }, stateText);
  },
};

export const upstreamsRemove = removal({
  name: "upstreams remove",
  summary: "Remove an upstream that was added with upstreams add; for admins",
  positional: "NAME",
  example: ["docs", "remove an entry of gateway.json there, or disable it"],
  list: "upstreams",
  json: (name) => ({ removed: name }),
  done: (name) => `Removed upstream ${printable(name)}.`,
});

function switching(action: "disable" | "enable" | "refresh", summary: string, why: string): Command {
  return {
    name: `upstreams ${action}`,
    summary,
    positionals: [{ name: "NAME" }],
    examples: [{ line: `isogate upstreams ${action} docs`, why }],
    run: (cli, { positionals: [name] }) =>
      askAndPrint<Upstream>(cli, `upstreams/${segment(name)}/${action}`, { method: "POST", body: {} }, stateText),
  };
}

export const upstreamsDisable = switching(
  "disable",
  "Switch an upstream off for all principals; for admins",
  "calls to it are refused within seconds, also in runs in progress",
);
export const upstreamsEnable = switching(
  "enable",
  "Switch an upstream on again; for admins",
  "after upstreams disable",
);
export const upstreamsRefresh = switching(
  "refresh",
  "Read an upstream's tools again; for admins",
  "when the server has new tools",
);

function readEntry(given: string): Result<unknown, string> {
  if (/^https?:\/\//.test(given)) return { ok: true, value: { url: given } };
  const entry = given.trimStart().startsWith("{") ? parseJsonc(given) : undefined;
  return entry ?? { ok: false, error: "is neither an address like https://mcp.example.com/mcp nor a JSON object" };
}

function stateText({ name, status, tools, held = 0, reason }: Upstream): string {
  const waiting = held === 0 ? "" : `, ${held} of them held: isogate pins list`;
  const said = reason === undefined ? "" : `: ${reason}`;
  return `${printable(`${name} is ${status}${status === "ready" ? ` with ${tools} tools${waiting}` : said}`)}\n`;
}
