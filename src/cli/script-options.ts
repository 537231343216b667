/** Options of all commands that run a script, and the request body that they form. */
import { wrongArguments, type Invocation, type Option } from "./command.ts";
import { durationMs } from "./duration.ts";
import { listOf } from "./parse-args.ts";
import { parseExact } from "../lib/exact-json.ts";
import { readTextFile } from "./read-text.ts";
import type { Result } from "../lib/result.ts";
import { messageOf } from "../lib/message-of.ts";
import type { Failure } from "./failure.ts";

const LANGUAGES = ["javascript", "typescript"];

export const SOURCE_OPTIONS = {
  code: { summary: "the script", value: "TEXT", short: "c" },
  file: { summary: "a file with the script; - is standard input", value: "PATH", short: "f" },
  script: { summary: "a saved script: NAME, or NAME@VERSION", value: "NAME", short: "s" },
  language: {
    summary: "language of the script; default by the file's name",
    value: "NAME",
    check: { kind: "choice", of: LANGUAGES },
  },
} as const satisfies Record<string, Option>;

export const INPUT_OPTIONS = {
  input: { summary: "value of `input` in the script, as JSON", value: "JSON", short: "i", check: { kind: "json" } },
  "input-file": { summary: "file with the input as JSON; - is standard input", value: "PATH" },
} as const satisfies Record<string, Option>;

export const LIMIT_OPTIONS = {
  timeout: {
    summary: "wall-clock limit, like 30s or 2m; a plain number is milliseconds; default 120s",
    value: "TIME",
    check: { kind: "duration", mostMs: 600_000 },
  },
  "max-tool-calls": {
    summary: "maximum number of tool calls; 0 means no limit",
    value: "N",
    check: { kind: "integer", min: 0 },
  },
  "max-parallel": {
    summary: "maximum number of calls in flight; default 8",
    value: "N",
    check: { kind: "integer", min: 1, max: 32 },
  },
  "allowed-servers": {
    summary: "servers that the script may call: a,b; default all",
    value: "LIST",
    check: { kind: "list" },
  },
} as const satisfies Record<string, Option>;

export interface ScriptSource {
  /** The part of a request's body that names the script. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Its text; absent for a saved script. */
  readonly source?: string;
}

/** Reads the source of a script: its text, or the name of a saved script. */
export async function sourceFrom({ options }: Invocation): Promise<Result<ScriptSource, Failure>> {
  const given = ["code", "file", "script"].filter((name) => options.has(name));
  if (given.length !== 1) {
    const which =
      given.length === 0 ? "none was given" : `${given.map((name) => `--${name}`).join(" and ")} were given`;
    return failed(`Give one of --code TEXT, --file PATH and --script NAME; ${which}.`);
  }
  const language = options.get("language");
  const script = options.get("script");
  if (script !== undefined) {
    return language === undefined
      ? { ok: true, value: { body: { script } } }
      : failed("--language is for --code and --file; a saved script has a language already.");
  }
  const path = options.get("file");
  const read = path === undefined ? undefined : await readTextFile("file", path);
  if (read?.ok === false) return read;
  const code = read?.value ?? options.get("code") ?? "";
  if (code.trim() === "") return failed("The script is empty.");
  const spoken = language ?? (/\.[mc]?ts$/.test(path ?? "") ? "typescript" : undefined);
  const body = { code, ...(spoken !== undefined && { language: spoken }) };
  return { ok: true, value: { source: code, body } };
}

export async function inputFrom({ options }: Invocation): Promise<Result<{ readonly input?: unknown }, Failure>> {
  const text = options.get("input");
  const path = options.get("input-file");
  if (text !== undefined && path !== undefined) return failed("Give --input or --input-file, not both.");
  if (path === "-" && options.get("file") === "-")
    return failed("Standard input is the script or the input, not both.");
  if (text !== undefined) return { ok: true, value: { input: parseExact(text) } };
  if (path === undefined) return { ok: true, value: {} };
  const read = await jsonFrom("input-file", path);
  return read.ok ? { ok: true, value: { input: read.value } } : read;
}

export async function jsonFrom(option: string, path: string): Promise<Result<unknown, Failure>> {
  const read = await readTextFile(option, path);
  if (!read.ok) return read;
  try {
    return { ok: true, value: parseExact(read.value) };
  } catch (error) {
    const why = messageOf(error);
    return failed(`--${option}: ${JSON.stringify(path)} is not JSON: ${why}`);
  }
}

/** @returns `{ options: … }` for the body of a run; an empty object if no limit is set */
export function limitsFrom({ options }: Invocation): { options?: Record<string, unknown> } {
  const timeout = options.get("timeout");
  const calls = options.get("max-tool-calls");
  const parallel = options.get("max-parallel");
  const servers = options.get("allowed-servers");
  const limits = {
    ...(timeout !== undefined && { timeout_ms: durationMs(timeout) }),
    ...(calls !== undefined && { max_tool_calls: Number(calls) }),
    ...(parallel !== undefined && { max_parallel: Number(parallel) }),
    ...(servers !== undefined && { allowed_servers: listOf(servers) }),
  };
  return Object.keys(limits).length === 0 ? {} : { options: limits };
}

function failed(message: string): Result<never, Failure> {
  return { ok: false, error: wrongArguments(message) };
}
