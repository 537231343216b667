/** Finds the script of a request: its own text, or a saved script, whose input is checked. */
import type { RunError } from "../../worker-loader/index.ts";
import type { Access } from "../auth/principal.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { scriptNotFound } from "../catalog/call-target.ts";
import type { ScriptSummary } from "../catalog/script-summary.ts";
import { checkInput } from "../saved-scripts/check-input.ts";
import { changedTools, type SavedScript } from "../saved-scripts/saved-script.ts";
import type { RunRequest } from "./run-options.ts";
import type { Result } from "../lib/result.ts";

/** A saved script as a durable run has called it first. */
export interface CalledScript extends BegunScript {
  readonly inputSchema?: SavedScript["inputSchema"];
}

/** The text that a run began with. */
export interface BegunScript {
  readonly code: string;
  readonly language?: "javascript" | "typescript";
  readonly saved?: { readonly name: string; readonly version: number };
}

export interface FoundScript extends CalledScript {
  /** Remarks on the script, which become the first lines of its log. */
  readonly remarks: readonly string[];
}

export interface ScriptStore {
  /** All saved scripts, for messages. */
  readonly summaries: readonly ScriptSummary[];
  get(name: string, version?: number): Promise<SavedScript | undefined>;
}

export async function findScript(
  { source, language, input }: RunRequest,
  store: ScriptStore,
  catalog: Catalog,
  access: Access,
): Promise<Result<FoundScript, RunError>> {
  if ("code" in source) {
    return { ok: true, value: { code: source.code, ...(language && { language }), remarks: [] } };
  }
  const script = await store.get(source.name, source.version);
  if (script === undefined) return { ok: false, error: missingScript(source, store.summaries) };
  const { name, version, code, inputSchema, tools } = script;
  if (language !== undefined && language !== (script.language ?? language)) {
    const message = `The saved script ${name} is ${script.language}; leave language out.`;
    return { ok: false, error: { code: "INVALID_LANGUAGE", message } };
  }
  const wrong = inputError(name, inputSchema, input);
  if (wrong) return { ok: false, error: wrong };
  const changes = await changedTools(catalog, tools, access);
  const known = script.language ?? language;
  return {
    ok: true,
    value: {
      code,
      ...(known && { language: known }),
      saved: { name, version },
      ...(inputSchema && { inputSchema }),
      remarks: changes.map((change) => `[isogate] ${change} since the script ${name} was saved (version ${version})`),
    },
  };
}

/**
 * A run goes on with the text that it began with: the saved script may have been changed or deleted meanwhile, and a person may have
 * approved calls of that text.
 */
export function resumedScript(
  { code, language, saved }: BegunScript,
  found: Result<FoundScript, RunError>,
): Result<FoundScript, RunError> {
  const remarks = found.ok && found.value.code === code ? found.value.remarks : [];
  return { ok: true, value: { code, ...(language && { language }), ...(saved && { saved }), remarks } };
}

/** A durable run uses the saved script's text as of its first call, even if the saved script was changed or removed since. */
export function calledScript(
  called: CalledScript,
  { source, input }: Pick<RunRequest, "source" | "input">,
  found: Result<FoundScript, RunError>,
): Result<FoundScript, RunError> {
  const wrong = "name" in source ? inputError(source.name, called.inputSchema, input) : undefined;
  return wrong ? { ok: false, error: wrong } : resumedScript(called, found);
}

function inputError(name: string, schema: SavedScript["inputSchema"], input: string): RunError | undefined {
  const wrong = schema && checkInput(schema, input);
  if (wrong === undefined) return undefined;
  const message = `The input of the script ${name} does not match its schema: ${wrong} Schema: ${JSON.stringify(schema).slice(0, 1_000)}`;
  return { code: "INVALID_ARGS", message };
}

export function missingScript(
  { name, version }: { readonly name: string; readonly version?: number },
  summaries: readonly ScriptSummary[],
): RunError {
  const names = summaries.map((one) => one.name);
  if (version !== undefined && names.includes(name)) {
    return { code: "SCRIPT_NOT_FOUND", message: `The script ${name} has no version ${version}.` };
  }
  return { code: "SCRIPT_NOT_FOUND", message: scriptNotFound(name, names) };
}
