/** The commands `login | logout`. */
import process from "node:process";
import { isatty } from "node:tty";
import { chooseGateway } from "../choose-gateway.ts";
import { printJson, type Cli } from "../cli.ts";
import { wrongArguments, type Command } from "../command.ts";
import type { Failure } from "../failure.ts";
import { ask } from "../gateway-client.ts";
import { loginsPath, readLogins, writeLogins } from "../logins.ts";
import { readPiped } from "../read-piped.ts";
import { readSecret } from "../read-secret.ts";

/** No key is nearly as long. */
const MAX_KEY_CHARS = 16_384;

const PIPED_IS_LEFT = "The key of ISOGATE_API_KEY was stored; isogate login --key - takes the one that is piped in.\n";

/** The exit status after Ctrl-C. */
const INTERRUPTED = 130;

export const login: Command = {
  name: "login",
  summary: "Store a gateway and a key; later commands use them",
  details: [
    "The key is --key (which others on this machine can see in the list of processes), else ISOGATE_API_KEY, else what is",
    "piped in; a terminal prompts for it and does not show it. --key - takes what is piped in also where ISOGATE_API_KEY is set.",
    "The key is tested, then stored in a file that only you can read.",
  ],
  options: {
    key: { summary: "an API key, or - to read it from standard input; else ISOGATE_API_KEY", value: "KEY" },
  },
  examples: [
    { line: "isogate login --url https://isogate.example.workers.dev", why: "prompts for the key" },
    { line: "isogate login --url https://gateway.example --key - < key.txt", why: "reads the key from a file" },
    {
      line: "isogate login --url http://127.0.0.1:8787",
      why: "use the local gateway again; an open gateway needs no key",
    },
  ],
  async run(cli, { options }) {
    const { url } = cli.gateway;
    const key = await findKey(cli, options.get("key"));
    if (typeof key !== "string") return key;
    const chosen = chooseGateway({ url, key: key === "" ? undefined : key, environment: {} }, { gateways: {} });
    if (!chosen.ok) return wrongArguments(chosen.problem);
    const gateway = { client: cli.gateway.client, url, ...(chosen.key !== undefined && { key: chosen.key }) };
    const answered = await ask(gateway, "health");
    if (!answered.ok) {
      if (answered.status !== 403) return answered.failure;
      const next = `A setup token only creates the first key: isogate keys create NAME --setup-token TOKEN --url ${url}`;
      return { ...answered.failure, message: `${answered.failure.message}\n${next}` };
    }
    const stored = await store(cli, chosen.url, chosen.key);
    if (stored === 0 && !options.has("key") && ownKey(cli) !== undefined && !isatty(0)) cli.err(PIPED_IS_LEFT);
    return stored;
  },
};

/** @returns an empty text for no key */
async function findKey(cli: Cli, given: string | undefined): Promise<string | Failure | typeof INTERRUPTED> {
  if (given !== undefined && given !== "-") return given.trim();
  // Standard input is not touched then: it may be the script that runs this command.
  const own = ownKey(cli);
  if (given === undefined && own !== undefined) return own;
  if (process.stdin.isTTY) {
    const typed = await readSecret(`Key for ${cli.gateway.url} (empty: none): `);
    return typed?.trim() ?? INTERRUPTED;
  }
  const piped = await readPiped(process.stdin, MAX_KEY_CHARS);
  return (
    piped?.trim() ?? wrongArguments(`Standard input has more than ${MAX_KEY_CHARS} characters, so it is not a key.`)
  );
}

function ownKey({ environment }: Cli): string | undefined {
  return environment["ISOGATE_API_KEY"]?.trim() || undefined;
}

async function store(cli: Cli, url: string, key: string | undefined) {
  const path = loginsPath(cli.environment);
  const read = await readLogins(path);
  if (!read.ok) return { message: read.error, exit: 1 } as const;
  const gateways = { ...read.value.gateways, [url]: key === undefined ? {} : { key } };
  await writeLogins(path, { current: url, gateways });
  if (cli.wantsJson) printJson(cli, { url, has_key: key !== undefined, file: path });
  else cli.out(`${url} is used from now on${key === undefined ? ", without a key" : ""} (${path}).\n`);
  for (const line of overriding(cli, url, key)) cli.err(`${line}\n`);
  return 0 as const;
}

/** Warnings about environment variables that take precedence over the stored login, which would otherwise be ignored without a reason. */
function overriding({ environment }: Cli, url: string, key: string | undefined): string[] {
  const address = environment["ISOGATE_URL"] || undefined;
  const origin = address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
  const other = environment["ISOGATE_API_KEY"] || undefined;
  return [
    ...(origin !== undefined && origin !== url
      ? [`ISOGATE_URL is ${origin} and takes precedence while it is set.`]
      : []),
    ...(other !== undefined && other !== key
      ? ["ISOGATE_API_KEY has another key, which takes precedence while it is set."]
      : []),
  ];
}

export const logout: Command = {
  name: "logout",
  summary: "Delete the stored key of a gateway",
  details: ["The gateway is the one in use, or --url. The key itself stays valid: isogate keys revoke ID revokes it."],
  examples: [
    { line: "isogate logout", why: "the gateway in use" },
    { line: "isogate logout --url https://gateway.example", why: "another gateway" },
  ],
  async run(cli) {
    const path = loginsPath(cli.environment);
    const read = await readLogins(path);
    if (!read.ok) return { message: read.error, exit: 1 };
    const { current, gateways } = read.value;
    const { url } = cli.gateway;
    if (!Object.hasOwn(gateways, url)) {
      const known = Object.keys(gateways).join(", ");
      const where = known === "" ? "nor at any other gateway" : `but at ${known}`;
      return { message: `You are not logged in at ${url}, ${where}.`, exit: 1 };
    }
    const { [url]: _forgotten, ...others } = gateways;
    const next = current !== undefined && current !== url ? { current } : {};
    await writeLogins(path, { ...next, gateways: others });
    if (cli.wantsJson) printJson(cli, { url });
    else cli.out(`Deleted the stored key for ${url}. The gateway accepts the key until it is revoked.\n`);
    return 0;
  },
};
