/** The commands `keys create | list | revoke`, for admins. */
import { newKeySchema, type Key } from "../../contract/keys.ts";
import { askAndPrint, segment } from "../ask-and-print.ts";
import { wrongArguments, type Command } from "../command.ts";
import { listOf } from "../parse-args.ts";
import { printable } from "../printable.ts";
import { table } from "../table.ts";
import { localTime } from "../times.ts";
import { chooseGateway } from "../choose-gateway.ts";

export const keysCreate: Command = {
  name: "keys create",
  summary: "Create a key; its text is shown only once",
  details: [
    "The first key of a gateway is made with its setup token (npm start prints it; a deployment has the secret",
    "ISOGATE_SETUP_TOKEN) and has the role admin. --servers and --access narrow a key; a narrowed key cannot create keys.",
  ],
  positionals: [{ name: "NAME" }],
  options: {
    role: {
      summary: "role of the key; default member",
      value: "ROLE",
      check: { kind: "choice", of: ["admin", "member"] },
    },
    servers: {
      summary: "servers of gateway.json that the key may use: a,b; default all",
      value: "LIST",
      check: { kind: "list" },
    },
    access: {
      summary: "tools that the key may call; default destructive, which is all",
      value: "LEVEL",
      check: { kind: "choice", of: ["read", "write", "destructive"] },
    },
    expires: { summary: "when the key expires: 30d, 12h, or an ISO 8601 time; default never", value: "WHEN" },
    principal: { summary: "existing principal that the key is for; default a new one", value: "ID" },
    "setup-token": { summary: "setup token, which creates the first admin key", value: "TOKEN" },
  },
  examples: [
    { line: `isogate keys create me --setup-token "$SETUP_TOKEN"`, why: "the first key, with the role admin" },
    { line: "isogate keys create colleague --expires 30d", why: "a member's key for 30 days" },
    {
      line: "isogate keys create bot --servers notes --access read | jq -r .key",
      why: "a narrowed key; prints only its text",
    },
  ],
  run(cli, { positionals: [name], options }) {
    const token = options.get("setup-token");
    const chosen =
      token === undefined
        ? undefined
        : chooseGateway({ url: cli.gateway.url, key: token, environment: {} }, { gateways: {} });
    if (chosen?.ok === false) return Promise.resolve(wrongArguments(chosen.problem));
    const expires = options.get("expires");
    if (expires !== undefined && !isExpiry(expires)) {
      const message = `--expires takes a time from now like 30d or 12h, or an ISO 8601 time like 2030-01-31T12:00:00Z, not ${JSON.stringify(expires)}.`;
      return Promise.resolve(wrongArguments(message));
    }
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
        printable(`This is the key of ${key.name} (${describe(key)}). It is not shown again.`),
        `Use it   isogate login --url ${gateway.url}`,
        printable(`Revoke it   isogate keys revoke ${key.id}\n`),
      ].join("\n"),
    );
  },
};

/** The gateway reads the same, and says it of the field of REST. */
function isExpiry(text: string): boolean {
  return newKeySchema.shape.expires.safeParse(text).success;
}

export const keysList: Command = {
  name: "keys list",
  summary: "List keys, without their text",
  examples: [{ line: "isogate keys list", why: "role, access, expiry and last use of each key" }],
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
  summary: "Revoke a key; ends its sign-ins and its runs",
  positionals: [{ name: "ID" }],
  examples: [{ line: "isogate keys revoke k0123456789abcdef", why: "isogate keys list shows the ids" }],
  run(cli, { positionals: [id = ""] }) {
    if (!/^k[0-9a-f]{1,40}$/.test(id)) {
      const message = "A key is revoked by its id, which begins with k; isogate keys list shows it.";
      return Promise.resolve(wrongArguments(message));
    }
    const request = { method: "DELETE", instead: { id, revoked: true } } as const;
    return askAndPrint(cli, `keys/${segment(id)}`, request, () => `Revoked the key ${id}.\n`);
  },
};

function describe({ role, access, servers, expires }: Key): string {
  const where = servers === "all" ? "all servers" : servers.join(", ");
  return `${role}, ${access} on ${where}, ${expires === null ? "never expires" : `until ${localTime(expires)}`}`;
}
