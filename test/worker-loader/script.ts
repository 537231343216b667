/** Scripts through the loader's public functions: prepared here, run in a real isolate, their outcome as plain data. */
import { env } from "cloudflare:workers";
import { DEFAULT_LIMITS, createTranspile, prepareScript, run } from "../../worker-loader/index.ts";
import type { CallFailure, CallReply, Language, RunError, ToolCall } from "../../worker-loader/index.ts";

const { LOADER, ASSETS } = env as unknown as { LOADER: WorkerLoader; ASSETS: Fetcher };

export const transpile = createTranspile(LOADER, "test", (name) => ASSETS.fetch(`https://assets/transpiler/${name}`));

export interface Ran {
  readonly value?: unknown;
  readonly error?: RunError;
  readonly logs?: readonly string[];
}

export interface Given {
  readonly language?: Language;
  readonly input?: unknown;
}

/** Runs a script with the servers `github` and `linear`; `input` is `{ a: 21, items: [1, 2, 3] }` unless given. */
export async function runScript(code: string, { language, input }: Given = {}): Promise<Ran> {
  const prepared = await prepareScript(code, language, transpile);
  if (!prepared.ok) return { error: prepared.error };
  const outcome = await run({
    loader: LOADER,
    owner: "test",
    script: prepared.script,
    servers: ["github", "linear"],
    input: JSON.stringify(input ?? { a: 21, items: [1, 2, 3] }),
    host: { call },
    limits: DEFAULT_LIMITS,
  });
  if (!outcome.ok) return { error: outcome.error, logs: outcome.logs };
  const { value, logs } = outcome;
  return { ...(value !== undefined && { value: JSON.parse(value) as unknown }), logs };
}

/** What is wrong with a script, before anything runs. */
export async function prepareError(code: string, language?: Language): Promise<RunError | undefined> {
  const prepared = await prepareScript(code, language, transpile);
  return prepared.ok ? undefined : prepared.error;
}

/** Answers with what was called; the tool `fail` fails, with the properties of a failure among its arguments if there are some, and `query` knows no arguments. */
async function call({ server, tool, args }: ToolCall): Promise<CallReply> {
  if (tool === "fail") {
    const given = JSON.parse(args) as Partial<CallFailure>;
    return { ok: false, error: { code: "TOOL_ERROR", message: "the disk is full", ...given, server, tool } };
  }
  if (tool === "query") {
    return { ok: false, error: { code: "INVALID_ARGS", message: "args.query is no argument.", server, tool } };
  }
  return { ok: true, value: JSON.stringify({ called: `${server}.${tool}`, args: JSON.parse(args) as unknown }) };
}
