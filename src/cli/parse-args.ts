/**
 * Parses the words after `isogate` into a command and its arguments, or into an error. Messages repeat what a person typed only
 * where it cannot be a key.
 */
import { parseArgs } from "node:util";
import { nearest } from "../lib/nearest.ts";
import { messageOf } from "../lib/message-of.ts";
import type { Invocation, Check, Command, Option } from "./command.ts";
import { durationMs } from "./duration.ts";
import { fromMcpProxy } from "./mcpproxy-words.ts";

/** Options that every command has. */
export const GLOBAL_OPTIONS: Readonly<Record<string, Option>> = {
  url: {
    summary: "address of the gateway; default: ISOGATE_URL, else the one you logged in to, else http://127.0.0.1:8787",
    value: "URL",
  },
  key: { summary: "API key; default: ISOGATE_API_KEY, else the one you logged in with", value: "KEY" },
  json: { summary: "print JSON even on a terminal" },
  help: { summary: "show this help", short: "h" },
};

type Parsed =
  | { readonly kind: "command"; readonly command: Command; readonly invocation: Invocation }
  /** The name of a command, of a group of commands ("runs"), or "" for all commands. */
  | { readonly kind: "help"; readonly of: string }
  | { readonly kind: "version" }
  | { readonly kind: "wrong"; readonly message: string };

export function parseCommandLine(given: readonly string[], commands: readonly Command[]): Parsed {
  const argv = fromMcpProxy(given);
  const [first, second] = argv;
  if (first === undefined || first === "--help" || first === "-h") return { kind: "help", of: "" };
  if (first === "--version" || first === "-V") return { kind: "version" };
  if (first === "help") return helpFor(argv.slice(1), commands);
  if (first.startsWith("-"))
    return wrong(`The command comes first, options after it: isogate COMMAND ${nameOf(first)} …`);
  const single = commands.find(({ name }) => name === first);
  if (single) return parseFor(single, argv.slice(1));
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length === 0) return unknownCommand(first, commands);
  const unknown = second?.startsWith("-") === true ? unknownGroupOption(first, second, group) : undefined;
  if (unknown !== undefined) return wrong(unknown);
  if (second === undefined || (second.startsWith("-") && second !== "--help" && second !== "-h"))
    return wrong(`isogate ${first} needs one of ${wordsOf(group).join(", ")}; isogate ${first} --help shows them.`);
  if (second === "--help" || second === "-h") return { kind: "help", of: first };
  const command = group.find(({ name }) => name === `${first} ${second}`);
  if (command) return parseFor(command, argv.slice(2));
  const hint = didYouMean(second, wordsOf(group)) ?? `Its commands are ${wordsOf(group).join(", ")}.`;
  return wrong(`isogate ${first} has no command ${shown(second)}. ${hint}`);
}

/** @returns undefined for an option that a command of the group has, or that all commands have */
function unknownGroupOption(name: string, given: string, group: readonly Command[]): string | undefined {
  const known = Object.assign({}, ...group.map(optionsOf)) as Readonly<Record<string, Option>>;
  const option = (given.split("=")[0] ?? given).replace(/^--?/, "");
  const isKnown = Object.hasOwn(known, option) || Object.values(known).some(({ short }) => short === option);
  if (isKnown) return undefined;
  const hint =
    didYouMean(
      option,
      Object.keys(known).map((one) => `--${one}`),
    ) ?? `isogate ${name} --help shows them.`;
  return `isogate ${name} has no option ${nameOf(given)}. ${hint}`;
}

export function optionsOf(command: Command): Readonly<Record<string, Option>> {
  const { json, ...others } = GLOBAL_OPTIONS;
  return { ...command.options, ...(command.hasJson !== false && json && { json }), ...others };
}

function helpFor(words: readonly string[], commands: readonly Command[]): Parsed {
  const of = words.join(" ");
  const isKnown = of === "" || commands.some(({ name }) => name === of || name.startsWith(`${of} `));
  return isKnown ? { kind: "help", of } : unknownCommand(of, commands);
}

function unknownCommand(word: string, commands: readonly Command[]): Parsed {
  const names = [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? name))];
  const hint = didYouMean(word, names) ?? "isogate --help lists the commands.";
  return wrong(`There is no command ${shown(word)}. ${hint}`);
}

function parseFor(command: Command, argv: readonly string[]): Parsed {
  const known = optionsOf(command);
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(known).map(([name, { value, short }]) => [
        name,
        { type: value === undefined ? "boolean" : "string", ...(short !== undefined && { short }) } as const,
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options = new Map<string, string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, value } = token;
    const problem =
      problemOf(command, known, token.rawName, name, value) ??
      (options.has(name) ? `--${name} is given twice.` : undefined);
    if (problem !== undefined) return wrong(problem);
    options.set(name, value ?? "");
  }
  if (options.has("help")) return { kind: "help", of: command.name };
  const problem = positionalProblem(command, positionals);
  return problem === undefined ? { kind: "command", command, invocation: { positionals, options } } : wrong(problem);
}

function problemOf(
  { name: command }: Command,
  known: Readonly<Record<string, Option>>,
  rawName: string,
  name: string,
  value: string | undefined,
): string | undefined {
  const option = Object.hasOwn(known, name) ? known[name] : undefined;
  if (option === undefined) {
    const hint =
      didYouMean(
        name,
        Object.keys(known).map((one) => `--${one}`),
      ) ?? `isogate ${command} --help shows its options.`;
    return `isogate ${command} has no option ${nameOf(rawName)}. ${hint}`;
  }
  if (option.value === undefined) return value === undefined ? undefined : `--${name} takes no value.`;
  // A negative number is a value; another option is not.
  if (value === undefined || /^--[a-z]/.test(value)) {
    return `--${name} needs a value: --${name} ${option.value}, or --${name}=${option.value} if it begins with a dash.`;
  }
  if (name === "key" && value === "-" && command !== "login") {
    return "--key - reads the key from standard input, which only isogate login does.";
  }
  return option.check && checkProblem(name, value, option.check);
}

function checkProblem(name: string, value: string, check: Check): string | undefined {
  switch (check.kind) {
    case "integer": {
      const { min, max } = check;
      const number = /^\d{1,15}$/.test(value) ? Number(value) : -1;
      if (number >= min && number <= (max ?? number)) return undefined;
      return `--${name} takes a whole number ${max === undefined ? `of ${min} or more` : `from ${min} to ${max}`}, not ${shown(value)}.`;
    }
    case "choice": {
      if (check.of.includes(value)) return undefined;
      return `--${name} takes one of ${check.of.join(", ")}, not ${shown(value)}. ${didYouMean(value, check.of) ?? ""}`.trimEnd();
    }
    case "list":
      return listOf(value).some((one) => one === "")
        ? `--${name} takes a list like a,b; ${shown(value)} has an empty entry.`
        : undefined;
    case "duration": {
      const ms = durationMs(value);
      if (ms !== undefined && ms >= 1 && ms <= check.mostMs) return undefined;
      return `--${name} takes a time like 500ms, 30s, 2m or a number of milliseconds, at most ${check.mostMs / 1_000}s; not ${shown(value)}.`;
    }
    case "json":
      try {
        JSON.parse(value);
        return undefined;
      } catch (error) {
        return `--${name} takes JSON, and the value is not JSON: ${messageOf(error)}. A text needs its quotes: --${name} '"text"'.`;
      }
  }
}

export function listOf(value: string): readonly string[] {
  return value.split(",").map((one) => one.trim());
}

function positionalProblem({ name, positionals: wanted = [] }: Command, given: readonly string[]): string | undefined {
  const missing = wanted.find((one, index) => one.isOptional !== true && given[index] === undefined);
  if (missing) return `isogate ${name} needs ${missing.name}; isogate ${name} --help has examples.`;
  if (wanted.at(-1)?.isMany === true || given.length <= wanted.length) return undefined;
  const takes = wanted.length === 0 ? "takes no arguments" : `takes ${wanted.map((one) => one.name).join(" ")} only`;
  return `isogate ${name} ${takes}; ${shown(given[wanted.length] ?? "")} is one too many.`;
}

function wordsOf(group: readonly Command[]): string[] {
  return group.map(({ name }) => name.split(" ")[1] ?? name);
}

function didYouMean(word: string, names: readonly string[]): string | undefined {
  const close = nearest(word, names);
  return close.length > 0 ? `Did you mean ${close.join(" or ")}?` : undefined;
}

/** The option's name without its value after "=", which may be a key. */
function nameOf(option: string): string {
  return shown(option.split("=")[0] ?? option);
}

/** A word that a message may repeat. A long word without blanks may be a key in the wrong position and is not repeated. */
function shown(word: string): string {
  return /\S{20}/.test(word) ? "(something long, not repeated here)" : JSON.stringify(word);
}

function wrong(message: string): Parsed {
  return { kind: "wrong", message };
}
