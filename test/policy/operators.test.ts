/**
 * Every operator on every kind of value, in both kinds of rule. `require` lets a call through only where the condition is certain to hold,
 * `deny_if` only where it is certain not to hold.
 */
import { describe, expect, it } from "vitest";
import { decideWith, refundRule } from "./support/decide-with.ts";

type Truth = true | false | "unknown";
type Row = readonly [op: string, value: unknown, argument: unknown, truth: Truth];

const MISSING = Symbol("missing");
const yes = true;
const no = false;
const unknown = "unknown";
/** As JSON.parse reads it in a document. */
const LONG = Number("1234567890123456789");

const rows: readonly Row[] = [
  ["eq", "a", "a", yes],
  ["eq", "a", "b", no],
  ["eq", "a", "A", no],
  ["eq", "a", "", no],
  ["eq", "a", " a", unknown],
  ["eq", "a", "a\n", unknown],
  ["eq", "file", "ﬁle", unknown],
  ["eq", "é", "e\u0301", unknown],
  ["eq", "a", MISSING, no],
  ["eq", "a", null, no],
  ["eq", "a", ["a"], unknown],
  ["eq", "a", ["b"], no],
  ["eq", "a", [["a"]], unknown],
  ["eq", "a", { a: 1 }, unknown],
  ["eq", 5, 5, yes],
  ["eq", 5, 5.1, no],
  ["eq", 5, "5", unknown],
  ["eq", 5, "05", no],
  ["eq", 0, -0, yes],
  ["eq", 0, false, no],
  ["eq", 1, true, no],
  ["eq", true, true, yes],
  ["eq", true, false, no],
  ["eq", true, "true", unknown],
  ["eq", true, 1, no],
  ["eq", null, null, yes],
  ["eq", null, 0, no],
  ["eq", null, "null", unknown],
  ["eq", null, {}, no],
  ["eq", null, MISSING, no],
  ["eq", ["a", "b"], ["a", "b"], yes],
  ["eq", ["a", "b"], ["b", "a"], no],
  ["eq", ["a", "b"], ["a"], no],
  ["eq", [1], ["1"], unknown],
  ["eq", 5, NaN, unknown],
  ["eq", "__proto__", "__proto__", yes],
  ["eq", 2 ** 53, 2 ** 53, unknown],
  // A long integer is a text in a script and a number in the request; in the document it is the nearest number.
  ["eq", LONG, "1234567890123456789", unknown],
  ["eq", LONG, "1234567890123450000", no],
  ["eq", LONG, ["1234567890123456789"], unknown],
  ["eq", [LONG], ["1234567890123456789"], unknown],
  ["eq", LONG, 5, no],
  ["neq", LONG, "1234567890123456789", unknown],
  ["in", [LONG], "1234567890123456789", unknown],
  ["in", [LONG], "1234567890123450000", no],
  ["in", [LONG], 5, no],
  ["not_in", [1, LONG], "1234567890123456789", unknown],
  ["contains", LONG, ["1234567890123456789"], unknown],
  ["in", [2 ** 60], 2 ** 60, unknown],

  ["neq", "prod", "dev", yes],
  ["neq", "prod", "prod", no],
  ["neq", "prod", "ｐｒｏｄ", unknown],
  ["neq", "prod", "prod ", unknown],
  ["neq", "prod", ["prod"], unknown],
  ["neq", "prod", {}, unknown],
  ["neq", "prod", null, yes],
  ["neq", "prod", MISSING, unknown],
  ["neq", 5, "5", unknown],
  ["neq", 5, 6, yes],

  ["in", ["a", "b"], "a", yes],
  ["in", ["a", "b"], "c", no],
  ["in", ["a", "b"], MISSING, no],
  ["in", ["a", "b"], ["a"], unknown],
  ["in", ["a", "b"], [], no],
  ["in", ["a", "b"], ["c", "a"], unknown],
  ["in", ["a", "b"], " b", unknown],
  ["in", [1, 2], "2", unknown],
  ["in", [1, 2], 2, yes],
  ["in", [1, 2], 3, no],
  ["in", [true], "true", unknown],
  ["in", [null], null, yes],
  ["in", ["a"], {}, unknown],
  ["in", ["a"], NaN, unknown],

  ["not_in", ["a", "b"], "c", yes],
  ["not_in", ["a", "b"], "a", no],
  ["not_in", ["a", "b"], "Ａ", yes],
  ["not_in", ["a", "b"], "ａ", unknown],
  ["not_in", ["a", "b"], MISSING, unknown],
  ["not_in", ["a", "b"], ["a"], unknown],
  ["not_in", ["a", "b"], null, yes],
  ["not_in", [1], "1", unknown],

  ["lt", 10, 9, yes],
  ["lt", 10, 10, no],
  ["lt", 10, 11, no],
  ["lt", 10, -1e308, yes],
  ["lt", 10, "9", yes],
  ["lt", 10, "9.5", yes],
  ["lt", 10, "10", no],
  ["lt", 10, "9e0", unknown],
  ["lt", 10, "0x9", unknown],
  ["lt", 10, "09", unknown],
  ["lt", 10, " 9", unknown],
  ["lt", 10, "٩", unknown],
  ["lt", 10, "", unknown],
  ["lt", 10, "9999999999999999999", unknown],
  ["lt", 10, true, unknown],
  ["lt", 10, null, unknown],
  ["lt", 10, [9], unknown],
  ["lt", 10, { valueOf: 9 }, unknown],
  ["lt", 10, NaN, unknown],
  ["lt", 10, Infinity, unknown],
  ["lt", 10, -Infinity, unknown],
  ["lt", 10, MISSING, unknown],
  ["lt", "2026-01-01", "2025-12-31", yes],
  ["lt", "2026-01-01", "2026-01-01", no],
  ["lt", "2026-01-01", 5, unknown],
  ["lt", "2026-01-01", MISSING, unknown],

  ["lte", 10, 10, yes],
  ["lte", 10, 10.000001, no],
  ["lte", 10, "10.0", yes],
  ["lte", 10, "11", no],
  ["lte", 0, -0, yes],
  ["lte", 10, MISSING, unknown],
  ["lte", 10, [], unknown],
  ["lte", 10, "ten", unknown],

  ["gt", 10, 11, yes],
  ["gt", 10, 10, no],
  ["gt", 10, "10.5", yes],
  ["gt", 10, "1e9", unknown],
  ["gt", 10, MISSING, unknown],
  ["gt", 10, null, unknown],
  ["gt", "m", "z", yes],
  ["gt", "m", "a", no],

  ["gte", 10, 10, yes],
  ["gte", 10, 9, no],
  ["gte", 10, "-10", no],
  ["gte", 10, MISSING, unknown],
  ["gte", 10, {}, unknown],

  ["regex", "^/etc/", "/etc/passwd", yes],
  ["regex", "^/etc/", "/home/ann", no],
  ["regex", "^/etc/", "x\n/etc/passwd", no],
  ["regex", "^/etc/", MISSING, no],
  ["regex", "^/etc/", ["/etc/passwd"], unknown],
  ["regex", "^/etc/", 5, unknown],
  ["regex", "^/etc/", null, unknown],
  ["regex", "(?i)^rm\\s", "RM -rf", yes],
  ["regex", "(?i)^rm\\S", "RM -rf", no],
  ["regex", "(?i)[a-c]x", "BX", yes],
  ["regex", "rm", "RM", no],
  ["regex", "^(a+)+$", `${"a".repeat(5_000)}b`, no],
  ["regex", "^(a+)+$", "a".repeat(5_000), yes],
  ["regex", "^.{3}$", "😀ab", yes],

  ["contains", "evil", "an evil text", yes],
  ["contains", "evil", "Evil", no],
  ["contains", "evil", MISSING, no],
  ["contains", "evil", 5, unknown],
  ["contains", "evil", null, unknown],
  ["contains", "evil", {}, unknown],
  ["contains", "evil", ["evil", "good"], yes],
  ["contains", "evil", ["good"], no],
  ["contains", "evil", [["evil"]], unknown],
  ["contains", "evil", [], no],
  ["contains", 5, [1, 5], yes],
  ["contains", 5, ["5"], unknown],
  ["contains", 5, "15", unknown],

  ["exists", true, "a", yes],
  ["exists", true, null, yes],
  ["exists", true, [], yes],
  ["exists", true, MISSING, no],
  ["exists", undefined, 0, yes],
  ["exists", undefined, MISSING, no],
  ["exists", false, "a", no],
  ["exists", false, MISSING, yes],
];

describe.each([
  { kind: "require", passes: (truth: Truth) => truth === true },
  { kind: "deny_if", passes: (truth: Truth) => truth === false },
])("$kind", ({ kind, passes }) => {
  it.each(rows)("%s %j on %j is %s", (op, value, argument, truth) => {
    const condition = { path: "args.x", op, ...(value !== undefined && { value }) };
    const args = argument === MISSING ? {} : { x: argument };
    const decision = decideWith(refundRule({ [kind]: [condition] }), { args });
    const rule = passes(truth) ? "/tools/pay.refund" : `/tools/pay.refund/${kind}/0`;
    expect(decision).toMatchObject({ verdict: passes(truth) ? "allow" : "deny", rule });
  });

  it.each(rows)("not: %s %j on %j is not %s", (op, value, argument, truth) => {
    const condition = { not: { path: "args.x", op, ...(value !== undefined && { value }) } };
    const args = argument === MISSING ? {} : { x: argument };
    const { verdict } = decideWith(refundRule({ [kind]: [condition] }), { args });
    expect(verdict).toBe(passes(truth === "unknown" ? truth : !truth) ? "allow" : "deny");
  });
});
