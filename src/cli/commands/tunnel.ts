import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { unreadable } from "../read-text.ts";
import type { UpstreamList } from "../../contract/upstreams.ts";
import type { Cli } from "../cli.ts";
import { wrongArguments, type Command, type Ended } from "../command.ts";
import { ask } from "../gateway-client.ts";
import { onInterrupt } from "../interrupt.ts";
import { printable } from "../printable.ts";
import type { ProcessEntry } from "../tunnel/process-entry.ts";
import { processEntries } from "../tunnel/process-entries.ts";

/** How long the connection and the local processes may take to close, in milliseconds. */
const MAX_CLOSE_MS = 2_000;

export const tunnel: Command = {
  name: "tunnel",
  summary: "Carry the local servers of a file to the gateway, until Ctrl-C",
  details: [
    'Each server with a command in FILE is offered under its name; gateway.json needs an entry { "type": "tunnel" } of that name.',
    "The connection is outgoing and is reopened when it is lost; answers produced while it was down are delivered after reconnecting.",
    "${NAME} in a command, its arguments and its environment is replaced by the variable NAME of .dev.vars beside FILE, or of the environment.",
    "The key needs full access to these servers only: isogate keys create NAME --servers a,b",
  ],
  positionals: [{ name: "FILE" }],
  examples: [
    { line: "isogate tunnel ~/.cursor/mcp.json", why: "the local servers that Cursor knows" },
    { line: "isogate tunnel laptop.json --key isk_…", why: "with a separate key" },
  ],
  hasJson: false,
  async run(cli, { positionals: [file = ""] }) {
    if (typeof WebSocket === "undefined") return { message: "isogate tunnel needs Node 22 or newer.", exit: 1 };
    const text = await readFile(file, "utf8").catch((error: unknown) => wrongArguments(unreadable(file, error)));
    if (typeof text !== "string") return text;
    // Loaded here, so that no other command waits for zod and the code that reads gateway.json.
    const { parseGatewayConfig } = await import("../../config/parse-gateway-config.ts");
    const read = parseGatewayConfig(text, null, file);
    if (!read.ok) return { message: read.problems.map((problem) => problem.text).join("\n"), exit: 1 };
    for (const { server, text: problem } of read.problems) if (server !== undefined) cli.err(`${printable(problem)}\n`);
    const written = processEntries(read.config.mcpServers);
    if (written.length === 0) return { message: `${file} has no server with a command.`, exit: 1 };
    const { expandEntry, variablesFor } = await import("../tunnel/expand-entry.ts");
    const variables = await variablesFor(file);
    const all = written.flatMap((entry) => {
      const expanded = expandEntry(entry, variables);
      if (expanded.ok) return expanded.value;
      cli.err(`${printable(expanded.error)}\n`);
      return [];
    });
    const listed = await ask<UpstreamList>(cli.gateway, "upstreams");
    if (!listed.ok) return listed.failure;
    const types = new Map(listed.value.upstreams.map(({ name, type }) => [name, type]));
    const carried = all.filter(({ name }) => types.get(name) === "tunnel");
    for (const { name } of all.filter((entry) => !carried.includes(entry))) {
      cli.err(`${printable(name)} is not carried: gateway.json needs "${printable(name)}": { "type": "tunnel" }.\n`);
    }
    if (carried.length === 0) return { message: "No server of the file can be carried.", exit: 1 };
    return carry(cli, carried);
  },
};

async function carry(cli: Cli, entries: readonly ProcessEntry[]): Promise<Ended> {
  const { LocalProcess } = await import("../tunnel/local-process.ts");
  const { TunnelConnection } = await import("../tunnel/connection.ts");
  const stopped = new AbortController();
  const interrupts = onInterrupt(() => stopped.abort());
  const log = (line: string): void => cli.err(`${printable(line)}\n`);
  const names = entries.map(({ name }) => name);
  const connection = new TunnelConnection({
    gateway: cli.gateway,
    id: randomUUID(),
    servers: names,
    signal: stopped.signal,
    onFrame: ({ server, session, message }) => processes.get(server)?.receive(session, message),
    onState: (state, why) =>
      log(
        state === "open"
          ? `${names.join(", ")}: carried to ${cli.gateway.url}`
          : `The tunnel was lost (${why}); it is being reopened.`,
      ),
  });
  const processes = new Map(
    entries.map((entry) => {
      const deliver = (session: string, message: Readonly<Record<string, unknown>>): void =>
        connection.send({ server: entry.name, session, message: { ...message } });
      return [entry.name, new LocalProcess(entry, deliver, log, () => connection.drained())];
    }),
  );
  try {
    await connection.run();
    return 0;
  } finally {
    interrupts.stop();
    for (const one of processes.values()) one.stop();
    // A connection that is cut without a word would keep the process for up to a minute. The timer alone keeps it no longer.
    setTimeout(() => process.exit(), MAX_CLOSE_MS).unref();
  }
}
