/** Errors with long messages, which begin their stacks: what is shown of the message is bounded, and the place is kept. */
import { expect, it } from "vitest";
import { runScript } from "./script.ts";

const CALL = "const n = 1;\n  await github.fail({ message: input.message })";
const PLACE = { line: 2, column: 16, stack: "at (script:2:16)" };

it.each([
  { what: "of 30,000 characters", message: "x".repeat(30_000), want: `${"x".repeat(4_096)}… (30000 characters)` },
  { what: "of 20,000 characters", message: "é".repeat(20_000), want: `${"é".repeat(4_096)}… (20000 characters)` },
  { what: "of 4,096 characters", message: "x".repeat(4_096), want: "x".repeat(4_096) },
  { what: "of 200 lines", message: "line\n".repeat(200), want: "line\n".repeat(200) },
  {
    what: "with frames of another program",
    message: "Error: x\n    at f (script.js:1:1)",
    want: "Error: x\n    at f (script.js:1:1)",
  },
])("a call that fails with a message $what says where it was made", async ({ message, want }) => {
  const { error } = await runScript(CALL, { input: { message } });
  expect(error).toStrictEqual({ code: "TOOL_ERROR", message: want, server: "github", tool: "fail", ...PLACE });
});

it("an error of the script's own with a long message says where it was thrown", async () => {
  const { error } = await runScript("const n = 1;\nthrow new TypeError('x'.repeat(30_000))");
  expect(error).toMatchObject({ code: "RUNTIME_ERROR", line: 2, column: 7, stack: "at (script:2:7)" });
  expect(error?.message).toBe(`TypeError: ${"x".repeat(4_085)}… (30011 characters)`);
});

it("the script itself gets the whole message of a call", async () => {
  const code = "try { await github.fail({ message: input.message }) } catch (error) { error.message.length }";
  expect(await runScript(code, { input: { message: "x".repeat(30_000) } })).toMatchObject({ value: 30_000 });
});

it("an error whose message was changed later keeps its place", async () => {
  const code = "const error = new Error('x'.repeat(30_000));\nerror.message = 'other';\nthrow error";
  const { error } = await runScript(code);
  expect(error).toMatchObject({ message: "Error: other", line: 1, column: 15 });
});

it("an error whose long message was continued keeps its place", async () => {
  const { error } = await runScript(
    "const e = new Error('m'.repeat(250)); e.message += ' while saving'.repeat(20);\nthrow e",
  );
  expect(error).toMatchObject({ line: 1, column: 11, stack: "at (script:1:11)" });
});
