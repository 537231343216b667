/** Rules about personal data and secrets: mistakes in a document, which rule decides about a value, and what a search may cost. */
import { describe, expect, it } from "vitest";
import { MAX_DATA_BYTES, MAX_DATA_CHARS, MAX_DATA_MATCHES } from "../../src/limits/data-limits.ts";
import { compilePattern } from "../../src/patterns/pattern.ts";
import { compilePolicy } from "../../src/policy/compile.ts";
import type { Direction, ToolData } from "../../src/policy/data/data-rules.ts";
import { inspectBytes } from "../../src/policy/data/inspect-bytes.ts";
import { inspectJson, type InspectedJson } from "../../src/policy/data/inspect-json.ts";
import { validatePolicy } from "../../src/policy/document/validate.ts";

const ALLOW = { version: "1", default: "allow" } as const;

function problemsOf(document: object): readonly string[] {
  const validation = validatePolicy({ ...ALLOW, ...document });
  return validation.ok ? [] : validation.problems.map(({ path, message, fix }) => `${path} ${message} ${fix}`);
}

describe("a mistake is named with its place and what to write instead", () => {
  it.each([
    {
      given: { data: [{ kinds: ["emial"], action: "redact" }] },
      want: '/data/0/kinds/0 There is no kind "emial". Did you mean "email"?',
    },
    {
      given: { data: [{ kinds: ["case"], action: "redact" }], patterns: { case_id: "C-[0-9]+" } },
      want: '/data/0/kinds/0 There is no kind "case". Did you mean "case_id"?',
    },
    {
      given: { data: [{ kinds: ["zzzzzz"], action: "redact" }] },
      want: '/data/0/kinds/0 There is no kind "zzzzzz". Write one of secret, card, email, phone, iban, or add it to patterns.',
    },
    {
      given: { data: [{ kinds: ["email"], action: "redcat" }] },
      want: '/data/0/action "redcat" is not one of "report", "redact", "tokenize", "block". Did you mean "redact"?',
    },
    {
      given: { data: [{ kinds: ["email"] }] },
      want: '/data/0/action "action" is missing. Add "action": "report" or "redact" or "tokenize" or "block".',
    },
    {
      given: { data: [{ kinds: [], action: "redact" }] },
      want: "/data/0/kinds Name at least one kind (got []). Change the value.",
    },
    {
      given: { data: [{ kinds: ["email"], action: "redact", tool: "a.b" }] },
      want: '/data/0/tool There is no key "tool" here. Did you mean "tools"?',
    },
    { given: { data: { kinds: ["email"], action: "redact" } }, want: "/data This must be a list" },
    {
      given: { data: [{ kinds: ["email"], action: "redact", in: "result" }] },
      want: '/data/0/in "result" is not one of "results", "arguments", "both". Did you mean "results"?',
    },
    {
      given: { data: [{ kinds: ["email"], action: "tokenize", in: "both" }] },
      want: "/data/0/in A rule that tokenizes looks at results; values in arguments come from the script itself. Remove it, or add a rule with another action for arguments.",
    },
    {
      given: { data: [{ kinds: ["email"], action: "redact", reveal: ["mail.send"] }] },
      want: '/data/0/reveal The action "redact" makes no tokens that reveal could turn back. Remove it, or write "action": "tokenize".',
    },
    {
      given: { data: [{ kinds: ["email"], action: "report", on_deny: "no" }] },
      want: '/data/0/on_deny The action "report" denies nothing. Remove it, or write "action": "block".',
    },
    {
      given: { labels: { outside: ["mail.*"] }, data: [{ kinds: ["email"], action: "block", tools: "outsid" }] },
      want: '/data/0/tools There is no label "outsid". Did you mean "outside"?',
    },
    {
      given: { patterns: { email: "x" } },
      want: '/patterns/email "email" is a kind that is recognized already. Give it another name.',
    },
    {
      given: { patterns: { x: "(?=a)b" } },
      want: '/patterns/x The pattern "(?=a)b" cannot be used: it looks ahead or behind. Write a regular expression without look-around and back-references.',
    },
    {
      given: { patterns: { x: "a(" } },
      want: '/patterns/x The pattern "a(" cannot be used: it is not a regular expression.',
    },
    {
      given: { patterns: { x: "a*" } },
      want: '/patterns/x The pattern "a*" matches the empty text. Let it match at least one character.',
    },
    { given: { patterns: { "Case Id": "x" } }, want: '/patterns/Case Id "Case Id" is not a valid name here' },
    { given: { patterns: { x: 5 } }, want: "/patterns/x " },
  ])("$given", ({ given, want }) => {
    expect(problemsOf(given)).toEqual([expect.stringContaining(want)]);
  });

  it("and all at once", () => {
    const data = [
      { kinds: ["emial", "email", "fone"], action: "redact" },
      { kinds: ["card"], action: "report", reveal: "x.y" },
    ];
    const paths = problemsOf({ data, patterns: { card: "x", y: "" } }).map((text) => text.split(" ")[0]);
    expect(paths.toSorted()).toEqual(
      ["/data/0/kinds/0", "/data/0/kinds/2", "/data/1/reveal", "/patterns/card", "/patterns/y"].toSorted(),
    );
  });
});

describe("bytes", () => {
  const wanted = (action: string) => dataFor([{ kinds: ["email"], action }])?.results ?? [];

  it("over the budget are not read, and withheld where a rule would change something", () => {
    const unread: Iterable<string> = {
      [Symbol.iterator]: () => {
        throw new Error("They are read.");
      },
    };
    const size = MAX_DATA_BYTES + 1;
    expect(inspectBytes(size, unread, wanted("redact"))).toMatchObject({ ok: false, kind: undefined, findings: [] });
    expect(inspectBytes(size, unread, wanted("report"))).toMatchObject({ ok: true, findings: [{ count: -1 }] });
    expect(inspectBytes(size, unread, [])).toMatchObject({ ok: true, findings: [] });
  });

  it("make no further text where one has a value that a rule changes", () => {
    const made: string[] = [];
    function* texts(): Generator<string> {
      for (const text of ["none", "ann@example.com", "late"]) {
        made.push(text);
        yield text;
      }
    }
    expect(inspectBytes(9, texts(), wanted("redact"))).toMatchObject({ ok: false, kind: "email", isChanged: true });
    expect(made).toEqual(["none", "ann@example.com"]);
  });
});

type Rules = readonly Readonly<Record<string, unknown>>[];

function inspect(
  rules: Rules,
  value: unknown,
  direction: Direction = "results",
  path = "crm.find",
): InspectedJson | "free" {
  const data = dataFor(rules, path);
  if (data === undefined) return "free";
  return inspectJson(JSON.stringify(value), data[direction], (kind, found) => `[${kind}:${found.length}]`);
}

function dataFor(rules: Rules, path = "crm.find"): ToolData | undefined {
  const patterns = { id: "ID-[0-9]+", word: "(a|b)+", two: '"ID-7"\\s"ID-8"' };
  const validation = validatePolicy({ ...ALLOW, data: rules, patterns, labels: { out: ["mail.*"] } });
  if (!validation.ok) throw new Error(JSON.stringify(validation.problems));
  return compilePolicy(validation.document).data?.toolData(path);
}

function valueOf(inspected: InspectedJson | "free"): unknown {
  if (inspected === "free") return inspected;
  return inspected.ok ? (JSON.parse(inspected.json) as unknown) : inspected.rule.rule;
}

const redact = { kinds: ["email"], action: "redact" };
const tokenize = { kinds: ["email"], action: "tokenize", tools: "crm.*", reveal: "mail.send" };
const block = { kinds: ["email"], action: "block" };
const MAIL = "ann@example.com";

/** JSON with an address that only its value has. */
const ESCAPED = String.raw`{"to":"ann\u0040example.com"}`;
const CLEAN = '{"to":"[REDACTED:email]"}';

describe("JSON inside of a text", () => {
  const secret = { kinds: ["secret"], action: "redact" };
  const hidden = "[REDACTED:secret]";
  it.each([
    { given: { name: "password", value: "hunter2!x" }, want: { name: "password", value: hidden } },
    { given: { password: 123_456 }, want: { password: hidden } },
    { given: { api_key: ["s3cr3tabcd12"] }, want: { api_key: [hidden] } },
    { given: [JSON.stringify({ password: 123_456 })], want: [JSON.stringify({ password: hidden })] },
  ])("is inspected as the value that it is: $given", ({ given, want }) => {
    const inText = inspect([secret], [JSON.stringify(given)]);
    expect(valueOf(inText)).toEqual([JSON.stringify(want)]);
    expect(valueOf(inspect([{ ...secret, action: "block" }], [JSON.stringify(given)]))).toBe("/data/0");
  });

  it("is inspected without its escapes", () => {
    const escaped = String.raw`{"to":"ann\u0040example.com"}`;
    expect(valueOf(inspect([redact], [escaped]))).toEqual(['{"to":"[REDACTED:email]"}']);
  });

  it.each(["4.242424242424242e15", "4242424242424242.0", "42424242424242420E-1"])(
    "is inspected by its numbers, however they are written: %s",
    (number) => {
      const card = { kinds: ["card"], action: "redact" };
      expect(valueOf(inspect([card], [`{"n":${number},"m":1.0}`]))).toEqual(['{"n":"[REDACTED:card]","m":1.0}']);
      const others = '{"n":4.242424242424243e15,"m":4.2e1,"l":-0}';
      expect(valueOf(inspect([card], [others]))).toEqual([others]);
    },
  );

  it.each([
    { what: "a string", given: String.raw`"ann\u0040example.com"`, want: '"[REDACTED:email]"' },
    { what: "a string with JSON", given: JSON.stringify(ESCAPED), want: JSON.stringify(CLEAN) },
    { what: "JSON after a byte order mark", given: `\uFEFF${ESCAPED}`, want: `\uFEFF${CLEAN}` },
    {
      what: "a string after a byte order mark",
      given: String.raw`${"\uFEFF"}"ann\u0040example.com"`,
      want: '\uFEFF"[REDACTED:email]"',
    },
    {
      what: "JSON after many blanks",
      given: `${" \n".repeat(500)}${ESCAPED}\n`,
      want: `${" \n".repeat(500)}${CLEAN}\n`,
    },
    { what: "JSON Lines", given: `${ESCAPED}\n${ESCAPED}`, want: `${CLEAN}\n${CLEAN}` },
    {
      what: "JSON Lines with other breaks, empty lines and blanks",
      given: `\uFEFF[1.0]\r\n\r\n  ${ESCAPED} \r12345678901234567890\n\n"x"\n`,
      want: `\uFEFF[1.0]\r\n\r\n  ${CLEAN} \r12345678901234567890\n\n"x"\n`,
    },
    {
      what: "JSON Lines with a name that stands twice",
      given: `${ESCAPED}\n{"to":"${MAIL}","to":1}`,
      want: `${CLEAN}\n{"to":"[REDACTED:email]","to":1}`,
    },
    { what: "JSON Lines in a line", given: JSON.stringify(`${ESCAPED}\n1`), want: JSON.stringify(`${CLEAN}\n1`) },
  ])("is inspected where it is $what", ({ given, want }) => {
    expect(valueOf(inspect([redact], [given]))).toEqual([want]);
    expect(valueOf(inspect([block], [given]))).toBe("/data/0");
  });

  it.each([
    { what: "lines of which one is no JSON", given: `${ESCAPED}\nnone`, want: `${ESCAPED}\nnone` },
    { what: "lines of digits", given: "4242424242424242\n1\n", want: "[REDACTED:card]\n1\n" },
    { what: "lines over which a value is spread", given: '"ID-7"\n"ID-8"', want: "[REDACTED:two]" },
  ])("is not seen in $what", ({ given, want }) => {
    const rule = { ...redact, kinds: ["email", "card", "two"] };
    expect(valueOf(inspect([rule], given))).toEqual(want);
  });

  it("of lines is counted once", () => {
    const given = [`{"to":"${MAIL}"}\n{ "to":"${MAIL}" }`, `"${MAIL}"\n"none"`];
    const inspected = inspect([{ ...redact, action: "report" }], given);
    expect(inspected).toMatchObject({ ok: true, findings: [{ kind: "email", count: 3 }] });
  });

  it.each([
    { what: "blanks", given: " ".repeat(300_000) },
    { what: "blanks before a bracket", given: `${" ".repeat(300_000)}[` },
    { what: "line breaks", given: `""${"\r\n".repeat(150_000)}x` },
    { what: "short lines", given: `""\n${"1\n".repeat(150_000)}` },
    { what: "opened lists", given: "[\n".repeat(150_000) },
  ])("takes little time to be looked for in $what", ({ given }) => {
    const started = performance.now();
    expect(valueOf(inspect([redact], given))).toEqual(given);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it("keeps what is not found as it was, and is inspected where a name stands twice", () => {
    const [id, spaced] = ["12345678901234567890", '{ "a": 1.0 }'];
    const given = [`{"id":${id},"to":"${MAIL}"}`, spaced, `{"to":"${MAIL}","to":1}`];
    const want = [`{"id":${id},"to":"[REDACTED:email]"}`, spaced, '{"to":"[REDACTED:email]","to":1}'];
    expect(valueOf(inspect([redact], given))).toEqual(want);
  });

  it("is counted once", () => {
    const inspected = inspect([{ ...redact, action: "report" }], [JSON.stringify({ to: MAIL })]);
    expect(inspected).toMatchObject({ ok: true, findings: [{ kind: "email", count: 1 }] });
  });
});

describe("the rules of a document", () => {
  it.each([
    { rules: [redact], given: [MAIL], want: ["[REDACTED:email]"] },
    { rules: [redact], given: [1, true, null, "x"], want: [1, true, null, "x"] },
    { rules: [redact, tokenize], given: [MAIL], want: ["[REDACTED:email]"] },
    { rules: [tokenize, redact], given: [MAIL], want: ["[REDACTED:email]"] },
    { rules: [tokenize, redact, block], given: [MAIL], want: "/data/2" },
    { rules: [tokenize, block], given: ["none"], want: ["none"] },
    { rules: [{ ...block, mode: "log_only" }, tokenize], given: [MAIL], want: ["[email:15]"] },
    { rules: [{ ...redact, tools: "out" }], given: [MAIL], want: "free" },
    { rules: [{ ...redact, tools: ["out", "crm.*"] }], given: [MAIL], want: ["[REDACTED:email]"] },
    { rules: [{ ...redact, in: "arguments" }], given: [MAIL], want: [MAIL] },
    { rules: [{ ...block, kinds: ["id"] }], given: { "ID-7": 1 }, want: "/data/0" },
    { rules: [{ ...redact, kinds: ["id"] }], given: "ID-7, ID-x, ID-42", want: "[REDACTED:id], ID-x, [REDACTED:id]" },
    { rules: [{ ...redact, kinds: ["word"] }], given: "xabbay ab", want: "x[REDACTED:word]y [REDACTED:word]" },
    { rules: [redact], given: { a: { [MAIL]: [MAIL] } }, want: { a: { "[REDACTED:email]": ["[REDACTED:email]"] } } },
    {
      rules: [redact],
      given: { [MAIL]: 1, "bob@example.com": 2 },
      want: { "[REDACTED:email]": 1, "[REDACTED:email] (1)": 2 },
    },
    {
      rules: [redact],
      given: JSON.parse('{"__proto__":"ann@example.com"}') as unknown,
      want: JSON.parse('{"__proto__":"[REDACTED:email]"}') as unknown,
    },
    { rules: [{ ...redact, kinds: ["secret"] }], given: { password: "x y" }, want: { password: "[REDACTED:secret]" } },
    { rules: [{ ...redact, kinds: ["secret"] }], given: { password: "[SECRET_1]" }, want: { password: "[SECRET_1]" } },
    {
      rules: [{ ...redact, kinds: ["secret"] }],
      given: { password: ["x y"] },
      want: { password: ["[REDACTED:secret]"] },
    },
    {
      rules: [{ ...redact, kinds: ["secret"] }],
      given: { passcode: 482_913, password: 1, tokens: 482_913 },
      want: { passcode: "[REDACTED:secret]", password: 1, tokens: 482_913 },
    },
    {
      rules: [{ ...redact, kinds: ["secret"] }],
      given: {
        env: [
          { name: "DB_PASSWORD", value: "hunter2" },
          { value: "Basic YWJjOmRlZg==", header: "Authorization" },
        ],
      },
      want: {
        env: [
          { name: "DB_PASSWORD", value: "[REDACTED:secret]" },
          { value: "[REDACTED:secret]", header: "Authorization" },
        ],
      },
    },
    ...[
      ["Key", "Value"],
      ["NAME", "VALUE"],
      ["Name", "Value"],
      ["ParameterKey", "ParameterValue"],
      ["parameter_name", "parameter_value"],
      ["headerName", "headerValue"],
    ].map(([name = "", value = ""]) => ({
      rules: [{ ...redact, kinds: ["secret"] }],
      given: [
        { [name]: "DB_PASSWORD", [value]: "hunter2" },
        { [name]: "Stage", [value]: "hunter2" },
        { [name]: "DB_PASSWORD", ResolvedAt: "2024-01-31", KeyId: "k-1", Type: "SecureString" },
      ],
      want: [
        { [name]: "DB_PASSWORD", [value]: "[REDACTED:secret]" },
        { [name]: "Stage", [value]: "hunter2" },
        { [name]: "DB_PASSWORD", ResolvedAt: "2024-01-31", KeyId: "k-1", Type: "SecureString" },
      ],
    })),
    {
      rules: [{ ...redact, kinds: ["secret"] }],
      given: { password: { current: ["hunter22"], owner: "ann" } },
      want: { password: { current: ["[REDACTED:secret]"], owner: "ann" } },
    },
    {
      rules: [{ ...redact, kinds: ["secret"] }],
      given: { password: { type: "string", example: "hunter22" }, name: "password", valid: "hunter22" },
      want: { password: { type: "string", example: "hunter22" }, name: "password", valid: "hunter22" },
    },
    {
      rules: [{ ...redact, kinds: ["secret"] }],
      given: {
        headers: Object.entries({ Accept: "*/*", "X-Api-Key": "abc" }),
        rawHeaders: ["x-api-key", "Zq81kkLmPa0w", "Accept", "*/*"],
        args: ["mysql", "--password", "abc"],
        passwords: ["abc", { id: "a1b2c3d4e5" }],
      },
      want: {
        headers: [
          ["Accept", "*/*"],
          ["X-Api-Key", "[REDACTED:secret]"],
        ],
        rawHeaders: ["x-api-key", "[REDACTED:secret]", "Accept", "*/*"],
        args: ["mysql", "--password", "[REDACTED:secret]"],
        passwords: ["[REDACTED:secret]", { id: "a1b2c3d4e5" }],
      },
    },
    {
      rules: [{ ...redact, kinds: ["secret"] }],
      given: { columns: ["id", "password", "email"], allowed: ["X-Api-Key", "Accept"], secrets: ["DB_PASSWORD"] },
      want: { columns: ["id", "password", "email"], allowed: ["X-Api-Key", "Accept"], secrets: ["DB_PASSWORD"] },
    },
    {
      rules: [{ ...redact, kinds: ["secret"] }],
      given: 'failed: {"name":"X-Api-Key","value":"Zq81kkLmPa0w"}, ["X-Api-Key","Zq81kkLmPa0w"]',
      want: 'failed: {"name":"X-Api-Key","value":"[REDACTED:secret]"}, ["X-Api-Key","[REDACTED:secret]"]',
    },
    { rules: [{ ...redact, kinds: ["card"] }], given: [4_242_424_242_424_242, 4.5], want: ["[REDACTED:card]", 4.5] },
    { rules: [{ ...redact, kinds: ["card"] }], given: [-4_242_424_242_424_242, -4], want: ["-[REDACTED:card]", -4] },
    { rules: [redact], given: `"${MAIL}\\"\n`, want: '"[REDACTED:email]\\"\n' },
  ])("$rules: $given", ({ rules, given, want }) => {
    expect(valueOf(inspect(rules, given))).toEqual(want);
  });

  it.each([
    {
      given: { "[REDACTED:email] (2)": "keep", [MAIL]: 2, "bob@example.com": 3 },
      want: { "[REDACTED:email] (2)": "keep", "[REDACTED:email]": 2, "[REDACTED:email] (3)": 3 },
    },
    {
      given: { [MAIL]: 1, "bob@example.com": 2, "[REDACTED:email] (1)": "keep", "[REDACTED:email]": "keep, too" },
      want: {
        "[REDACTED:email] (2)": 1,
        "[REDACTED:email] (3)": 2,
        "[REDACTED:email] (1)": "keep",
        "[REDACTED:email]": "keep, too",
      },
    },
  ])("lose no value to a name that is there: $given", ({ given, want }) => {
    expect(valueOf(inspect([redact], given))).toEqual(want);
  });

  it("find names for thousands of values among thousands that are taken", () => {
    const count = 10_000;
    const numbers = Array.from({ length: count }, (_, index) => index);
    const given = Object.fromEntries([
      ...numbers.map((index) => [`[REDACTED:email] (${count + index})`, index]),
      ...numbers.map((index) => [`a${index}@b.example`, count + index]),
    ]);
    const started = performance.now();
    const inspected = valueOf(inspect([redact], given)) as object;
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(Object.values(inspected)).toEqual(Object.values(given));
  });

  it("tokenize the answers of tools that may know the values", () => {
    expect(valueOf(inspect([tokenize], [MAIL], "results", "mail.send"))).toEqual(["[email:15]"]);
    expect(valueOf(inspect([tokenize], [MAIL], "results", "mail.list"))).toBe("free");
  });

  it("count what they find", () => {
    const inspected = inspect([redact, { ...redact, action: "report" }], [MAIL, { [MAIL]: 1 }]);
    const counts = inspected === "free" ? [] : inspected.findings.map(({ rule, count }) => [rule.rule, count]);
    expect(counts).toEqual([
      ["/data/0", 2],
      ["/data/1", 2],
    ]);
  });

  it("leave the text of a value alone in which they find nothing", () => {
    const json = '{ "a" : 1.0 }';
    const data = compilePolicy({ ...ALLOW, data: [{ kinds: ["email"], action: "redact" }] }).data?.toolData("a.b");
    expect(inspectJson(json, data?.results ?? [], () => "")).toEqual({ ok: true, json, findings: [] });
  });
});

describe("over the budget", () => {
  const emails = Array.from({ length: MAX_DATA_MATCHES + 1 }, (_, index) => `a${index}@b.example`);

  it.each([{ given: "x".repeat(MAX_DATA_CHARS) }, { given: emails }, { given: emails.join(" ") }])(
    "a value is refused by a rule that would have changed it, and passes one that reports",
    ({ given }) => {
      for (const rule of [redact, block, tokenize]) expect(valueOf(inspect([rule], given))).toBe("/data/0");
      const reported = inspect([{ ...redact, action: "report" }], given);
      expect(valueOf(reported)).toEqual(given);
      expect(reported).toMatchObject({ findings: [{ kind: "email", count: -1 }] });
    },
  );

  it("a pattern that reads on and on is ended", () => {
    const validation = validatePolicy({
      ...ALLOW,
      data: [{ kinds: ["x"], action: "redact" }],
      patterns: { x: "a|a.*b" },
    });
    const data = validation.ok ? compilePolicy(validation.document).data?.toolData("a.b") : undefined;
    const inspected = inspectJson(JSON.stringify("a".repeat(100_000)), data?.results ?? [], () => "");
    expect(inspected).toMatchObject({ ok: false, rule: { rule: "/data/0" } });
  });
});

describe("a value that was sent is found in an answer", () => {
  const VALUE = "Ann's 1 & 2/é@Example.com";
  it.each([
    VALUE,
    VALUE.toLowerCase(),
    VALUE.toUpperCase(),
    encodeURIComponent(VALUE),
    encodeURIComponent(VALUE).replaceAll("'", "%27"),
    encodeURIComponent(VALUE).replaceAll(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams({ q: VALUE }).toString().slice(2),
  ])("%s", (form) => {
    const inspected = inspectJson(JSON.stringify({ at: `x/${form}?y` }), [], () => "", new Map([[VALUE, "[EMAIL_1]"]]));
    expect(valueOf(inspected)).toEqual({ at: "x/[EMAIL_1]?y" });
  });

  it("as JSON in a text", () => {
    const key = 'first\n"second"';
    const text = JSON.stringify({ key });
    const inspected = inspectJson(JSON.stringify(text), [], () => "", new Map([[key, "[SECRET_1]"]]));
    expect(valueOf(inspected)).toBe('{"key":"[SECRET_1]"}');
  });
});

describe("a pattern is found as the platform finds its longest alternative", () => {
  it.each([
    { pattern: "CASE-[0-9]+", text: "a CASE-1, CASE-22." },
    { pattern: "[a-z]+@[a-z]+", text: "x@y zz@ww @ a@" },
    { pattern: "^ab?", text: "abab" },
    { pattern: "b$", text: "abb" },
    { pattern: "\\bfoo\\b", text: "foo food foo" },
    { pattern: "\\d{3}-\\d{2}", text: "123-45-678-90 123-4" },
    { pattern: "😀+", text: "x😀😀y😀" },
    { pattern: "aab|aabb", text: "aabbaab" },
    { pattern: "x*y", text: "xxxyyxx" },
    { pattern: "(ab)+", text: "ababab a ab" },
    { pattern: ".", text: "a\nb" },
    { pattern: "[^,]+", text: "a,,bc" },
  ])("$pattern in $text", ({ pattern, text }) => {
    const compiled = compilePattern(pattern);
    if (typeof compiled === "string") throw new Error(compiled);
    const found: string[] = [];
    for (let from = 0; ;) {
      const match = compiled.find(text, from, () => undefined);
      if (match === undefined) break;
      found.push(text.slice(match.start, match.end));
      from = match.end;
    }
    const longest = pattern === "aab|aabb" ? "aabb|aab" : pattern;
    expect(found).toEqual([...text.matchAll(new RegExp(longest, "gu"))].map(([match]) => match));
  });
});
