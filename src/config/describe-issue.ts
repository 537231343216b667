/** Describes an error in gateway.json: its path, the expected and the actual value, and a suggestion. */
import type * as z from "zod";
import { isRecord } from "../lib/is-record.ts";
import { nearest } from "../lib/nearest.ts";
import { quote, shorten } from "../lib/shorten.ts";
import { valueAt } from "../lib/value-at.ts";

/** Texts below these keys may be credentials; only their type is shown. */
const SECRET_PARTS = new Set(["headers", "query", "auth", "env", "args", "otlp_url"]);

/** A text has a length, too, which zod compares with that of a list although the type is wrong. */
export function withoutLengths(issues: Issues): Issues {
  const mistyped = new Set(
    issues.filter(({ code }) => code === "invalid_type").map(({ path }) => JSON.stringify(path)),
  );
  return issues.filter(
    ({ code, path }) => (code !== "too_big" && code !== "too_small") || !mistyped.has(JSON.stringify(path)),
  );
}

/** @param root the value that was checked @param keysOf names the keys that the object at a path may have, for suggestions */
export function describeIssue(
  issue: z.core.$ZodIssue,
  root: unknown,
  at: readonly PropertyKey[],
  keysOf: (path: readonly PropertyKey[]) => readonly string[],
): string[] {
  const path = [...at, ...issue.path];
  if (issue.code === "invalid_union") return describeUnion(issue, root, at, keysOf);
  if (issue.code === "unrecognized_keys") {
    const known = keysOf(issue.path);
    return issue.keys.map((key) => {
      const isDescription = key === "url" && known.includes("spec") && valueAt(root, ["spec"]) === undefined;
      const [meant] = isDescription ? ["spec"] : nearest(key, known, 1);
      const hint =
        meant === undefined ? `The known keys are ${known.join(", ")}.` : `Did you mean ${JSON.stringify(meant)}?`;
      return `${pathOf(path)}: Unrecognized key: ${quote(key)}. ${known.length > 0 ? hint : ""}`.trim();
    });
  }
  const value = valueAt(root, issue.path);
  if (value === undefined && issue.code === "invalid_type") {
    return [`${pathOf(path)} is missing: expected ${issue.expected}`];
  }
  return [`${pathOf(path)}: ${issue.message}${value === undefined ? "" : ` (got ${preview(value, path)})`}`];
}

/** The issues of a union are those of the member that was meant; the only unions are those of `auth` and `packages`. */
function describeUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  root: unknown,
  at: readonly PropertyKey[],
  keysOf: (path: readonly PropertyKey[]) => readonly string[],
): string[] {
  const path = [...at, ...issue.path];
  const value = valueAt(root, issue.path);
  const got = ` (got ${preview(value, path)})`;
  const issues = issuesOfIntended(issue.errors);
  const isObject = isRecord(value);
  if (path.at(-1) === "auth" && !isObject) {
    return [`${pathOf(path)}: expected "oauth" or an object with a "type"${got}`];
  }
  if (value === undefined) {
    const expected = issue.errors.flatMap(([first]) => (first?.code === "invalid_type" ? [first.expected] : []));
    const what =
      expected.length === 0 ? issue.message : `expected ${expected.join(" or ").replace("record", "object")}`;
    return [`${pathOf(path)} is missing: ${what}`];
  }
  const isKnown = path.at(-1) === "auth" || (path[0] === "packages" && isObject);
  if (path[0] === "packages" && !isObject) {
    return [`${pathOf(path)}: expected the name of an npm package, or {"name": …, "require_approval": true}${got}`];
  }
  if (!isKnown || issues.length === 0) return [`${pathOf(path)}: ${issue.message}${got}`];
  return issues.flatMap((inner) => describeIssue({ ...inner, path: [...issue.path, ...inner.path] }, root, at, keysOf));
}

type Issues = readonly z.core.$ZodIssue[];

/** The member that fits best, and of several the first. */
function issuesOfIntended(members: readonly Issues[]): Issues {
  return members.reduce<Issues>((best, next) => (distanceOf(next) < distanceOf(best) ? next : best), members[0] ?? []);
}

/** How far a value is from a member: another kind of value is further than another `type`, and that than any number of wrong keys. */
function distanceOf(issues: Issues): number {
  let distance = 0;
  for (const issue of issues) {
    const isWhole = issue.path.length === 0;
    if (issue.code === "unrecognized_keys" && isWhole) {
      distance += issue.keys.includes("type") ? OTHER_TYPE : issue.keys.length;
    } else if (issue.code === "invalid_union" && isWhole) distance += distanceOf(issuesOfIntended(issue.errors));
    else if (isWhole && issue.code !== "custom") distance += OTHER_VALUE;
    // The member that lists several types says more of an unknown one than the member that has one.
    else if (issue.path[0] === "type") distance += issue.code === "invalid_union" ? OTHER_TYPE - 1 : OTHER_TYPE;
  }
  return distance;
}

const OTHER_TYPE = 1_000;
const OTHER_VALUE = 1_000_000;

function pathOf(path: readonly PropertyKey[]): string {
  return path.length === 0
    ? "gateway.json"
    : path.map((key) => (typeof key === "number" ? `[${key}]` : String(key))).join(".");
}

function preview(value: unknown, path: readonly PropertyKey[]): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const isSecret = path.some((key) => SECRET_PARTS.has(String(key))) && path.at(-1) !== "type";
  if (typeof value === "string" && isSecret) return "a text";
  const text = JSON.stringify(value) ?? String(value);
  return shorten(text, 80);
}
