/**
 * Checks a document and reports all mistakes at once, each with its place and what to write instead. A document with a mistake is refused
 * as a whole: a rule that cannot be read might have been the one that denies.
 */
import { parseJsonc } from "../../lib/jsonc.ts";
import { countParts, depthProblem } from "./document-size.ts";
import { policySchema, type PolicyDocument } from "./document.ts";
import { emptyLabels } from "./empty-labels.ts";
import { meaningProblems } from "./meaning-problems.ts";
import { MAX_CONDITIONS, MAX_DOCUMENT_CHARS, MAX_PATTERNS, MAX_PROBLEMS } from "../values/policy-bounds.ts";
import { pointer, shown, type PolicyProblem } from "./problem.ts";
import { shapeProblems } from "./shape-problems.ts";
import { slashedPatterns } from "./slashed-patterns.ts";
import { isOwnTool } from "../values/tool-pattern.ts";

export type Validation =
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
