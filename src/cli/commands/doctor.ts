import type { Check, Examination } from "../../contract/doctor.ts";
import { askAndPrint } from "../ask-and-print.ts";
import type { Cli } from "../cli.ts";
import type { Command } from "../command.ts";
import { printable } from "../printable.ts";

export const doctor: Command = {
  name: "doctor",
  summary: "Check the gateway's configuration; print each problem and its fix",
  details: [
    "Checks each upstream, secret, binding and limit, and prints problems first. Exit status 1 if there is a problem.",
  ],
  options: { all: { summary: "also print checks without a problem" } },
  examples: [
    { line: "isogate doctor", why: "problems and warnings" },
    { line: "isogate doctor --all", why: "all checks" },
  ],
  run: (cli, { options }) =>
    askAndPrint<Examination>(
      cli,
      "doctor",
      {},
      ({ checks }) => report(cli, checks, options.has("all")),
      ({ ok }) => ok,
    ),
};

function report(cli: Cli, checks: readonly Check[], isAll: boolean): string {
  const { paint } = cli;
  const shown = [
    { state: "problem", mark: paint.bad("problem") },
    { state: "warning", mark: "note   " },
    ...(isAll ? [{ state: "ok", mark: paint.good("ok     ") }] : []),
  ];
  const lines = shown.flatMap(({ state, mark }) =>
    checks
      .filter((check) => check.state === state)
      .map(({ of, name, message }) => `${mark}  ${of} ${printable(name)}: ${printable(withoutName(message, name))}`),
  );
  const count = checks.filter(({ state }) => state === "problem").length;
  const sum = count === 0 ? "No problem was found." : `${count} ${count === 1 ? "problem" : "problems"}.`;
  return [...lines, `${cli.gateway.url}: ${checks.length} checks. ${sum}`, ""].join("\n");
}

/** Removes the name from the start of a message that is printed after the name. */
function withoutName(message: string, name: string): string {
  return message.startsWith(`${name} `) ? message.slice(name.length + 1) : message;
}
