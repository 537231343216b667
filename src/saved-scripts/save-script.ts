/** Turns a request to save a script into the script to store: reads its text, checks it, and finds the tools it uses. */
import { dialectExtensions } from "../../dialects/index.ts";
import type { PreparedScript } from "../../worker-loader/index.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ToolPath } from "../catalog/describe.ts";
import type { RestCode } from "../contract/error-codes.ts";
import type { ScriptChanges } from "../contract/scripts.ts";
import type { Result } from "../lib/result.ts";
import { schemaProblem } from "./check-input.ts";
import { prepareText, type TextContext } from "./prepare-text.ts";
import { usedTools, type NewScript, type Saved, type SavedScript } from "./saved-script.ts";

interface SaveError {
  readonly code: RestCode;
  readonly message: string;
}

/** The parts of a recorded run that a saved script needs. */
export interface RecordedRun {
  readonly script: string;
  readonly language?: "javascript" | "typescript" | undefined;
  /** Tools whose calls were sent. */
  readonly calls: readonly ToolPath[];
}

/** Calls that are looked at for the tools that a script relies on. */
export const MAX_RECORDED_CALLS = 500;

/** @param run undefined if there is no such run */
export function recordedRunOf(
  run: Omit<RecordedRun, "calls"> | undefined,
  calls: readonly (ToolPath & { readonly state: string })[] = [],
): RecordedRun | undefined {
  return run && { script: run.script, language: run.language, calls: calls.filter(({ state }) => state !== "refused") };
}

export interface SaveContext extends TextContext {
  readonly readRun: (id: string) => Promise<RecordedRun | undefined>;
  readonly store: (script: NewScript, base: number | undefined) => Promise<Saved>;
}

/** @param before the newest version, if there is one; the new version is based on it */
export async function saveScript(
  name: string,
  changes: ScriptChanges,
  before: SavedScript | undefined,
  context: SaveContext,
): Promise<Result<SavedScript, SaveError>> {
  const read = await readSource(changes, before, context);
  if (!read.ok) return read;
  const schema = changes.input_schema === undefined ? before?.inputSchema : (changes.input_schema ?? undefined);
  const wrongSchema = schema && schemaProblem(schema);
  if (wrongSchema !== undefined) return invalid(`input_schema cannot be used: ${wrongSchema}`);
  const { code, language, fromRun, calls } = read.value;
  const { catalog, servers } = context;
  const prepared = await prepareText(code, language, context);
  if (!prepared.ok) return invalid(prepared.error);
  const script: NewScript = {
    name,
    description: changes.description ?? before?.description ?? "",
    expose: changes.expose ?? before?.expose ?? "none",
    ...(schema && { inputSchema: schema }),
    code,
    ...(language && { language }),
    tools: await usedTools(catalog, [...prepared.value.calls, ...calls]),
    hasOtherTools: mayCallOthers(prepared.value, servers, catalog),
    ...(fromRun !== undefined && { fromRun }),
  };
  const saved = await context.store(script, before?.version);
  return saved.ok
    ? { ok: true, value: saved.script }
    : { ok: false, error: { code: "CONFLICT", message: saved.problem } };
}

interface Source {
  readonly code: string;
  readonly language: "javascript" | "typescript" | undefined;
  readonly fromRun: string | undefined;
  /** Tools that a run of the script has called. */
  readonly calls: readonly ToolPath[];
}

async function readSource(
  { code, run, language }: ScriptChanges,
  before: SavedScript | undefined,
  { readRun }: SaveContext,
): Promise<Result<Source, SaveError>> {
  if (code !== undefined && run !== undefined) return invalid("Give code or run, not both.");
  if (code !== undefined) return { ok: true, value: { code, language, fromRun: undefined, calls: [] } };
  if (run === undefined) {
    if (before === undefined) return invalid("Give the script as code, or the run whose script is to be saved.");
    const { code: text, fromRun, tools } = before;
    return { ok: true, value: { code: text, language: language ?? before.language, fromRun, calls: tools } };
  }
  const recorded = await readRun(run);
  if (recorded === undefined) return { ok: false, error: { code: "NOT_FOUND", message: `There is no run ${run}.` } };
  if (recorded.script.includes("[redacted]")) {
    const message = `The script of ${run} contained a secret, which was not recorded. Save its text without the secret.`;
    return { ok: false, error: { code: "NOT_REPLAYABLE", message } };
  }
  const { script, calls } = recorded;
  return { ok: true, value: { code: script, language: language ?? recorded.language, fromRun: run, calls } };
}

/**
 * @returns true if the script may call tools that its text does not show: by other scripts, by functions of a dialect that take any
 * name, by a server object it passes on, or on a server that was not listed
 */
function mayCallOthers(
  { calls, mentions, otherNames }: PreparedScript,
  servers: readonly string[],
  catalog: Catalog,
): boolean {
  const listed = catalog.servers.map(({ identifier }) => identifier);
  return (
    ["scripts", ...dialectExtensions.none.flatMap(({ names }) => names)].some((name) => mentions.has(name)) ||
    servers.some((name) => otherNames.has(name)) ||
    calls.some(({ server }) => servers.includes(server) && !listed.includes(server)) ||
    // A request by method and path may be any tool of the server.
    calls.some(({ tool }) => tool === "request")
  );
}

function invalid(message: string): { readonly ok: false; readonly error: SaveError } {
  return { ok: false, error: { code: "INVALID_REQUEST", message } };
}
