/** The commands `keys create | list | revoke`, for admins. */
import type { Key } from "../../contract/keys.ts";
import { askAndPrint, segment } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { wrongArguments } from "../command.ts";
import { listOf } from "../parse-args.ts";
import { printable } from "../printable.ts";
import { table } from "../table.ts";
import { localTime } from "../times.ts";
import { chooseGateway } from "../choose-gateway.ts";

export const keysCreate: Command = {
  name: "keys create",
  summary: "A new key; it is shown this once",
  details: [
    "The first key of a gateway is made with its setup token (npm start prints it; a deployment has the secret",
    "ISOGATE_SETUP_TOKEN) and is an admin's. A key can be narrowed; a narrowed one can create no others.",
  ],
  positionals: [{ name: "NAME" }],
  options: {
    role: { summary: "member unless told", value: "ROLE", check: { kind: "choice", of: ["admin", "member"] } },
    servers: { summary: "only these of gateway.json: a,b (all)", value: "LIST", check: { kind: "list" } },
    access: {
      summary: "which tools (destructive: all)",
      value: "LEVEL",
      check: { kind: "choice", of: ["read", "write", "destructive"] },
    },
    expires: { summary: "like 30d or 12h, or an ISO 8601 time (never)", value: "WHEN" },
    principal: { summary: "of an existing principal (a new one)", value: "ID" },
    "setup-token": { summary: "creates the first admin key", value: "TOKEN" },
  },
  examples: [
    { line: `isogate keys create me --setup-token "$SETUP_TOKEN"`, why: "the first, an admin's" },
    { line: "isogate keys create colleague --expires 30d", why: "a member, for a month" },
    {
      line: "isogate keys create bot --servers notes --access read | jq -r .key",
      why: "narrowed; only the key itself",
    },
  ],
  run(cli, { positionals: [name], options }) {
    const token = options.get("setup-token");
    const chosen =
      token === undefined
        ? undefined
        : chooseGateway({ url: cli.gateway.url, key: token, environment: {} }, { gateways: {} });
    if (chosen?.ok === false) return Promise.resolve(wrongArguments(chosen.problem));
    const gateway = chosen?.key === undefined ? cli.gateway : { ...cli.gateway, key: chosen.key, isSetup: true };
    const role = options.get("role") ?? (token === undefined ? undefined : "admin");
    const servers = options.get("servers");
    const body = {
      name,
      ...(role !== undefined && { role }),
      ...(servers !== undefined && { servers: servers === "all" ? "all" : listOf(servers) }),
      ...Object.fromEntries(
        ["access", "expires", "principal"].flatMap((option) => {
          const value = options.get(option);
          return value === undefined ? [] : [[option, value]];
        }),
      ),
    };
    return askAndPrint<Key & { key: string }>({ ...cli, gateway }, "keys", { method: "POST", body }, (key) =>
      [
        `${cli.paint.strong(printable(key.key))}\n`,
        printable(`This is the key of ${key.name} (${describe(key)}). It is shown this once.`),
        `Use it   isogate login --url ${gateway.url}`,
        printable(`End it   isogate keys revoke ${key.id}\n`),
      ].join("\n"),
    );
  },
};

export const keysList: Command = {
  name: "keys list",
  summary: "Keys, never the keys themselves",
  examples: [{ line: "isogate keys list", why: "who may do what, until when, and when it was last used" }],
  run: (cli) =>
    askAndPrint<{ keys: Key[] }>(cli, "keys", {}, ({ keys }) => {
      if (keys.length === 0) return "There are no keys; isogate keys create NAME makes one.\n";
      const rows = keys.map((key) => [
        key.id,
        key.role,
        key.access,
        key.servers === "all" ? "all" : key.servers.join(","),
        key.expires === null ? "never" : localTime(key.expires),
        localTime(key.last_used),
        key.name,
      ]);
      return table(["KEY", "ROLE", "ACCESS", "SERVERS", "EXPIRES", "LAST USED", "NAME"], rows, cli);
    }),
};

export const keysRevoke: Command = {
  name: "keys revoke",
  summary: "End a key, its sign-ins and its runs",
  positionals: [{ name: "ID" }],
  examples: [{ line: "isogate keys revoke k0123456789abcdef", why: "isogate keys list shows the ids" }],
  run(cli, { positionals: [id = ""] }) {
    if (!/^k[0-9a-f]{1,40}$/.test(id)) {
      const message = "A key is revoked by its id, which begins with k; isogate keys list shows it.";
      return Promise.resolve(wrongArguments(message));
    }
    const request = { method: "DELETE", instead: { id, revoked: true } } as const;
    return askAndPrint(cli, `keys/${segment(id)}`, request, () => `The key ${id} is revoked.\n`);
  },
};

function describe({ role, access, servers, expires }: Key): string {
  const where = servers === "all" ? "all servers" : servers.join(", ");
  return `${role}, ${access} on ${where}, ${expires === null ? "never expires" : `until ${localTime(expires)}`}`;
}
