/** Prints help for a command, a group of commands or the whole program, from the declarations of the commands. */
import type { Command, Option, Positional } from "./command.ts";
import { GLOBAL_OPTIONS, optionsOf } from "./parse-args.ts";

const ABOUT = `The isogate command uses an Isogate gateway: run scripts, inspect runs, and manage scripts, schedules, keys and upstreams.

Usage  isogate COMMAND [ARGUMENTS] [OPTIONS]`;

const START = `Start
  isogate code exec --code "1 + 1"          run a script on the gateway that npm start started
  isogate search "create an issue"          find tools for a script
  isogate runs tail                         watch runs live
  isogate login --url https://GATEWAY       use a deployed gateway from now on (asks for a key)

On a terminal commands print tables; piped, or with --json, they print JSON.
Exit status: 0 success, 1 failure, 2 wrong arguments. isogate COMMAND --help has examples.`;

/** @param of the name of a command or of a group of commands, or "" for all commands */
export function helpOf(of: string, commands: readonly Command[]): string {
  const command = commands.find(({ name }) => name === of);
  if (command) return commandHelp(command);
  const shown = commands.filter(({ name }) => of === "" || name.startsWith(`${of} `));
  const list = section(
    of === "" ? "Commands" : `isogate ${of}`,
    shown.map(({ name, positionals = [], summary }) => [[name, ...positionals.map(placeholder)].join(" "), summary]),
  );
  if (of === "")
    return `${ABOUT}\n\n${list}\n\n${optionSection("Options of every command", GLOBAL_OPTIONS)}\n\n${START}\n`;
  const examples = shown.flatMap((one) => one.examples.slice(0, 1)).map(({ line, why }) => [line, why] as const);
  return `${list}\n\n${section("Examples", examples)}\n\nisogate ${of} COMMAND --help shows the options of a command.\n`;
}

function commandHelp(command: Command): string {
  const { name, summary, details = [], positionals = [], options = {}, examples } = command;
  const usage = ["isogate", name, ...positionals.map(placeholder), "[OPTIONS]"].join(" ");
  const others = Object.entries(optionsOf(command)).filter(([option]) => !Object.hasOwn(options, option));
  return [
    `${summary}\n\nUsage  ${usage}`,
    ...(details.length > 0 ? [details.join("\n")] : []),
    ...(Object.keys(options).length > 0 ? [optionSection("Options", options)] : []),
    optionSection("Options of every command", Object.fromEntries(others)),
    `${section(
      "Examples",
      examples.map(({ line, why }) => [line, why]),
    )}\n`,
  ].join("\n\n");
}

function placeholder({ name, isOptional, isMany }: Positional): string {
  const word = isMany === true ? `${name} …` : name;
  return isOptional === true ? `[${word}]` : word;
}

function optionSection(title: string, options: Readonly<Record<string, Option>>): string {
  return section(
    title,
    Object.entries(options).map(([name, { short, value, summary, check }]) => [
      `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`,
      check?.kind === "choice" ? `${summary}: ${check.of.join(", ")}` : summary,
    ]),
  );
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(44, Math.max(...rows.map(([left]) => left.length)));
  const lines = rows.map(([left, right]) =>
    left.length > width ? `  ${left}\n  ${" ".repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`,
  );
  return [title, ...lines].join("\n");
}
