/** Policies drafted from recorded calls. */
import { describe, expect, it } from "vitest";
import { suggestPolicy, type ObservedCall } from "../../src/policy/suggest.ts";
import { validatePolicy } from "../../src/policy/document/validate.ts";

function calls(path: string, args: readonly unknown[], isApproved = false): ObservedCall[] {
  return args.map((value) => ({ path, isApproved, args: value === undefined ? undefined : { value } }));
}
const times = (count: number, make: (at: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, at) => make(at));
const requiredOf = (observed: readonly ObservedCall[]): unknown =>
  suggestPolicy(observed, () => true).document.tools?.["a.b"]?.require;

describe("the arguments of a tool are limited", () => {
  it.each([
    {
      what: "to the value that all calls have",
      given: times(20, () => ({ x: "v" })),
      want: [{ path: "args.x", op: "in", value: ["v"] }],
    },
    {
      what: "to values that come again and again",
      given: times(40, (at) => ({ x: at % 4 })),
      want: [{ path: "args.x", op: "in", value: [0, 1, 2, 3] }],
    },
    {
      what: "to the range of many different numbers",
      given: times(19, (at) => ({ x: at * at })),
      want: [
        { path: "args.x", op: "gte", value: 0 },
        { path: "args.x", op: "lte", value: 324 },
      ],
    },
    { what: "not after few calls", given: times(18, () => ({ x: "v" })), want: undefined },
    { what: "not where texts differ", given: times(40, (at) => ({ x: `v${at}` })), want: undefined },
    {
      what: "not where one call in ten is a new text",
      given: times(40, (at) => ({ x: at % 10 ? "v" : `w${at}` })),
      want: undefined,
    },
    { what: "not where the argument is left out once", given: [...times(40, () => ({ x: 1 })), {}], want: undefined },
    { what: "not where the shape differs", given: [...times(40, () => ({ x: 1 })), { x: [1] }], want: undefined },
    {
      what: "not where arguments were not recorded",
      given: [...times(40, () => ({ x: 1 })), undefined],
      want: undefined,
    },
    { what: "not where arguments are no object", given: [...times(40, () => ({ x: 1 })), [1]], want: undefined },
    {
      what: "whatever the argument is called",
      given: times(20, () => ({ "content-type": "v" })),
      want: [{ path: 'args["content-type"]', op: "in", value: ["v"] }],
    },
  ])("$what", ({ given, want }) => {
    expect(requiredOf(calls("a.b", given))).toEqual(want);
  });
});

it("denies by default, keeps approvals, and can be used as it is", () => {
  const observed = [...calls("a.b", [{}], true), ...calls("c.d", [{}], true), ...calls("c.d", [{}])];
  const { document } = suggestPolicy(observed, () => true);
  expect(document).toEqual({ version: "1", default: "deny", tools: { "a.b": { require_approval: true }, "c.d": {} } });
  expect(validatePolicy(document)).toMatchObject({ ok: true });
});

it("leaves out names that would be patterns for other tools", () => {
  const odd = ["a.*", "a.b c", `a.${"x".repeat(300)}`, "a.\u202e"];
  const { document, leftOut } = suggestPolicy(
    odd.flatMap((path) => calls(path, [{}])),
    () => true,
  );
  expect(document.tools).toEqual({});
  expect(leftOut.toSorted()).toEqual(odd.toSorted());
});

it("limits no argument of a tool that must not be limited", () => {
  const observed = calls(
    "a.b",
    times(40, () => ({ x: 1 })),
  );
  expect(suggestPolicy(observed, () => false).document.tools).toEqual({ "a.b": {} });
});
