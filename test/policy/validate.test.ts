/** Every mistake of a document is reported, at its place and with what to write instead; nothing of any shape makes the validator throw. */
import { describe, expect, it } from "vitest";
import { validatePolicy } from "../../src/policy/document/validate.ts";
import { MAX_PROBLEMS } from "../../src/policy/values/policy-bounds.ts";
import { run } from "../fuzz/policy-documents.ts";

const base = { version: "1", default: "allow" };
const withRule = (rule: unknown): object => ({ ...base, tools: { "a.b": rule } });
const withCondition = (condition: unknown): object => withRule({ deny_if: [condition] });
const at = "/tools/a.b/deny_if/0";
const limit = { counter: "c", window: "minute", max: 1 };

const rows: readonly (readonly [
  document: unknown,
  ...problems: readonly (readonly [path: string, message: string, fix: string])[],
])[] = [
  [null, ["", "must be an object", "Write an object"]],
  [[], ["", "must be an object", "Write an object"]],
  [5, ["", "must be an object", "Write an object"]],
  ["", ["", "not JSON", "Correct the JSON"]],
  ['"x"', ["", "an object, not a text", 'Write {"version"']],
  ["{", ["", "not JSON", "Correct"]],
  [
    '{"version":"1","default":"allow","tools":{"a.b":{"action":"deny"},"a.b":{"action":"allow"}}}',
    ["", 'the name "a.b" twice in one object (line 1 column 43 and line 1 column 67)', "Correct"],
  ],
  [
    {},
    ["/version", '"version" is missing', 'Add "version": "1"'],
    ["/default", '"default" is missing', 'Add "default": "allow" or "deny"'],
  ],
  [{ ...base, version: 1 }, ["/version", "got the number 1", 'Write "1" in quotes: "version": "1".']],
  [{ ...base, default: "Deny" }, ["/default", '"Deny" is not one of', 'Did you mean "deny"?']],
  [{ ...base, deafult: "deny" }, ["/deafult", 'no key "deafult"', 'Did you mean "default"?']],
  [{ ...base, xyz: 1 }, ["/xyz", 'no key "xyz"', "the known keys are $schema, version"]],
  [{ ...base, mode: "log-only" }, ["/mode", "not one of", 'Did you mean "log_only"?']],
  [{ ...base, preset: "readonly" }, ["/preset", "not one of", 'Did you mean "read-only"?']],
  [{ ...base, hide: "a.b" }, ["/hide", "must be a list", "Write a list"]],
  [{ ...base, hide: ["a b"] }, ["/hide/0", "no blanks", "Change"]],
  [{ ...base, hide: ["a\u200bb"] }, ["/hide/0", "no invisible ones", "Change"]],
  [{ ...base, hide: ["execute_code"] }, ["/hide/0", "own tool and cannot be hidden", "Deny it instead"]],
  [{ ...base, labels: { Private: [] } }, ["/labels/Private", "is not a valid name here", "Change the name"]],
  [{ ...base, tiers: { "a.b": "reed" } }, ["/tiers/a.b", '"reed" is not one of', 'Did you mean "read"?']],
  [{ ...base, tools: [] }, ["/tools", "must be an object", "Write"]],
  [{ ...base, tools: { "": {} } }, ["/tools/", "no blanks", "Change the name"]],
  [{ ...base, tools: { "a/b~c": 5 } }, ["/tools/a~1b~0c", "must be an object", "Write"]],
  [
    '{"version":"1","default":"deny","tools":{"__proto__":{"action":"deny"}}}',
    ["/tools/__proto__", "cannot be a key", "Rename"],
  ],
  [withRule({ requires: [] }), ["/tools/a.b/requires", 'no key "requires"', 'Did you mean "require"?']],
  [
    withRule({ action: "block" }),
    ["/tools/a.b/action", '"block" is not one of', 'Write one of "allow", "deny", "require_approval"'],
  ],
  [withRule({ action: "deny", limits: [limit] }), ["/tools/a.b/limits", "leaves nothing for limits", "Remove limits"]],
  [withRule({ reason: "a", on_deny: "b" }), ["/tools/a.b/reason", "two names for the same text", "Remove one"]],
  [
    withRule({ require_approval: "yes" }),
    ["/tools/a.b/require_approval", "expected true, false or a list of conditions", "Write"],
  ],
  [withRule({ require_approval: [] }), ["/tools/a.b/require_approval", "asks for no approval", "Write true or false"]],
  [
    withRule({ action: "require_approval", require_approval: false }),
    ["/tools/a.b/require_approval", "forbids it", "Remove one"],
  ],
  [withRule({ require: {} }), ["/tools/a.b/require", "must be a list", "Write a list"]],
  [
    withCondition({ path: "args.x", op: "equals", value: 1 }),
    [`${at}/op`, '"equals" is not one of', 'Did you mean "eq"?'],
  ],
  [withCondition({ path: "args.x", op: "greater", value: 1 }), [`${at}/op`, "not one of", "Write one of"]],
  [
    withCondition({ path: "args.x", op: "contain", value: "a" }),
    [`${at}/op`, "not one of", 'Did you mean "contains"?'],
  ],
  [
    withCondition({ path: "tool.teir", op: "eq", value: "destructive" }),
    [`${at}/path`, 'tool has no field "teir"', 'Did you mean "tool.tier"?'],
  ],
  [
    withCondition({ path: 'tool["teir"]', op: "exists" }),
    [`${at}/path`, 'tool has no field "teir"', 'Did you mean "tool.tier"?'],
  ],
  [
    withCondition({ path: "tool.annotations.destructive", op: "eq", value: true }),
    [`${at}/path`, 'tool.annotations has no field "destructive"', 'Did you mean "tool.annotations.destructiveHint"?'],
  ],
  [
    withCondition({ path: "tool.annotations.openWorldHit", op: "eq", value: true }),
    [`${at}/path`, 'no field "openWorldHit"', 'Did you mean "tool.annotations.openWorldHint"?'],
  ],
  [
    withCondition({ path: "principal.name", op: "eq", value: "ann" }),
    [`${at}/path`, 'principal has no field "name"', "Write principal.id."],
  ],
  [withCondition({ path: "args.x", op: "eq", ref: "principal.di" }), [`${at}/ref`, 'no field "di"', "principal.id"]],
  [
    withCondition({ path: "run.xyz", op: "eq", value: "a" }),
    [`${at}/path`, 'run has no field "xyz"', "Write one of run.id, run.via, run.script."],
  ],
  [
    withCondition({ path: "tool[0]", op: "exists" }),
    [`${at}/path`, 'tool has no field of that kind (got "tool[0]")', "Write one of tool.tier"],
  ],
  [
    withCondition({ path: "principal.id.name", op: "exists" }),
    [`${at}/path`, 'principal.id has no fields (got "principal.id.name")', "Write principal.id."],
  ],
  [
    withCondition({ path: "tool.tier", op: "eq", value: "destuctive" }),
    [`${at}/value`, 'No tool has the tier "destuctive"', 'Did you mean "destructive"?'],
  ],
  [
    withCondition({ path: "tool.tier", op: "in", value: ["read", "x"] }),
    [`${at}/value`, 'No tool has the tier "x"', 'Write one of "read", "write"'],
  ],
  [
    withCondition({ path: "tool.tier", op: "eq", value: 5 }),
    [`${at}/value`, "No tool has the tier 5", 'Write one of "read", "write"'],
  ],
  [withCondition({ path: "args.x", op: "lt" }), [`${at}/value`, "lt takes a number", "Write a number"]],
  [withCondition({ path: "args.x", op: "lt", value: [1] }), [`${at}/value`, "lt takes a number", "Write a number"]],
  [
    withCondition({ path: "args.x", op: "in", value: "a" }),
    [`${at}/value`, "in takes a list of values", "Write a list"],
  ],
  [
    withCondition({ path: "args.x", op: "in", value: [] }),
    [`${at}/value`, "in takes a list of values", "Write a list"],
  ],
  [
    withCondition({ path: "args.x", op: "in", value: [{}] }),
    [`${at}/value/0`, "expected a text, a number", "Write one of these"],
  ],
  [withCondition({ path: "args.x", op: "eq" }), [`${at}/value`, "eq takes a value", "Write a value"]],
  [withCondition({ path: "args.x", op: "contains", value: "" }), [`${at}/value`, "contains takes a text", "Write"]],
  [withCondition({ path: "args.x", op: "exists", value: 1 }), [`${at}/value`, "exists takes true or false", "Write"]],
  [
    withCondition({ path: "args.x", op: "regex", value: "(" }),
    [`${at}/value`, "cannot be used: it is not a regular expression", "Write a pattern"],
  ],
  [
    withCondition({ path: "args.x", op: "regex", value: "(?=a)b" }),
    [`${at}/value`, "it looks ahead or behind", "without look-around"],
  ],
  [
    withCondition({ path: "args.x", op: "regex", value: "(a)\\1" }),
    [`${at}/value`, "it refers back to a group", "without"],
  ],
  [
    withCondition({ path: "args.x", op: "regex", value: "(a{1000}){1000}" }),
    [`${at}/value`, "states", "Write a pattern"],
  ],
  [
    withCondition({ path: "args.x", op: "eq", value: 1, ref: "args.y" }),
    [`${at}/ref`, "value or ref, not both", "Remove one"],
  ],
  [withCondition({ path: "args.x", op: "regex", ref: "args.y" }), [`${at}/ref`, "regex takes no ref", "Write a value"]],
  [withCondition({ path: "arg.x", op: "exists" }), [`${at}/path`, "begins with none of args", "Write for example"]],
  [
    withCondition({ path: "args", op: "exists" }),
    [`${at}/path`, "it names no field: write args.<field>", "Write for example"],
  ],
  [
    withCondition({ path: "args.", op: "exists" }),
    [`${at}/path`, "cannot be read from character 5", "Write for example"],
  ],
  [
    withCondition({ path: "args.a[", op: "exists" }),
    [`${at}/path`, "cannot be read from character 7", "Write for example"],
  ],
  [withCondition({ path: "args.a[-1]", op: "exists" }), [`${at}/path`, "cannot be read", "Write for example"]],
  [withCondition({ path: 'args["a]', op: "exists" }), [`${at}/path`, "cannot be read", "Write for example"]],
  [
    withCondition({ path: "output.x", op: "exists" }),
    [`${at}/path`, "output is not known at this place", "Begin the path with one of args"],
  ],
  [
    withCondition({ path: "args.x", op: "eq", ref: "outer.args.y" }),
    [`${at}/ref`, "outer is not known at this place", "Begin the path"],
  ],
  [
    withCondition({ path: "args.x", op: "eq", ref: "output.y" }),
    [`${at}/ref`, "output is not known at this place", "Begin the path"],
  ],
  [
    withCondition({ paht: "args.x", op: "eq", value: 1 }),
    [at, "A condition has path and op, or one of", 'Did you mean "path" instead of "paht"?'],
  ],
  [withCondition({}), [at, "A condition has path and op", "Write for example"]],
  [withCondition([]), [at, "A condition has path and op", "Write for example"]],
  [withCondition({ any: [] }), [`${at}/any`, "never holds", "Add a condition"]],
  [
    withCondition({ not: { all: [{ path: "x", op: "exists" }] } }),
    [`${at}/not/all/0/path`, "cannot be read", "Write for example"],
  ],
  [
    withCondition({ formerly: { tool: "a.b" } }),
    [`${at}/formerly/within`, '"within" is missing', 'Add for example "within": "1h"'],
  ],
  [
    withCondition({ formerly: { tool: "a.b", within: "1 hour" } }),
    [`${at}/formerly/within`, "expected a number and s, m, h or d".slice(1), "Change"],
  ],
  [
    withCondition({ formerly: { tool: "a.b", within: "32d" } }),
    [`${at}/formerly/within`, "is longer than", "Write at most 31d"],
  ],
  [withCondition({ formerly: { within: "1h" } }), [`${at}/formerly/tool`, "expected a tool pattern", "Write"]],
  [
    withCondition({ formerly: { tool: "a.b", within: "1h", whre: [] } }),
    [`${at}/formerly/whre`, 'no key "whre"', 'Did you mean "where"?'],
  ],
  [
    withCondition({ formerly: { tool: "a.b", within: "1h", where: [{ path: "output.x", op: "regex", value: "[" }] } }),
    [`${at}/formerly/where/0/value`, "not a regular expression", "Write"],
  ],
  [
    withCondition({
      since: { tool: "a.b", within: "1h", without: { tool: "c.d", where: [{ path: "q.x", op: "exists" }] } },
    }),
    [`${at}/since/without/where/0/path`, "begins with none of", "Write"],
  ],
  [
    withCondition({ count: { tool: "a.b", within: "1h" }, op: "in", value: 1 }),
    [`${at}/op`, '"in" is not one of', "Write one of"],
  ],
  [
    withCondition({ count: { tool: "a.b", within: "1h" }, op: "lt" }),
    [`${at}/value`, '"value" is missing', 'Add "value"'],
  ],
  [
    withCondition({ count: { tool: "a.b", within: "1h", distinct: "x" }, op: "lt", value: 1 }),
    [`${at}/count/distinct`, "cannot be read", "Write"],
  ],
  [
    withCondition({
      count: { tool: "a.b", within: "1h", distinct: "args.x", each: { tool: "c.d", within: "1h" } },
      op: "lt",
      value: 1,
    }),
    [`${at}/count/distinct`, "last call of a chain", "innermost each"],
  ],
  [
    withCondition({ sum: { tool: "a.b", within: "1h" }, op: "lt", value: 1 }),
    [`${at}/sum/of`, '"of" is missing', 'Add "of"'],
  ],
  [
    withCondition({ sum: { tool: "a.b", within: "1h", of: "principal.x" }, op: "lt", value: 1 }),
    [`${at}/sum/of`, "principal is not known at this place", "Begin"],
  ],
  [
    withRule({ limits: [{ counter: "c", window: "week", max: 1 }] }),
    ["/tools/a.b/limits/0/window", "minute, hour, day, run, session", "Change"],
  ],
  [
    withRule({ limits: [{ counter: "c", window: "40d", max: 1 }] }),
    ["/tools/a.b/limits/0/window", "longer than 31 days", 'Write at most "31d"'],
  ],
  [withRule({ limits: [{ counter: "c", window: 0, max: 1 }] }), ["/tools/a.b/limits/0/window", "", "Change"]],
  [withRule({ limits: [{ counter: "c", window: "day", max: -1 }] }), ["/tools/a.b/limits/0/max", "", "Change"]],
  [
    withRule({ limits: [{ counter: "c", window: "day", max: "1" }] }),
    ["/tools/a.b/limits/0/max", "must be a number", "Write a number"],
  ],
  [
    withRule({ limits: [{ counter: "a b", window: "day", max: 1 }] }),
    ["/tools/a.b/limits/0/counter", "letters, digits", "Change"],
  ],
  [withRule({ limits: [{ ...limit, scope: "user" }] }), ["/tools/a.b/limits/0/scope", "not one of", "Write one of"]],
  [
    withRule({ limits: [{ ...limit, increment_from: "output.x" }] }),
    ["/tools/a.b/limits/0/increment_from", "output is not known", "Begin"],
  ],
  [withRule({ limits: [limit, limit] }), ["/tools/a.b/limits/1/counter", "is used twice", "another name"]],
  [withRule({ rate_limit: { max: 1, window: "often" } }), ["/tools/a.b/rate_limit/window", "", "Change"]],
  [{ ...base, all_tools: { action: "deny" } }, ["/all_tools/action", 'no key "action"', "Remove it"]],
  [
    { ...base, flows: [{ from: "privat", to: "a.b" }], labels: { private: ["m.*"] } },
    ["/flows/0/from", 'no label "privat"', 'Did you mean "private"?'],
  ],
  [{ ...base, flows: [{ from: "a.b", to: "external" }] }, ["/flows/0/to", 'no label "external"', "Add it to labels"]],
  [
    { ...base, flows: [{ from: "a.b", to: "c.d", unless: "asked" }] },
    ["/flows/0/unless", "not one of", "Write one of"],
  ],
  [{ ...base, approvals: { wait_ms: -1 } }, ["/approvals/wait_ms", "", "Change"]],
];

it.each(rows)("%j", (document, ...want) => {
  const validation = validatePolicy(document);
  const problems = validation.ok ? [] : validation.problems;
  expect(problems.map(({ path }) => path)).toStrictEqual(want.map(([path]) => path));
  for (const [index, [, message, fix]] of want.entries()) {
    expect(problems[index]?.message).toContain(message);
    expect(problems[index]?.fix).toContain(fix);
  }
});

it("reports all mistakes at once", () => {
  const validation = validatePolicy({
    version: "2",
    defualt: "deny",
    hide: [5],
    tools: {
      "a.b": {
        require: [
          { path: "args.x", op: "lt", value: "(" },
          { path: "y", op: "regex", value: "(" },
        ],
        limit: [],
      },
      "c.d": { deny_if: [{ formerly: { tool: "e.f" } }], limits: [{ counter: "n", window: "day" }] },
    },
    flows: [{ from: "nothing", to: "c.d" }],
  });
  const paths = validation.ok ? [] : validation.problems.map(({ path }) => path);
  expect(paths.toSorted()).toStrictEqual([
    "/default",
    "/defualt",
    "/flows/0/from",
    "/hide/0",
    "/tools/a.b/limit",
    "/tools/a.b/require/1/path",
    "/tools/a.b/require/1/value",
    "/tools/c.d/deny_if/0/formerly/within",
    "/tools/c.d/limits/0/max",
    "/version",
  ]);
});

describe("bounds", () => {
  it.each([
    [
      "levels",
      `{"version":"1","default":"deny","tools":{"a.b":{"deny_if":[${'{"not":'.repeat(10_000)}5${"}".repeat(10_000)}]}}}`,
    ],
    [
      "conditions",
      JSON.stringify(withRule({ deny_if: Array.from({ length: 5_001 }, () => ({ path: "args.x", op: "exists" })) })),
    ],
    [
      "regular expressions",
      JSON.stringify(
        withRule({ deny_if: Array.from({ length: 501 }, () => ({ path: "args.x", op: "regex", value: "a" })) }),
      ),
    ],
    [
      "regular expressions",
      JSON.stringify({
        ...base,
        patterns: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`p${n}`, "(?:a?){4900}0"])),
      }),
    ],
    ["characters", " ".repeat(1_000_001)],
  ])("refuse too many %s", (what, document) => {
    const validation = validatePolicy(document);
    expect(validation).toMatchObject({ ok: false });
    expect(JSON.stringify(validation)).toContain(what);
  });
});

it.each([
  [{ version: "1", default: "deny" }, ["/default"]],
  [{ version: "1", default: "deny", tools: { execute_code: {} } }, ["/default"]],
  [{ version: "1", default: "deny", tools: { get: {} } }, ["/tools/get"]],
  [{ ...base, labels: { private: [], other: [] }, flows: [{ from: "private", to: "a.b" }] }, ["/labels/private"]],
  [{ ...base, labels: { out: [] }, data: [{ kinds: ["card"], action: "block", tools: "out" }] }, ["/labels/out"]],
  [{ version: "1", default: "deny", tools: { "a.b": {} } }, []],
  [{ version: "1", default: "allow" }, []],
])("warns of what is allowed and probably not meant: %j", (document, paths) => {
  const validation = validatePolicy(document);
  expect(validation.ok ? validation.warnings.map(({ path }) => path) : "refused").toStrictEqual(paths);
});

it("says what a name without a dot stands for", () => {
  expect(validatePolicy({ ...base, tools: { snd: {}, "out*": {} } })).toMatchObject({
    warnings: [
      {
        message: '"snd" stands for "*.snd": the tool of that name on every server that has one.',
        fix: 'Write "server.snd" to name one.',
      },
      {
        message: '"out*" stands for "*.out*": such tools of every server.',
        fix: 'Write "server.out*" for those of one server, or "out*.*" if it is the name of a server.',
      },
    ],
  });
});

/** Of the fuzzer that runs for longer with `npm run fuzz -- policy-documents`. */
it("never throws and never accepts what cannot decide", async () => {
  const findings: string[] = [];
  const tried = await run({ seed: 7, until: 0, report: (finding) => findings.push(finding) });
  expect(findings).toStrictEqual([]);
  expect(tried).toBeGreaterThan(500);
});

describe("a document with very many mistakes takes no longer and says no more than one with a hundred", () => {
  const many = (prefix: string): readonly string[] => Array.from({ length: 5_000 }, (_, n) => `${prefix}_${n}`);
  const named = (prefix: string, value: unknown): object =>
    Object.fromEntries(many(prefix).map((name) => [name, value]));
  const flows = many("wrong").slice(0, 1_000);
  it.each<[string, object]>([
    ["keys", named("key", 1)],
    ["rules", { tools: named("s.t", { nope: 1 }) }],
    ["kinds", { patterns: named("kind", "x"), data: [{ kinds: many("wrong"), action: "redact" }] }],
    ["labels of flows", { labels: named("label", ["a.b"]), flows: flows.map((from) => ({ from, to: "a.b" })) }],
    [
      "labels of data",
      { labels: named("label", ["a.b"]), data: [{ tools: many("wrong"), kinds: ["card"], action: "redact" }] },
    ],
  ])("%s", (_what, more) => {
    const started = performance.now();
    const validation = validatePolicy({ ...base, ...more });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(validation.ok).toBe(false);
    const problems = validation.ok ? [] : validation.problems;
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(MAX_PROBLEMS);
    expect(JSON.stringify(problems).length).toBeLessThan(200_000);
  });

  it("and one that is too long is not searched, whether it comes as a text or not", () => {
    const long = { ...base, tools: named(`s.${"t".repeat(240)}`, {}) };
    const problems = [{ path: "", message: expect.stringContaining("characters") as unknown }];
    expect(validatePolicy(long)).toMatchObject({ problems });
    expect(validatePolicy(JSON.stringify(long))).toMatchObject({ problems });
  });
});
