/**
 * Checks a document and reports all mistakes at once, each with its place and what to write instead. A document with a mistake is refused
 * as a whole: a rule that cannot be read might have been the one that denies.
 */
import { parseJsonc } from "../../lib/jsonc.ts";
import { policySchema, type PolicyDocument } from "./document.ts";
import { meaningProblems } from "./meaning-problems.ts";
import {
  MAX_CONDITIONS,
  MAX_DOCUMENT_CHARS,
  MAX_PATTERNS,
  MAX_PROBLEMS,
  MAX_DOCUMENT_DEPTH,
} from "../values/policy-bounds.ts";
import { pointer, shown, type PolicyProblem } from "./problem.ts";
import { shapeProblems } from "./shape-problems.ts";
import { isOwnTool } from "../values/tool-pattern.ts";
import { isRecord } from "../../lib/is-record.ts";
import { patternsOf } from "./named-tools.ts";
import { ruleProperties } from "./rule-properties.ts";

type Validation =
  | { readonly ok: true; readonly document: PolicyDocument; readonly warnings: readonly PolicyProblem[] }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/** @param value parsed JSON, or its text, which may have comments as policy.json may; never throws */
export function validatePolicy(value: unknown): Validation {
  if (typeof value === "string") return validateText(value);
  const tooDeep = depthProblem(value);
  if (tooDeep !== undefined) return { ok: false, problems: [tooDeep] };
  if ((JSON.stringify(value) ?? "").length > MAX_DOCUMENT_CHARS) return { ok: false, problems: [TOO_LONG] };
  const { conditions, patterns } = countParts(value);
  if (conditions > MAX_CONDITIONS)
    return {
      ok: false,
      problems: [whole(`It has more than ${MAX_CONDITIONS} conditions.`, "Merge rules with globs.")],
    };
  if (patterns > MAX_PATTERNS)
    return {
      ok: false,
      problems: [whole(`It has more than ${MAX_PATTERNS} regular expressions.`, "Join them with |, or use in.")],
    };
  const problems = firstOf(problemsOf(value));
  if (problems.length > 0) return { ok: false, problems };
  const document = policySchema.parse(value);
  return {
    ok: true,
    document,
    warnings: [...warningsOf(document), ...slashedPatterns(document), ...emptyLabels(document)],
  };
}

function validateText(text: string): Validation {
  if (text.length > MAX_DOCUMENT_CHARS) return { ok: false, problems: [TOO_LONG] };
  const parsed = parseJsonc(text);
  if (!parsed.ok) return { ok: false, problems: [whole(`It ${parsed.error}.`, "Correct the JSON.")] };
  const { value } = parsed;
  return typeof value === "string"
    ? {
        ok: false,
        problems: [whole("A policy is an object, not a text.", 'Write {"version": "1", "default": "deny"}.')],
      }
    : validatePolicy(value);
}

function warningsOf({ default: otherwise, tools = {}, preset }: PolicyDocument): readonly PolicyProblem[] {
  const names = Object.keys(tools);
  const warnings: PolicyProblem[] = names
    .filter((name) => !name.includes(".") && name !== "*" && !isOwnTool(name))
    .slice(0, MAX_PROBLEMS)
    .map((name) => ({
      path: pointer(["tools", name]),
      message: `${shown(name)} stands for ${shown(`*.${name}`)}: ${name.includes("*") ? "such tools of every server" : "the tool of that name on every server that has one"}.`,
      fix: name.includes("*")
        ? `Write ${shown(`server.${name}`)} for those of one server, or ${shown(`${name}.*`)} if it is the name of a server.`
        : `Write ${shown(`server.${name}`)} to name one.`,
    }));
  if (otherwise === "deny" && preset === undefined && names.every(isOwnTool)) {
    warnings.push({
      path: "/default",
      message: "No tool of an upstream is listed, so every call of a script is denied.",
      fix: 'List tools under "tools", or write "default": "allow".',
    });
  }
  return warnings;
}

/** Found one by one: a caller that has seen enough of them takes no further one. */
function* problemsOf(value: unknown): Generator<PolicyProblem> {
  yield* shapeProblems(policySchema, value);
  yield* meaningProblems(value);
}

/** The first of them, each once. */
function firstOf(problems: Iterable<PolicyProblem>): readonly PolicyProblem[] {
  const first = new Map<string, PolicyProblem>();
  let found = 0;
  for (const problem of problems) {
    const name = `${problem.path}\n${problem.message}`;
    if (!first.has(name)) first.set(name, problem);
    found += 1;
    if (found >= MAX_PROBLEMS) break;
  }
  return [...first.values()];
}

const TOO_LONG = whole(`It has more than ${MAX_DOCUMENT_CHARS} characters.`, "Merge rules with globs.");

function whole(message: string, fix: string): PolicyProblem {
  return { path: "", message, fix };
}

/** In a literal, a slash of the pattern itself is escaped. */
const LITERAL = /^\/((?:[^/\\]|\\.)+)\/([dgimsuvy]*)$/s;

/**
 * Finds patterns written like a literal of JavaScript (`/etc/i`): their slashes and flags are part of the text that they match, so that a rule
 * with one forbids nothing. A path (`/etc/`, `/usr/bin/dig`) is a pattern as it is.
 *
 * @returns warnings, at most MAX_PROBLEMS
 */
function slashedPatterns(document: PolicyDocument): readonly PolicyProblem[] {
  const warnings: PolicyProblem[] = [];
  for (const { path, source } of patternsIn(document)) {
    if (warnings.length >= MAX_PROBLEMS) break;
    const meant = meantBy(source);
    if (meant === undefined) continue;
    const message = `The slashes of the pattern ${shown(source)}, and what follows them, are part of what it matches.`;
    warnings.push({ path: pointer(path), message, fix: `Write ${shown(meant)} if they are not part of the pattern.` });
  }
  return warnings;
}

function meantBy(source: string): string | undefined {
  const [, body = "", flags = ""] = LITERAL.exec(source) ?? [];
  // Without flags it may be a path; between slashes an anchor matches nothing.
  if (flags === "" && !body.startsWith("^") && !body.endsWith("$")) return undefined;
  return `${flags.includes("i") ? "(?i)" : ""}${body.replaceAll(String.raw`\/`, "/")}`;
}

interface Found {
  readonly path: readonly PropertyKey[];
  readonly source: string;
}

/** Values of the operator `regex`, and patterns of kinds of data. */
function* patternsIn(document: PolicyDocument): Generator<Found> {
  for (const { path, key, value, owner } of ruleProperties(document)) {
    if (key === "value" && owner["op"] === "regex" && typeof value === "string") yield { path, source: value };
  }
  for (const [kind, source] of Object.entries(document.patterns ?? {})) yield { path: ["patterns", kind], source };
}

/**
 * Finds labels without tools that a flow or a rule about data uses: it concerns nothing then.
 *
 * @returns warnings, at most MAX_PROBLEMS
 */
function emptyLabels(document: PolicyDocument): readonly PolicyProblem[] {
  const empty = Object.entries(document.labels ?? {}).filter(([, tools]) => tools.length === 0);
  if (empty.length === 0) return [];
  const users = new Map<string, readonly PropertyKey[]>();
  for (const { path, text } of patternsOf(document)) {
    const [part] = path;
    if ((part === "flows" || part === "data") && !users.has(text)) users.set(text, path);
  }
  return empty
    .flatMap(([label]): PolicyProblem[] => {
      const user = users.get(label);
      if (user === undefined) return [];
      const message = `The label ${shown(label)} has no tools, so it selects nothing at ${pointer(user)}.`;
      return [{ path: pointer(["labels", label]), message, fix: "Add tools to it." }];
    })
    .slice(0, MAX_PROBLEMS);
}

interface Place {
  readonly value: unknown;
  readonly path: readonly string[];
}

/**
 * Checks the depth of a document before any recursive reader gets it. Also finds `__proto__`, which the schema's records skip: the rule under
 * it would be ignored.
 */
function depthProblem(document: unknown): PolicyProblem | undefined {
  const open: Place[] = [{ value: document, path: [] }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, path } = place;
    if (value === null || typeof value !== "object") continue;
    if (path.length > MAX_DOCUMENT_DEPTH) {
      return {
        path: pointer(path.slice(0, 3)),
        message: `It has more than ${MAX_DOCUMENT_DEPTH} levels.`,
        fix: "Write the conditions with fewer levels of all, any and not.",
      };
    }
    for (const key of Object.keys(value)) {
      if (key === "__proto__") {
        return { path: pointer([...path, key]), message: "__proto__ cannot be a key.", fix: "Rename or remove it." };
      }
      open.push({ value: (value as Readonly<Record<string, unknown>>)[key], path: [...path, key] });
    }
  }
  return undefined;
}

interface PartCounts {
  /** An upper estimate: every object with a key that only conditions have is counted. */
  readonly conditions: number;
  /** Regular expressions, each of which is compiled. */
  readonly patterns: number;
}

function countParts(document: unknown): PartCounts {
  let conditions = 0;
  let patterns = isRecord(document) && isRecord(document["patterns"]) ? Object.keys(document["patterns"]).length : 0;
  const open: unknown[] = [document];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== "object") continue;
    if ("op" in value || "formerly" in value || "previous" in value || "since" in value || "not" in value)
      conditions += 1;
    if ("op" in value && value.op === "regex") patterns += 1;
    for (const part of Object.values(value)) open.push(part);
  }
  return { conditions, patterns };
}
