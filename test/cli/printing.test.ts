/** What people see: lines that failed, tables, and nothing that a terminal would obey. */
import { describe, expect, it } from "vitest";
import { callLine } from "../../src/cli/event-lines.ts";
import { paintFor } from "../../src/cli/paint.ts";
import { oneLine, printable } from "../../src/cli/printable.ts";
import { printFailure } from "../../src/cli/run-answer.ts";
import { table } from "../../src/cli/table.ts";

const plain = paintFor(false, {});

it("shows the line that failed and its column", () => {
  const error = { code: "RUNTIME_ERROR", message: "x is not defined", line: 2, column: 5, hint: "Declare x." };
  expect(printFailure(error, "r_1", "const a = 1;\n\treturn x;\n", plain)).toBe(
    [
      "RUNTIME_ERROR (line 2, column 5): x is not defined",
      "  1 | const a = 1;",
      "> 2 |  return x;",
      "    |     ^",
      "  3 | ",
      "Declare x.",
      "isogate runs show r_1",
      "",
    ].join("\n"),
  );
});

it.each([
  { given: { state: "ok" }, want: "  ✓ pay.out" },
  { given: { state: "ok", code: "POLICY_DENIED", message: "No." }, want: "  ✓ pay.out  POLICY_DENIED No." },
  { given: { state: "unknown", code: "UPSTREAM_ERROR" }, want: "  ? pay.out  UPSTREAM_ERROR" },
  { given: { state: "failed", code: "TOOL_ERROR" }, want: "  ✗ pay.out  TOOL_ERROR" },
] as const)("shows how a call ended: $want", ({ given, want }) => {
  const call = { type: "call_ended", run: "r_1", call: 1, server: "pay", tool: "out", at: 0 } as const;
  expect(callLine({ ...call, ...given }, plain)).toBe(want);
});

it("says how to decide about a call that waits", () => {
  const message = "1 call waits for a person's approval. The run then continues automatically.";
  const error = { code: "APPROVAL_REQUIRED", message, approvals: ["a_1"] };
  expect(printFailure(error, "r_1", undefined, plain)).toBe(
    [
      "APPROVAL_REQUIRED: 1 call waits for a person's approval. The run then continues automatically.",
      "isogate approvals list --run r_1 shows the waiting calls and how to decide on them here.",
      "isogate runs show r_1",
      "",
    ].join("\n"),
  );
});

it("says of a dry run that nothing of it waits", () => {
  const error = { code: "APPROVAL_REQUIRED", message: "github.delete_repo requires an approval." };
  expect(printFailure(error, "r_1", undefined, plain)).not.toContain("approvals list");
});

it("shows the line of a syntax error once", () => {
  const error = {
    code: "SYNTAX_ERROR",
    message: "unexpected end",
    line: 1,
    column: 8,
    hint: "Line 1: let x =\nSend code.",
  };
  const shown = [
    "SYNTAX_ERROR (line 1, column 8): unexpected end",
    "> 1 | let x =",
    "    |        ^",
    "Send code.",
    "",
  ];
  expect(printFailure(error, "", "let x =", plain)).toBe(shown.join("\n"));
});

it("says of a line that is not there what it knows", () => {
  const error = { code: "SYNTAX_ERROR", message: "unexpected end", line: 9 };
  expect(printFailure(error, "", "1", plain)).toBe("SYNTAX_ERROR (line 9): unexpected end\n");
});

it.each([
  { given: "\u001b]0;title\u0007", want: "\\u001b]0;title\\u0007" },
  { given: "\u009b31mred", want: "\\u009b31mred" },
  { given: "a\r\nb\tc", want: "a\nb\tc" },
  { given: "abc\u202Edcba", want: "abc\\u202edcba" },
  { given: "a\rb", want: "a\\u000db" },
  { given: "pass\u200bword\ufeff\u00ad\u3164", want: "pass\\u200bword\\ufeff\\u00ad\\u3164" },
  { given: "tag\u{e0041} half\ud83d", want: "tag\\u{e0041} half\\ud83d" },
  { given: "a\u2028b x\ufe0f y\u200dz", want: "a\\u2028b x\\ufe0f y\\u200dz" },
  { given: "für 日本 🎉", want: "für 日本 🎉" },
  { given: "⚠\ufe0f 1\ufe0f⃣ 👩🏽\u200d💻 ❤\ufe0f\u200d🔥", want: "⚠\ufe0f 1\ufe0f⃣ 👩🏽\u200d💻 ❤\ufe0f\u200d🔥" },
  { given: "⚠\ufe0f\ufe0f", want: "⚠\ufe0f\\ufe0f" },
])("$given", ({ given, want }) => {
  expect(printable(given)).toBe(want);
});

it("keeps a cell on its line", () => {
  expect(oneLine("a\n\n  b", 10)).toBe("a b");
  expect(oneLine("abcdef", 4)).toBe("abc…");
  expect(oneLine("a😀😀", 3)).toBe("a…");
});

it("cuts the last column to the width of the terminal", () => {
  const rows = [["r_1", "a".repeat(100)]];
  expect(table(["RUN", "SCRIPT"], rows, { width: 40, paint: plain })).toBe(`RUN  SCRIPT\nr_1  ${"a".repeat(34)}…\n`);
});

describe("colours", () => {
  it.each([
    { given: { isTerminal: true, environment: {} }, want: "\u001b[31mno\u001b[39m" },
    { given: { isTerminal: true, environment: { NO_COLOR: "" } }, want: "\u001b[31mno\u001b[39m" },
    { given: { isTerminal: true, environment: { NO_COLOR: "1" } }, want: "no" },
    { given: { isTerminal: true, environment: { TERM: "dumb" } }, want: "no" },
    { given: { isTerminal: false, environment: {} }, want: "no" },
  ])("$given", ({ given: { isTerminal, environment }, want }) => {
    expect(paintFor(isTerminal, environment).bad("no")).toBe(want);
  });
});
