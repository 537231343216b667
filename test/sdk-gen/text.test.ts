/** Descriptions are data of strangers: nothing in them ends a comment, hides, or costs tokens for nothing. */
import { describe, expect, test } from "vitest";
import { cleanLine, cleanText, firstSentence, quote } from "../../sdk-gen/text.ts";

describe("cleaning", () => {
  test.each([
    { given: "runs */5 * * * *", want: "runs * /5 * * * *" },
    { given: "*\u200b/ alert(1)", want: "* / alert(1)" },
    { given: "use `x` and ${y} and $& and $'", want: "use 'x' and $ {y} and $ & and $ '" },
    { given: "costs $5", want: "costs $5" },
    { given: "a\u202eb\u2066c\u00add\u{e0041}e\ufe0f", want: "abcde" },
    { given: "a\u0000\u0007b\u001b[31mc", want: "ab[31mc" },
    { given: "one\r\n\r\n   two\u2028three\t four ", want: "one\ntwo\nthree four" },
    { given: "broken \ud800 half", want: "broken \ufffd half" },
    { given: 5, want: "" },
    { given: { toString: null }, want: "" },
  ])("$given", ({ given, want }) => {
    expect(cleanText(given)).toBe(want);
  });

  test("one line for a line comment", () => {
    expect(cleanLine("a\nb\u2029c\vd")).toBe("a b c d");
  });

  test("a literal cannot end itself or a comment, and shows what is invisible", () => {
    expect(quote('a"b\\c*/\u202e\n`')).toBe(String.raw`"a\"b\\c*\/\u202e\n\u0060"`);
    expect(JSON.parse(quote("*/*"))).toBe("*/*");
  });
});

describe("first sentence", () => {
  test.each([
    { given: "Create an issue. Needs a token.", want: "Create an issue" },
    { given: "List items, e.g. files. More", want: "List items, e.g. files" },
    { given: "Notion | Retrieve a user\nError Responses:\n400", want: "Notion | Retrieve a user" },
    { given: "Each result\nincludes a name. And", want: "Each result includes a name" },
    { given: "Version 1.2 of it", want: "Version 1.2 of it" },
    { given: "", want: "" },
    { given: `${"word ".repeat(40)}.`, want: `${"word ".repeat(19).trim()}…` },
    { given: "x".repeat(300), want: `${"x".repeat(99)}…` },
  ])("$given", ({ given, want }) => {
    const got = firstSentence(given);
    expect(got).toBe(want);
    expect(got.length).toBeLessThanOrEqual(100);
  });
});
