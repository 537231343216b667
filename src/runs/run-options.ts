/**
 * Parses the arguments of `execute_code`. Checked strictly: an unknown key or a wrong type is refused with the path, never
 * ignored, because an option that silently does nothing (`allowed_servers: "github"`) is a hole.
 */
import * as z from "zod";
import type { RunError } from "../../worker-loader/outcome.ts";
import { isRecord } from "../lib/is-record.ts";
import { issueText } from "../lib/issue-text.ts";
import { nearest } from "../lib/nearest.ts";
import { isDeeper } from "../lib/nesting.ts";
import { parseScriptReference } from "../saved-scripts/saved-script.ts";
import { MAX_CPU_MS, type GatewayConfig } from "../config/gateway-config.ts";
import { LIMIT_DEFAULTS } from "../config/limit-defaults.ts";
import { asValue, readInput } from "./input-text.ts";
import { tighterLimits } from "../schedules/run-limits.ts";
import type { RunLimits } from "../schedules/schedule.ts";
import type { Result } from "../lib/result.ts";
import { quote, shorten } from "../lib/shorten.ts";

/** The longest wall clock that a run may ask for. */
export const MAX_TIMEOUT_MS = 600_000;
/** The longest computing time that a request may ask for, unless gateway.json allows more. */
const MAX_REQUESTED_CPU_MS = 30_000;
/** Without a maximum, zod makes an issue for each item that is no text: two million zeros took all memory. */
const MAX_ALLOWED_SERVERS = 1_000;

const options = z.strictObject({
  timeout_ms: z.int().min(1).max(MAX_TIMEOUT_MS).optional().describe(`default ${LIMIT_DEFAULTS.timeout_ms}`),
  cpu_ms: z.int().min(1).max(MAX_REQUESTED_CPU_MS).optional().describe(`default ${LIMIT_DEFAULTS.cpu_ms}`),
  max_tool_calls: z.int().min(0).optional().describe("0 = no limit"),
  max_parallel: z.int().min(1).max(32).optional().describe(`calls in flight; default ${LIMIT_DEFAULTS.max_parallel}`),
  allowed_servers: z.array(z.string()).optional().describe("only these; empty = all"),
  dry_run: z.boolean().optional().describe("sends reads only"),
});

export const runRequestSchema = z.strictObject({
  code: z.string().optional().describe("the script"),
  script: z.string().optional().describe("or a saved one"),
  language: z.enum(["javascript", "typescript"]).optional(),
  // Any value of JSON is taken; advertised is what clients send, because strict ones refuse a schema without a type.
  input: z.unknown().optional().meta({ type: "object", additionalProperties: true }),
  options: options.optional(),
  resume: z.string().optional(),
  detach: z.boolean().optional(),
});

/** Runs of scripts in scripts say what their caller has, which gateway.json may have given. */
const acceptedOptions = options.extend({
  cpu_ms: z.int().min(1).max(MAX_CPU_MS).optional(),
  // Not advertised: a bound takes room in the context of every client.
  allowed_servers: z.array(z.string().max(512)).max(MAX_ALLOWED_SERVERS).optional(),
});

/**
 * NCP's tool takes its limit beside the code, and codemode-mcp's says `typescript: true`. Both are accepted and not advertised: a model
 * that reads the schema finds `options.timeout_ms` and `language`.
 */
const acceptedSchema = runRequestSchema
  .extend({
    options: acceptedOptions.optional(),
    timeout: z.int().min(1).max(300_000).optional(),
    typescript: z.boolean().optional(),
  })
  .refine(({ timeout, options: requested }) => timeout === undefined || requested?.timeout_ms === undefined, {
    path: ["timeout"],
    message: "options.timeout_ms is the same option; give one of them",
  })
  .refine(({ typescript, language }) => typescript === undefined || language === undefined, {
    path: ["typescript"],
    message: "language is the same option; give one of them",
  });

/** As of a value that a script returns. */
const MAX_INPUT_LEVELS = 200;

const TOO_DEEP: RunError = {
  code: "INVALID_ARGS",
  message: `input is nested more than ${MAX_INPUT_LEVELS} levels deep, which is the maximum.`,
};

export interface RunRequest {
  /** The script's text, or the name of a saved script. */
  readonly source: { readonly code: string } | { readonly name: string; readonly version?: number };
  readonly language?: "javascript" | "typescript";
  /** JSON text. */
  readonly input: string;
  /** Lines of log that say how the request was understood. */
  readonly remarks: readonly string[];
  readonly timeoutMs: number;
  readonly cpuMs: number;
  readonly maxToolCalls: number;
  readonly maxParallel: number;
  readonly allowedServers: readonly string[];
  /** Limits that the request set or was given; schedules that its script makes have them, too. */
  readonly limits: RunLimits;
  /** True if the client does not wait for the outcome. */
  readonly isDetached: boolean;
  /** Calls that are not known to be read-only are answered without being sent. */
  readonly isDryRun: boolean;
  /** The request itself said how many calls there may be. */
  readonly limitsCalls: boolean;
}

/** @param atMost upper bounds, whatever the request says @param isNested asked by a script, which says what it means */
export function parseRunRequest(
  value: unknown,
  defaults: GatewayConfig["limits"],
  atMost: RunLimits = {},
  isNested = false,
): Result<RunRequest, RunError> {
  const parsed = acceptedSchema.safeParse(value ?? {});
  if (!parsed.success) return { ok: false, error: describeIssues(parsed.error.issues, value) };
  const { input: given, timeout, typescript, options: requested = {} } = parsed.data;
  const language = typescript ? "typescript" : parsed.data.language;
  // Before it is written as JSON, which takes quadratic time for millions of levels.
  if (isDeeper(given, MAX_INPUT_LEVELS)) return { ok: false, error: TOO_DEEP };
  const input = isNested ? asValue(given) : readInput(given);
  const error = refusalOf(parsed.data, input.value) ?? cpuRefusal(requested.cpu_ms, defaults.cpu_ms);
  if (error !== undefined) return { ok: false, error };
  const source = readSource(parsed.data);
  if ("problem" in source) return { ok: false, error: { code: "INVALID_ARGS", message: source.problem } };
  const timeoutMs = requested.timeout_ms ?? timeout;
  return {
    ok: true,
    value: {
      source,
      ...(language && { language }),
      input: input.text,
      remarks: input.remark === undefined ? [] : [input.remark],
      ...boundsOf({ ...requested, timeout_ms: timeoutMs }, defaults, atMost),
      allowedServers: requested.allowed_servers ?? [],
      limits: tighterLimits({ ...requested, timeout_ms: timeoutMs }, atMost),
      isDetached: parsed.data.detach === true && !isNested,
      isDryRun: requested.dry_run === true,
      limitsCalls: (requested.max_tool_calls ?? 0) > 0,
    },
  };
}

function boundsOf(requested: z.output<typeof acceptedOptions>, defaults: GatewayConfig["limits"], atMost: RunLimits) {
  return {
    timeoutMs: narrower(requested.timeout_ms ?? defaults.timeout_ms ?? LIMIT_DEFAULTS.timeout_ms, atMost.timeout_ms),
    cpuMs: narrower(requested.cpu_ms ?? defaults.cpu_ms ?? LIMIT_DEFAULTS.cpu_ms, atMost.cpu_ms),
    maxToolCalls: requested.max_tool_calls ?? defaults.max_tool_calls ?? LIMIT_DEFAULTS.max_tool_calls,
    maxParallel: narrower(
      requested.max_parallel ?? defaults.max_parallel ?? LIMIT_DEFAULTS.max_parallel,
      atMost.max_parallel,
    ),
  };
}

function refusalOf(
  { options: requested, detach }: z.output<typeof acceptedSchema>,
  input: unknown,
): RunError | undefined {
  if (isDeeper(input, MAX_INPUT_LEVELS)) return TOO_DEEP;
  if (requested?.dry_run === true && detach === true) {
    const message =
      "options.dry_run: the answer of a dry run lists its calls, so a dry run cannot be detached. Remove detach.";
    return { code: "INVALID_OPTIONS", message };
  }
  return undefined;
}

function cpuRefusal(requested = 0, configured = 0): RunError | undefined {
  const max = Math.max(MAX_REQUESTED_CPU_MS, configured);
  if (requested <= max) return undefined;
  const message = `options.cpu_ms: at most ${max}; an admin can allow up to ${MAX_CPU_MS} with limits.cpu_ms in gateway.json.`;
  return { code: "INVALID_OPTIONS", message };
}

/** @returns the run that a request wants to go on with; undefined when it asks for another thing */
export function readResume(value: unknown): { readonly run: string } | { readonly error: RunError } | undefined {
  if (!isRecord(value) || value.resume === undefined || value.resume === "") return undefined;
  const parsed = runRequestSchema.safeParse(value);
  if (!parsed.success) return { error: describeIssues(parsed.error.issues, value) };
  const { resume: run = "", ...others } = parsed.data;
  const [other] = Object.entries(others).flatMap(([name, given]) => (given === "" ? [] : [name]));
  if (other === undefined && /^r_[0-9a-z]{10,60}$/.test(run)) return { run };
  const message =
    other === undefined
      ? `resume: ${quote(run)} is not the id of a run, like r_….`
      : `resume continues a run with its original options; leave out ${other}.`;
  return { error: { code: "INVALID_ARGS", message } };
}

function narrower(value: number, max: number | undefined): number {
  return max === undefined ? value : Math.min(value, max);
}

/** Some clients send an empty text for what was left out, so an empty text counts as absent. */
function readSource(given: z.output<typeof runRequestSchema>) {
  const { code = "", script = "" } = given;
  if ((code === "") === (script === "")) {
    const which =
      code !== ""
        ? "both were given"
        : given.code === "" && given.script === undefined
          ? "code is empty"
          : given.resume === ""
            ? "resume, which continues a run, is empty"
            : "neither was given";
    return { problem: `Give either code, or script with the name of a saved script; ${which}.` };
  }
  if (code !== "") return { code };
  return (
    parseScriptReference(script) ?? {
      problem: `script: ${quote(script)} is not a name like weekly_report or weekly_report@3.`,
    }
  );
}

const MAX_MESSAGE_CHARS = 2_000;

/** @returns what to write instead of an unknown key: one that it resembles, or the same key in the options, where it stands beside them */
function meantInstead(issue: z.core.$ZodIssue): string {
  if (issue.code !== "unrecognized_keys") return "";
  const misplaced = issue.path.length === 0 ? issue.keys.filter((key) => Object.hasOwn(options.shape, key)) : [];
  if (misplaced.length > 0) return `. Write ${misplaced.map((key) => `options.${key}`).join(", ")} instead`;
  const { shape } = issue.path.length === 0 ? runRequestSchema : options;
  const [meant] = nearest(issue.keys[0] ?? "", Object.keys(shape), 1);
  return meant === undefined ? "" : `. Did you mean ${JSON.stringify(meant)}?`;
}

function describeIssues(issues: readonly z.core.$ZodIssue[], given: unknown): RunError {
  const message = issues
    .slice(0, 5)
    .map((issue) => `${issueText(issue, given)}${meantInstead(issue)}`)
    .join("; ");
  const [root] = issues[0]?.path ?? [];
  const code =
    root === "language"
      ? "INVALID_LANGUAGE"
      : root === "options" || root === "timeout"
        ? "INVALID_OPTIONS"
        : "INVALID_ARGS";
  // A request can have names of megabytes.
  return { code, message: shorten(message, MAX_MESSAGE_CHARS) };
}
