/** Checks what a schema cannot say about `data` and `patterns`: kinds that do not exist, patterns that cannot be matched, keys without effect. */
import { asList, asRecord, isRecord } from "../../lib/is-record.ts";
import { DATA_KINDS } from "../../detection/kinds.ts";
import { intendedName, pointer, shown, type PolicyProblem } from "./problem.ts";
import { unknownLabels } from "./unknown-labels.ts";
import { compileRegex } from "../values/regex.ts";

/** Kinds of the document's own that a message names. */
const MAX_SHOWN_KINDS = 20;

type Fields = Readonly<Record<string, unknown>>;

/** @param document a value of any shape; what the schema refuses is ignored here */
export function* dataProblems(document: Fields, labels: ReadonlySet<string>): Generator<PolicyProblem> {
  const patterns = asRecord(document.patterns);
  const kinds: ReadonlySet<string> = new Set([...DATA_KINDS, ...Object.keys(patterns)]);
  for (const [kind, source] of Object.entries(patterns)) yield* patternProblems(kind, source);
  const rules = asList(document.data);
  for (const [index, rule] of rules.entries()) {
    if (!isRecord(rule)) continue;
    yield* ruleProblems(rule, index, kinds);
    for (const key of ["tools", "reveal"]) yield* unknownLabels(rule[key], ["data", index, key], labels);
  }
}

function patternProblems(kind: string, source: unknown): readonly PolicyProblem[] {
  const path = pointer(["patterns", kind]);
  if ((DATA_KINDS as readonly string[]).includes(kind)) {
    return [{ path, message: `${shown(kind)} is a kind that is recognized already.`, fix: "Give it another name." }];
  }
  if (typeof source !== "string" || source === "") return [];
  const pattern = compileRegex(source);
  if (typeof pattern === "string") {
    return [
      {
        path,
        message: `The pattern ${shown(source)} cannot be used: ${pattern}.`,
        fix: "Write a regular expression without look-around and back-references.",
      },
    ];
  }
  return pattern.test("", () => undefined)
    ? [
        {
          path,
          message: `The pattern ${shown(source)} matches the empty text.`,
          fix: "Let it match at least one character.",
        },
      ]
    : [];
}

function* ruleProblems(rule: Fields, index: number, kinds: ReadonlySet<string>): Generator<PolicyProblem> {
  const at = (...keys: readonly PropertyKey[]): string => pointer(["data", index, ...keys]);
  const named = asList(rule.kinds);
  for (const [place, kind] of named.entries()) {
    if (typeof kind !== "string" || kinds.has(kind)) continue;
    const meant = intendedName(kind, kinds);
    yield {
      path: at("kinds", place),
      message: `There is no kind ${shown(kind)}.`,
      fix:
        meant === undefined
          ? `Write one of ${[...kinds].slice(0, MAX_SHOWN_KINDS).join(", ")}, or add it to patterns.`
          : `Did you mean ${JSON.stringify(meant)}?`,
    };
  }
  if (rule.action === "tokenize" && rule.in !== undefined && rule.in !== "results") {
    yield {
      path: at("in"),
      message: "A rule that tokenizes looks at results; values in arguments come from the script itself.",
      fix: "Remove it, or add a rule with another action for arguments.",
    };
  }
  if (rule.reveal !== undefined && rule.action !== undefined && rule.action !== "tokenize") {
    yield {
      path: at("reveal"),
      message: `The action ${shown(rule.action)} makes no tokens that reveal could turn back.`,
      fix: 'Remove it, or write "action": "tokenize".',
    };
  }
  if (rule.on_deny !== undefined && rule.action !== undefined && rule.action !== "block") {
    yield {
      path: at("on_deny"),
      message: `The action ${shown(rule.action)} denies nothing.`,
      fix: 'Remove it, or write "action": "block".',
    };
  }
}
