/**
 * Checks what a schema cannot say about conditions: whether paths and patterns can be read, and whether an operator fits its value. It
 * takes conditions as they were written, of any shape, and ignores what shape-problems.ts reports, so that one mistake does not hide the
 * others.
 */
import { isRecord } from "../../lib/is-record.ts";
import { OPERATORS } from "../values/compare.ts";
import { durationMs, readableDuration } from "../values/durations.ts";
import { MAX_WINDOW_MS } from "../values/policy-bounds.ts";
import { unknownField, unknownTier } from "./known-fields.ts";
import { pointer, shown, type PolicyProblem } from "./problem.ts";
import { compileRegex } from "../values/regex.ts";
import { parsePath } from "../values/value-path.ts";

type Place = readonly PropertyKey[];
type Report = (path: Place, message: string, fix: string) => void;

export function conditionProblems(value: unknown, path: Place): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const report: Report = (at, message, fix) => problems.push({ path: pointer(at), message, fix });
  new ConditionCheck(report).check(value, path, 0);
  return problems;
}

export function pathProblems(text: unknown, path: Place, roots: readonly string[]): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  checkPath(text, path, roots, (at, message, fix) => problems.push({ path: pointer(at), message, fix }));
  return problems;
}

class ConditionCheck {
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /**
   * @param level 0 for conditions on the present call, 1 inside the `where` of a history condition, 2 inside the `where` of a nested
   * history condition
   */
  check(value: unknown, path: Place, level: number): void {
    if (!isRecord(value)) return;
    if ("path" in value) this.#checkValueCondition(value, path, level);
    for (const kind of ["formerly", "previous", "since", "count", "sum"]) {
      if (kind in value) this.#checkSelector(value[kind], [...path, kind], level, kind !== "previous");
    }
    for (const kind of ["all", "any"]) this.#checkList(value[kind], [...path, kind], level);
    if ("not" in value) this.check(value.not, [...path, "not"], level);
  }

  #checkList(value: unknown, path: Place, level: number): void {
    if (!Array.isArray(value)) return;
    if (value.length === 0 && path.at(-1) === "any") {
      this.#report(path, "An empty list under any never holds.", "Add a condition, or remove it.");
    }
    for (const [index, item] of value.entries()) this.check(item, [...path, index], level);
  }

  #checkSelector(value: unknown, path: Place, level: number, needsWindow: boolean): void {
    if (!isRecord(value)) return;
    const isBounded = value.scope === "run" || value.scope === "session";
    if (needsWindow && !isBounded && value.within === undefined) {
      this.#report([...path, "within"], '"within" is missing.', 'Add for example "within": "1h", or "scope": "run".');
    }
    checkWindow(value.within, [...path, "within"], this.#report);
    this.#checkList(value.where, [...path, "where"], level + 1);
    for (const key of ["of", "distinct"]) {
      if (value[key] !== undefined) checkPath(value[key], [...path, key], ["args", "output"], this.#report);
    }
    for (const key of ["without", "always"]) {
      const inner = value[key];
      if (isRecord(inner)) this.#checkList(inner.where, [...path, key, "where"], level + 1);
    }
    if (value.each !== undefined) this.#checkSelector(value.each, [...path, "each"], level + 1, true);
    if (value.each !== undefined && value.distinct !== undefined) {
      this.#report(
        [...path, "distinct"],
        "distinct counts values of the last call of a chain.",
        "Move it into the innermost each.",
      );
    }
  }

  #checkValueCondition(condition: Readonly<Record<string, unknown>>, path: Place, level: number): void {
    const roots = level === 0 ? ["args", "tool", "principal", "run"] : ["args", "output", "tool", "principal", "run"];
    checkPath(condition.path, [...path, "path"], roots, this.#report);
    if (condition.ref !== undefined) {
      const refRoots = level > 1 ? ["args", "tool", "principal", "run", "outer"] : ["args", "tool", "principal", "run"];
      checkPath(condition.ref, [...path, "ref"], refRoots, this.#report);
    }
    const operator = OPERATORS.find((name) => name === condition.op);
    if (operator === undefined) return;
    if (condition.ref !== undefined && condition.value !== undefined) {
      this.#report([...path, "ref"], "A condition has value or ref, not both.", "Remove one of them.");
    }
    if (condition.ref !== undefined) {
      if (operator !== "exists" && operator !== "regex") return;
      this.#report([...path, "ref"], `${operator} takes no ref.`, "Write a value.");
      return;
    }
    const [isFitting, expected] = valueFor(operator, condition.value);
    const at = [...path, "value"];
    if (!isFitting) {
      this.#report(at, `${operator} takes ${expected} (got ${shown(condition.value)}).`, `Write ${expected}.`);
      return;
    }
    const read = typeof condition.path === "string" ? parsePath(condition.path) : "";
    const tier = typeof read === "string" ? undefined : unknownTier(read, operator, condition.value);
    if (tier !== undefined) this.#report(at, tier.message, tier.fix);
    if (operator !== "regex") return;
    const pattern = compileRegex(String(condition.value));
    if (typeof pattern === "string") {
      this.#report(
        at,
        `The pattern ${shown(condition.value)} cannot be used: ${pattern}.`,
        "Write a pattern without look-around and back-references.",
      );
    }
  }
}

function valueFor(operator: (typeof OPERATORS)[number], value: unknown): readonly [boolean, string] {
  switch (operator) {
    case "eq":
    case "neq":
      return [value !== undefined, "a value"];
    case "in":
    case "not_in":
      return [Array.isArray(value) && value.length > 0, "a list of values"];
    case "lt":
    case "lte":
    case "gt":
    case "gte":
      return [
        (typeof value === "number" && Number.isFinite(value)) || typeof value === "string",
        "a number, or a text such as a date",
      ];
    case "regex":
      return [typeof value === "string" && value !== "", "a pattern"];
    case "contains":
      return [value !== undefined && !Array.isArray(value) && value !== "", "a text, or an item of a list"];
    case "exists":
      return [value === undefined || typeof value === "boolean", "true or false"];
  }
}

function checkPath(text: unknown, at: Place, roots: readonly string[], report: Report): void {
  if (typeof text !== "string") return;
  const path = parsePath(text);
  const allowed = roots.join(", ");
  if (typeof path === "string") {
    report(at, `The path ${shown(text)} cannot be read: ${path}.`, "Write for example args.items[*].price.");
  } else if (path.isOuter ? !roots.includes("outer") : !roots.includes(path.root)) {
    const root = path.isOuter ? "outer" : path.root;
    report(at, `${root} is not known at this place.`, `Begin the path with one of ${allowed}.`);
  } else {
    const unknown = unknownField(path);
    if (unknown !== undefined) report(at, unknown.message, unknown.fix);
  }
}

function checkWindow(text: unknown, at: Place, report: Report): void {
  const ms = typeof text === "string" ? durationMs(text) : undefined;
  if (ms !== undefined && ms > MAX_WINDOW_MS) {
    report(
      at,
      `${shown(text)} is longer than ${readableDuration(MAX_WINDOW_MS)}.`,
      `Write at most ${MAX_WINDOW_MS / 86_400_000}d.`,
    );
  }
}
