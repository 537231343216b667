/**
 * No regular expression takes more than linear time on a text from outside. Those that could are listed with the reason why their
 * text is short, or why they never do; the list says nothing of an expression that is not there, or that could not.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { findAmbiguity } from "./regular-expressions/ambiguity.ts";
import { collectExpressions, type Found } from "./regular-expressions/collect.ts";

const PATTERN = "a pattern has at most MAX_PATTERN_CHARS characters";

/** By file and the beginning of the text. */
const BOUNDED: readonly (readonly [file: string, start: string, reason: string])[] = [
  ["src/catalog/tokens.ts", "/[^\\r\\n", "where a longer alternative fails, the next one reads the same characters"],
  ["src/dashboard/editor/complete.ts", "/[A-Za-z_$]", "the editor matches at most 250 characters before the cursor"],
  [
    "src/dashboard/parts/tokens.ts",
    "/(\\/\\/",
    "a comment that is not closed ends with the text, so that nothing fails",
  ],
  ["src/patterns/pattern-syntax.ts", "/\\\\u", PATTERN],
  ["worker-loader/guest-report.ts", "/^\\s*at ", "a frame has at most 300 characters"],
  ["worker-loader/isolate-errors.ts", "/Uncaught ", "the runtime's text is cut to 2,000 characters"],
];

/** Put together while the code runs. */
const COMPOSED: readonly (readonly [file: string, start: string, reason: string])[] = [
  ["sdk-gen/notes.ts", "new RegExp(`(?<!", "one number, without repetition"],
  ["src/detection/cards.ts", "new RegExp(", "every repetition has a bound of at most 18"],
  ["src/ledger/redact.ts", 'new RegExp(spellingsOf(part).join("|")', "secrets, in which every repetition has a bound"],
  [
    "src/detection/token-shapes.ts",
    "new RegExp(",
    "a repetition has a bound, or begins where no character of it stands before",
  ],
  ["src/runs/results/media.ts", "new RegExp(`^${type}/", "one bounded repetition"],
  [
    "src/upstream/credentials/redaction.ts",
    'new RegExp(spellingsOf(part).join("|")',
    "secrets, in which every repetition has a bound",
  ],
  ["src/mcp/readable-schema.ts", "new RegExp(value", "it is compiled to see that it is well-formed, and never matched"],
  ["src/patterns/pattern-syntax.ts", "new RegExp(TOKEN.source", PATTERN],
  ["src/patterns/pattern-syntax.ts", "new RegExp(`^(?:${token})$`", "one character is matched"],
  ["src/patterns/pattern.ts", "new RegExp(source", "it is compiled to see that it is well-formed, and never matched"],
];

let found: readonly Found[];
beforeAll(async () => (found = await collectExpressions()));

it("takes linear time, or has a reason", () => {
  const wrong = found.flatMap(({ file, pattern, text }) => {
    const reviewed = pattern ? BOUNDED : COMPOSED;
    if (reviewed.some(([where, start]) => where === file && text.startsWith(start))) return [];
    const ambiguity = pattern ? findAmbiguity(pattern.source, pattern.flags) : "composed";
    return ambiguity === undefined ? [] : [{ file, text, ambiguity }];
  });
  expect(wrong).toEqual([]);
});

it("has a reason only where one is needed", () => {
  const isNeeded = ({ pattern }: Found): boolean =>
    !pattern || findAmbiguity(pattern.source, pattern.flags) !== undefined;
  const unneeded = [...BOUNDED, ...COMPOSED].filter(
    ([where, start]) => !found.some((one) => one.file === where && one.text.startsWith(start) && isNeeded(one)),
  );
  expect(unneeded).toEqual([]);
});

describe("finds", () => {
  it.each([
    [/(a*)*b/, "exponential"],
    [/^(?:a+)+$/, "exponential"],
    [/^(a|aa)+$/, "exponential"],
    [/^(\w+\s?)*$/, "exponential"],
    [/^(?:\s|\/\*[^]*?\*\/|\/\/.*)*,/, "exponential"],
    [/^(?:a{0,9999})+$/, "exponential"],
    [/;?\s*$/, "polynomial"],
    [/(^|\n)\s*--$/, "polynomial"],
    [/^\s*(`{3,}|~{3,})[ \t]*\{?\.?([\w+-]*)[^`\n]*$/, "polynomial"],
    [/^(.*?) \((?:.*?\/)([\w.-]+):/, "polynomial"],
    [/[a-z]+@/, "polynomial"],
    [/(?=.*x)y/, "polynomial"],
    [/\/\*[^]*?\*\//, "polynomial"],
    [/^\d+,?\d*$/, "polynomial"],
  ])("%s: %s", (expression, ambiguity) => {
    expect(findAmbiguity(expression.source, expression.flags)).toBe(ambiguity);
  });

  it.each([
    /\s+/g,
    /^a+$/,
    /^x*y*z/,
    /\{([^{}]*)\}/g,
    /"[^"]*"/,
    /(?<!a)a+$/,
    /^[ \t]*```/m,
    /a{1,9}$/,
    /(?:a|b)+c?/,
    /[a-z]+@/y,
  ])("%s: nothing", (expression) => {
    expect(findAmbiguity(expression.source, expression.flags)).toBeUndefined();
  });
});
