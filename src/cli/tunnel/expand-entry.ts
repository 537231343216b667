/**
 * Replaces references to variables in the command, the arguments and the environment of a local process. A process never gets the text of a
 * reference: one that names no variable, or one that is not set, keeps its entry from being started. Braces inside `${…}` belong to a program
 * in an argument, which is left as it is.
 */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseEnv } from "node:util";
import { secretOfInput } from "../../config/secret-references.ts";
import type { ProcessEntry } from "./process-entry.ts";
import type { Result } from "../../lib/result.ts";

export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * `${NAME}`, `${env:NAME}` and `${input:name}` as VS Code writes them, `${NAME:-default}` as Claude Code does; also a name that is not closed, at the end of the text
 * or before a blank or a quote.
 */
const REFERENCE = /\$\{([^{}]{0,200})\}|\$\{(?:env:)?[A-Za-z_][A-Za-z0-9_]{0,199}(?=$|[\s"'`])/g;
const READABLE = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-([^]*))?$/;
/** `$NAME` counts as a reference only where it is the whole text: inside an argument it may be meant for a shell. */
const WHOLE = /^\$([A-Za-z_][A-Za-z0-9_]*)$/;

/** @returns variables of the environment and, before them, of the .dev.vars beside the file */
export async function variablesFor(file: string): Promise<Variables> {
  const text = await readFile(join(dirname(file), ".dev.vars"), "utf8").catch(() => "");
  return { ...process.env, ...parseEnv(text) };
}

export function expandEntry(entry: ProcessEntry, variables: Variables): Result<ProcessEntry, string> {
  const missing = new Set<string>();
  const unreadable = new Set<string>();
  const substituted = new Set<string>();
  const valueOf = (name: string, otherwise: string | undefined): string => {
    const own = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = own === undefined || own === "" ? otherwise : own;
    if (value === undefined) missing.add(name);
    else substituted.add(value);
    return value ?? "";
  };
  const expand = (text: string): string => {
    const [, whole] = WHOLE.exec(text) ?? [];
    if (whole !== undefined) return valueOf(whole, undefined);
    return text.replaceAll(REFERENCE, (reference, content: string | undefined) => {
      const [, name = secretOfInput(reference), otherwise] = READABLE.exec(content ?? "") ?? [];
      if (name !== undefined) return valueOf(name, otherwise);
      unreadable.add(reference);
      return "";
    });
  };
  const expanded = {
    ...entry,
    command: expand(entry.command),
    args: entry.args.map(expand),
    env: Object.fromEntries(Object.entries(entry.env).map(([key, value]) => [key, expand(value)])),
  };
  // Filled by `expand`.
  const value = { ...expanded, substituted: [...substituted] };
  if (unreadable.size > 0) {
    const message = `${entry.name} is not started: ${[...unreadable].join(", ")} is not the name of a variable. Write \${NAME}, and set NAME in .dev.vars or in the environment.`;
    return { ok: false, error: message };
  }
  if (missing.size > 0) {
    const [names, it] = [[...missing].join(", "), missing.size === 1 ? "it" : "them"];
    const message = `${entry.name} is not started: it needs ${names}. Set ${it} in .dev.vars beside the file, or in the environment.`;
    return { ok: false, error: message };
  }
  return { ok: true, value };
}
