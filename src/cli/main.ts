/** The entry of the `isogate` command, called by bin/isogate.mjs: runs a command line and returns its exit status. */
import { randomBytes } from "node:crypto";
import process from "node:process";
import { chooseGateway } from "./choose-gateway.ts";
import type { Cli } from "./cli.ts";
import { COMMANDS } from "./commands.ts";
import type { Invocation, Command, Ended } from "./command.ts";
import { helpOf } from "./help.ts";
import { loginsPath, readLogins } from "./logins.ts";
import { paintFor } from "./paint.ts";
import { parseCommandLine } from "./parse-args.ts";
import { printable, printableLines } from "./printable.ts";
import { messageOf } from "../lib/message-of.ts";

const NARROW = 80;

/** @param version the version of the package */
export async function main(argv: readonly string[], version: string): Promise<number> {
  // A closed pipe, as in `isogate … | head`, is not a failure.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));
  const parsed = parseCommandLine(argv, COMMANDS);
  switch (parsed.kind) {
    case "help":
      process.stdout.write(helpOf(parsed.of, COMMANDS));
      return 0;
    case "version":
      process.stdout.write(`${version}\n`);
      return 0;
    case "wrong":
      return fail(parsed.message, 2);
    case "command":
      return runCommand(parsed.command, parsed.invocation, version);
  }
}

async function runCommand(command: Command, invocation: Invocation, version: string): Promise<number> {
  const environment = process.env;
  const read = await readLogins(loginsPath(environment));
  if (!read.ok) return fail(read.error, 1);
  const given = invocation.options.get("key");
  // `isogate login --key -` reads the key itself.
  const named = { url: invocation.options.get("url"), key: given === "-" ? undefined : given, environment };
  const chosen = chooseGateway(named, read.value);
  if (!chosen.ok) return fail(chosen.problem, 2);
  const { url, key } = chosen;
  const client = `isogate-cli/${version} (${randomBytes(6).toString("hex")})`;
  const { stdout, stderr } = process;
  const cli: Cli = {
    gateway: { url, client, ...(key !== undefined && { key }) },
    wantsJson: invocation.options.has("json") || !stdout.isTTY,
    isJsonRequested: invocation.options.has("json"),
    isErrorTerminal: stderr.isTTY,
    width: stdout.columns || NARROW,
    paint: paintFor(stdout.isTTY, environment),
    paintError: paintFor(stderr.isTTY, environment),
    out: (text) => void stdout.write(stdout.isTTY ? printableLines(text) : text),
    err: (text) => void stderr.write(printableLines(withoutKey(text, key))),
    environment,
  };
  let ended: Ended;
  try {
    ended = await command.run(cli, invocation);
  } catch (error) {
    // A local failure, such as a directory that is not writable or a full disk.
    ended = { message: messageOf(error), exit: 1 };
  }
  if (typeof ended === "number") return ended;
  return fail(withoutKey(ended.message, key), ended.exit);
}

function fail(message: string, exit: 1 | 2): number {
  const { bad } = paintFor(process.stderr.isTTY, process.env);
  process.stderr.write(`${bad("isogate:")} ${printable(message)}\n`);
  return exit;
}

function withoutKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(key, "[key]");
}
