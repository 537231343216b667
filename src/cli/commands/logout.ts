import { printJson } from "../cli.ts";
import type { Command } from "../command.ts";
import { loginsPath, readLogins, writeLogins } from "../logins.ts";

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
