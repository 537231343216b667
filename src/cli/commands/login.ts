import process from "node:process";
import { printJson } from "../cli.ts";
import type { Cli } from "../cli.ts";
import { wrongArguments } from "../command.ts";
import type { Command } from "../command.ts";
import { chooseGateway } from "../choose-gateway.ts";
import { ask } from "../gateway-client.ts";
import { loginsPath, readLogins, writeLogins } from "../logins.ts";
import { readStandardInput } from "../read-text.ts";
import { readSecret } from "../read-secret.ts";

export const login: Command = {
  name: "login",
  summary: "Use a gateway from now on, with a key",
  details: [
    "A terminal prompts for the key without showing it; otherwise it is read from standard input, from ISOGATE_API_KEY or from --key (which",
    "others on this machine can see in the list of processes). The key is tested, then stored in a file that only you can read.",
  ],
  examples: [
    { line: "isogate login --url https://isogate.example.workers.dev", why: "asks for the key" },
    { line: "isogate login --url https://gateway.example < key.txt", why: "takes it from a file" },
    { line: "isogate login --url http://127.0.0.1:8787", why: "the local gateway again; an open one needs no key" },
  ],
  async run(cli, { options }) {
    const { url } = cli.gateway;
    const given = options.get("key") ?? (cli.environment["ISOGATE_API_KEY"] || undefined);
    const typed =
      given ?? (process.stdin.isTTY ? await readSecret(`Key for ${url} (empty: none): `) : await readStandardInput());
    const key = typed?.trim();
    if (key === undefined) return 130;
    const chosen = chooseGateway({ url, key: key === "" ? undefined : key, environment: {} }, { gateways: {} });
    if (!chosen.ok) return wrongArguments(chosen.problem);
    const gateway = { client: cli.gateway.client, url, ...(chosen.key !== undefined && { key: chosen.key }) };
    const answered = await ask(gateway, "health");
    if (!answered.ok) {
      if (answered.status !== 403) return answered.failure;
      const next = `A setup token is for the first key only: isogate keys create NAME --setup-token TOKEN --url ${url}`;
      return { ...answered.failure, message: `${answered.failure.message}\n${next}` };
    }
    return store(cli, chosen.url, chosen.key);
  },
};

async function store(cli: Cli, url: string, key: string | undefined) {
  const path = loginsPath(cli.environment);
  const read = await readLogins(path);
  if (!read.ok) return { message: read.error, exit: 1 } as const;
  const gateways = { ...read.value.gateways, [url]: key === undefined ? {} : { key } };
  await writeLogins(path, { current: url, gateways });
  if (cli.wantsJson) printJson(cli, { url, has_key: key !== undefined, file: path });
  else cli.out(`${url} is the gateway from now on${key === undefined ? ", without a key" : ""} (${path}).\n`);
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
      ? [`ISOGATE_URL names ${origin}, and comes first while it is set.`]
      : []),
    ...(other !== undefined && other !== key
      ? ["ISOGATE_API_KEY has another key, which comes first while it is set."]
      : []),
  ];
}
