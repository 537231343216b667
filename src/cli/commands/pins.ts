/** The commands `pins list | accept | hold`. */
import type { PinView, PinsView } from "../../contract/pins.ts";
import { askAndPrint, segment } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { printable } from "../printable.ts";

export const pinsList: Command = {
  name: "pins list",
  summary: "List tools that are blocked until an admin accepts them, with the changes of their definitions",
  options: {
    all: { summary: "also accepted tools" },
    server: { summary: "only tools of this server", value: "SERVER" },
  },
  examples: [{ line: "isogate pins list | jq '.pins[] | select(.state == \"held\")'", why: "for a script" }],
  run: (cli, { options }) => {
    const server = options.get("server");
    const query = { ...(!options.has("all") && { state: "held" }), ...(server !== undefined && { server }) };
    return askAndPrint<PinsView>(cli, "pins", { query }, ({ mode, pins, more }) => {
      if (mode === "off") return 'Pinning is off. Set "pins": "baseline" in gateway.json to check tool definitions.\n';
      if (pins.length === 0) return "No tool is held.\n";
      return [...pins.map(pinText), ...more.map(moreText)].map((text) => `${text}\n`).join("\n");
    });
  },
};

function decide(decision: "accept" | "hold", summary: string): Command {
  return {
    name: `pins ${decision}`,
    summary,
    positionals: [{ name: "SERVER" }, { name: "TOOL" }],
    options: { hash: { summary: "hash of the definition, as isogate pins list shows it", value: "HASH" } },
    examples: [{ line: `isogate pins ${decision} github create_issue`, why: "the definition that pins list shows" }],
    run: (cli, { positionals: [server, tool], options }) => {
      const hash = options.get("hash");
      const body = { decision, ...(hash !== undefined && { hash }) };
      const path = `pins/${segment(server)}/${segment(tool)}`;
      return askAndPrint<PinView>(cli, path, { method: "POST", body }, (pin) => `${pinText(pin)}\n`);
    },
  };
}

export const pinsAccept = decide("accept", "Accept the present definition of a held tool, so it can be called");
export const pinsHold = decide("hold", "Block a tool until it is accepted again");

function moreText({ server, count }: PinsView["more"][number]): string {
  return printable(`${server} has ${count} more tools. isogate pins list --server NAME lists the tools of one server.`);
}

/** As many as `--hash` needs. */
const SHOWN_HASH_CHARS = 32;

function pinText({ server, tool, hash, state, reason, former, findings, differences = [] }: PinView): string {
  const why = reason === undefined ? "" : ` (${reason}${former === undefined ? "" : `, was ${former}`})`;
  return [
    printable(`${server}.${tool}: ${state}${why} ${hash.slice(0, SHOWN_HASH_CHARS)}`),
    ...findings.map(({ severity, place, message }) => printable(`  ${severity} ${place}: ${message}`)),
    ...differences.flatMap(({ place, was, now }) => [
      printable(`  ${place}`),
      ...(was === undefined ? [] : [printable(`    - ${was}`)]),
      ...(now === undefined ? [] : [printable(`    + ${now}`)]),
    ]),
  ].join("\n");
}
