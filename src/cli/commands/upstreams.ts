/** The commands `upstreams list | connect | disconnect`. */
import type { UpstreamList } from "../../contract/upstreams.ts";
import { askAndPrint, segment } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { printable } from "../printable.ts";
import { table } from "../table.ts";

export const upstreamsList: Command = {
  name: "upstreams list",
  summary: "Every upstream, its state and that of its credential",
  examples: [{ line: "isogate upstreams list", why: "who is down and why, where a sign-in is due" }],
  run: (cli) =>
    askAndPrint<UpstreamList>(cli, "upstreams", {}, ({ upstreams }) => {
      const { paint } = cli;
      const rows = upstreams.map(({ name, type, status, tools, credential, reason }) => [
        name,
        type,
        { text: status, paint: status === "down" ? paint.bad : paint.good },
        String(tools),
        credential.state,
        credential.state === "sign_in_required"
          ? `isogate upstreams connect ${name}`
          : (reason ?? credential.message ?? ""),
      ]);
      return table(["UPSTREAM", "TYPE", "STATE", "TOOLS", "CREDENTIAL", ""], rows, cli);
    }),
};

export const upstreamsConnect: Command = {
  name: "upstreams connect",
  summary: "A link where you sign in to one",
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
  summary: "Forget your sign-in to one and revoke its tokens",
  positionals: [{ name: "NAME" }],
  examples: [{ line: "isogate upstreams disconnect linear", why: "the next call asks to sign in" }],
  run: (cli, { positionals: [name] }) =>
    askAndPrint<{ revoked: boolean }>(
      cli,
      `upstreams/${segment(name)}/disconnect`,
      { method: "POST", body: {} },
      ({ revoked }) =>
        `The sign-in to ${name ?? ""} is forgotten${revoked ? ", and its tokens are void" : "; its server did not confirm that the tokens are void"}.\n`,
    ),
};
