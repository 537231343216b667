/**
 * Checks a value against a JSON Schema (drafts 4 to 2020-12) by interpretation and within a budget: the schema is an upstream's, the
 * value a script's, and nothing can interrupt the check. No library bounds the cost of a check: those that work without `eval` run
 * `pattern` and `format` on the platform's engine, compare `uniqueItems` pairwise, and follow doubling `$ref`s to the end.
 *
 * A keyword of the wrong type counts as absent. A part that cannot be used (a `$ref` without a target, a pattern with a lookahead) leaves
 * the verdict open where it would decide, and is listed in `remarks`.
 */
import { isRecord } from "../../lib/is-record.ts";
import { MAX_SCHEMA_NODES } from "../../limits/check-limits.ts";
import { CheckRun, CheckTooCostly, both, type SchemaProblem, type Verdict } from "./check-run.ts";
import { combinationRules, merge, newSeen } from "./combination-rules.ts";
import { listRule, objectRule, presenceRule, unevaluatedRule, type Check } from "./list-rules.ts";
import { References, referenceOf } from "./references.ts";
import { quote, shorten } from "../../lib/shorten.ts";
import { constRule, enumRule, numberRule, textRule, typeRule, type Words } from "./value-rules.ts";

type Checked =
  | { readonly ok: true }
  | { readonly ok: false; readonly problems: readonly SchemaProblem[] }
  /** The check would exceed its budget. */
  | { readonly ok: "unknown"; readonly why: string };

const MAX_REMARKS = 3;

export class SchemaChecker {
  readonly #references: References;
  readonly #checks = new Map<object, Check>();
  readonly #targets = new Map<string, Check>();
  readonly #waiting: (() => void)[] = [];
  readonly #remarks = new Set<string>();
  readonly #check: Check;

  constructor(schema: unknown) {
    this.#references = new References(schema);
    this.#check = this.#checkOf(schema);
    // Subschemas are compiled one after the other, so that the depth of the schema does not become depth of the stack.
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) next();
    this.#targets.clear();
    const tried = this.check({}, 0);
    if (tried.ok === "unknown") {
      this.#remark(`nothing is checked: an empty object already ${tried.why}`);
      this.#check = ALWAYS;
    }
  }

  /** The first few parts of the schema that cannot be used, with the reasons. */
  get remarks(): readonly string[] {
    return [...this.#remarks];
  }

  /** @param chars approximate length of the value's JSON text; larger values have a larger budget */
  check(value: unknown, chars: number): Checked {
    const run = new CheckRun(chars);
    try {
      const verdict = this.#check(value, run);
      return verdict === "unfit" ? { ok: false, problems: run.problems } : { ok: true };
    } catch (error) {
      if (error instanceof CheckTooCostly) return { ok: "unknown", why: error.message };
      throw error;
    }
  }

  #remark(text: string): void {
    if (this.#remarks.size < MAX_REMARKS) this.#remarks.add(text);
  }

  readonly #checkOf = (schema: unknown): Check => {
    if (schema === false) return NEVER;
    if (!isRecord(schema)) return ALWAYS;
    const known = this.#checks.get(schema);
    if (known) return known;
    if (this.#checks.size >= MAX_SCHEMA_NODES) {
      this.#remark(`it has more than ${MAX_SCHEMA_NODES} subschemas; the others are not checked`);
      return OPEN;
    }
    let rules: readonly Check[] = [];
    const check: Check = (value, run, seen) => run.nested(() => judge(rules, value, run, seen));
    this.#checks.set(schema, check);
    this.#waiting.push(() => {
      rules = this.#rulesOf(schema);
    });
    return check;
  };

  #rulesOf(words: Words): readonly Check[] {
    const reference = referenceOf(words);
    const referred = reference === undefined ? [] : [this.#targetOf(reference)];
    if (referred.length > 0 && this.#references.hideSiblings) return referred;
    const remark = (text: string): void => this.#remark(text);
    const unevaluated = unevaluatedRule(words, this.#checkOf);
    const rules: (Check | undefined)[] = [
      typeRule(words),
      constRule(words),
      enumRule(words),
      numberRule(words),
      textRule(words, remark),
      presenceRule(words, this.#checkOf),
      objectRule(words, this.#checkOf, remark),
      listRule(words, this.#checkOf),
      ...referred,
      ...combinationRules(words, this.#checkOf),
    ];
    const own = rules.filter((rule) => rule !== undefined);
    const all = unevaluated ? [withSeen(own, unevaluated)] : own;
    // `nullable` of OpenAPI 3.0, whose schemas many servers pass on unchanged, and the usual extension of Swagger 2.
    return words["nullable"] === true || words["x-nullable"] === true ? [orNull(all)] : all;
  }

  #targetOf(ref: string): Check {
    const known = this.#targets.get(ref);
    if (known) return known;
    const target = this.#references.target(ref);
    if (target === undefined) {
      const why = this.#references.areRelative ? "is relative to an $id inside of the schema" : "leads nowhere";
      this.#remark(`$ref ${shorten(JSON.stringify(ref), 100)} ${why} and is not checked`);
    }
    const check = target === undefined ? OPEN : this.#checkOf(target);
    this.#targets.set(ref, check);
    return check;
  }
}

const ALWAYS: Check = () => "fits";
const OPEN: Check = () => "open";
const NEVER: Check = (_value, run) => run.unfit("is not allowed here");

const judge = (rules: readonly Check[], ...[value, run, seen]: Parameters<Check>): Verdict => {
  let verdict: Verdict = "fits";
  for (const rule of rules) {
    verdict = both(verdict, rule(value, run, seen));
    if (verdict === "unfit" && run.hasEnough) break;
  }
  return verdict;
};

function withSeen(rules: readonly Check[], unevaluated: Check): Check {
  return (value, run, seen) => {
    const own = newSeen();
    const verdict = judge(rules, value, run, own);
    // If the verdict is open, properties without an evaluation may belong to the part that cannot be used.
    const rest = verdict === "open" ? "open" : unevaluated(value, run, own);
    if (seen) merge(seen, own);
    return both(verdict, rest);
  };
}

function orNull(rules: readonly Check[]): Check {
  return (value, run, seen) => (value === null ? "fits" : judge(rules, value, run, seen));
}

/** @param root the beginning of paths @returns a sentence: `args.labels[0] must be string, not number.` */
export function describeProblem({ path, message }: SchemaProblem, root: string): string {
  const steps = path.map((step) => {
    if (typeof step === "number") return `[${step}]`;
    return /^[A-Za-z_$][\w$]{0,200}$/.test(step) ? `.${step}` : `[${quote(step)}]`;
  });
  return `${root}${steps.join("")} ${message}.`;
}
