/** Says in one sentence in which parameters a client's request breaks the schema of its method. */
import { isRecord } from "../lib/is-record.ts";
import type { PrintedIssue } from "../lib/printed-issues.ts";
import { quote, shorten } from "../lib/shorten.ts";
import { valueAt } from "../lib/value-at.ts";

/** Wrong values that one message names; a request can have thousands. */
const MAX_NAMED = 5;
const MAX_PATH_CHARS = 200;
const MAX_VALUE_CHARS = 100;

/** One wrong value, and what it may be instead. */
interface Mismatch {
  readonly path: readonly (string | number)[];
  readonly expected: readonly string[];
}

/** @param request the message that was checked */
export function paramsProblem(method: string, request: unknown, issues: readonly PrintedIssue[]): string {
  const all = issues.flatMap(mismatches);
  const named = all.slice(0, MAX_NAMED).map((mismatch) => sentencePart(mismatch, request));
  const more = all.length > MAX_NAMED ? `; and ${all.length - MAX_NAMED} more are wrong` : "";
  return `${method} expects ${named.join("; ")}${more}.`;
}

function sentencePart({ path, expected }: Mismatch, request: unknown): string {
  const name = shorten(path.join("."), MAX_PATH_CHARS) || "the request";
  return `${name} to be ${alternatives(expected)}, but it is ${given(valueAt(request, path))}`;
}

function mismatches(issue: PrintedIssue): readonly Mismatch[] {
  const { path, errors, expected, values, message } = issue;
  if (errors !== undefined && errors.length > 0)
    return closestForm(errors).map((inner) => ({ ...inner, path: [...path, ...inner.path] }));
  if (values !== undefined) return [{ path, expected: values.map((value) => JSON.stringify(value)) }];
  return [{ path, expected: [expected === undefined ? `valid (${message})` : typeText(expected)] }];
}

/**
 * Forms are told apart by a constant, such as `type`: the form whose constant fits was meant. What the other possible forms expect at the
 * same place is expected there too.
 */
function closestForm(errors: readonly (readonly PrintedIssue[])[]): readonly Mismatch[] {
  const fitting = errors.filter((issues) => issues.every(({ values }) => values === undefined));
  const [first = [], ...others] = (fitting.length > 0 ? fitting : errors).map((issues) => issues.flatMap(mismatches));
  const [main] = first;
  if (main === undefined) return [];
  const same = others.flat().filter(({ path }) => path.join(".") === main.path.join("."));
  const joined = { ...main, expected: [...new Set([main, ...same].flatMap(({ expected }) => expected))] };
  return fitting.length > 0 ? [joined, ...first.slice(1)] : [joined];
}

function alternatives(expected: readonly string[]): string {
  const last = expected.at(-1) ?? "";
  return expected.length < 2 ? last : `${expected.slice(0, -1).join(", ")} or ${last}`;
}

function typeText(type: string): string {
  if (type === "record") return "an object";
  if (type === "int") return "a whole number";
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function given(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return `the string ${quote(value, MAX_VALUE_CHARS)}`;
  if (typeof value === "number") return `the number ${value}`;
  if (Array.isArray(value)) return "an array";
  if (isRecord(value)) return "an object";
  return value === null ? "null" : JSON.stringify(value);
}
