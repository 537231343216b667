/** What must never be written down, in every form in which it may turn up. Pure. */
import { describe, expect, it } from "vitest";
import { createRedact } from "../../src/ledger/redact.ts";

const SECRET = 'p4ss"w\\ord/+ü1';
const redact = createRedact([SECRET, "short", "", "abcdef123456", "abcdef123456789"]);

describe("configured secrets", () => {
  it.each([
    { form: "as they are", given: `x ${SECRET} y` },
    { form: "in JSON", given: JSON.stringify({ a: SECRET }) },
    { form: "in JSON inside JSON", given: JSON.stringify({ a: JSON.stringify({ b: SECRET }) }) },
    { form: "in a URL", given: `https://x/?q=${encodeURIComponent(SECRET)}&r=1` },
    { form: "in base64", given: Buffer.from(`user:${SECRET}`).toString("base64") },
    { form: "in base64, another offset", given: Buffer.from(`us:${SECRET}!`).toString("base64") },
    { form: "in base64, a third", given: Buffer.from(`u:${SECRET}!!`).toString("base64") },
  ])("are found $form", ({ given }) => {
    const clean = redact(given);
    expect(clean).toContain("[redacted]");
    const decoded = Buffer.from(clean.replaceAll("[redacted]", ""), "base64").toString();
    expect(decoded).not.toContain("ord/+");
  });

  it("leave JSON what it was", () => {
    const value = { a: [SECRET, { b: `${SECRET}${SECRET}` }], c: "short" };
    expect(JSON.parse(redact(JSON.stringify(value)))).toStrictEqual({
      a: ["[redacted]", { b: "[redacted][redacted]" }],
      c: "short",
    });
  });

  it("that begin alike are both gone", () => {
    expect(redact("abcdef123456789 abcdef123456")).toBe("[redacted] [redacted]");
  });
});

const JWT = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"].join(".");

describe("what looks like a credential", () => {
  it.each([
    ["GitHub", `ghp_${"a1B2".repeat(9)}`],
    ["Slack", `xoxb-${"123456789012-".repeat(2)}abc`],
    ["AWS", "AKIAIOSFODNN7EXAMPLE"],
    ["a JWT", JWT],
    ["a private key", `-----BEGIN RSA PRIVATE KEY-----\nMIIE${"a".repeat(60)}\n-----END RSA PRIVATE KEY-----`],
  ])("is taken out: %s", (_what, token) => {
    const clean = redact(JSON.stringify({ note: `use ${token} now` }));
    expect(clean).not.toContain(token.slice(4, 20));
    expect(JSON.parse(clean)).toHaveProperty("note");
  });

  it.each([
    { given: { authorization: "Basic x" }, want: { authorization: "[redacted]" } },
    { given: { Authorization: `Bearer ${"t".repeat(20)}` }, want: { Authorization: "[redacted]" } },
    {
      given: { "X-API-Key": "k", password: "p", api_key: "a" },
      want: { "X-API-Key": "[redacted]", password: "[redacted]", api_key: "[redacted]" },
    },
    { given: { text: `Bearer ${"t".repeat(20)}` }, want: { text: "Bearer [redacted]" } },
    { given: { url: "https://me:hunter2@host/path" }, want: { url: "https://me:[redacted]@host/path" } },
    { given: { nested: '{"client_secret":"abc"}' }, want: { nested: '{"client_secret":"[redacted]"}' } },
    { given: { next_token: "page2", tokens: "3", author: "x", secrets: "none" }, want: undefined },
    { given: { text: "the password is in the vault; a bearer of news" }, want: undefined },
  ])("stands in a field: $given", ({ given, want }) => {
    expect(JSON.parse(redact(JSON.stringify(given)))).toStrictEqual(want ?? given);
  });

  it("is taken out of a script", () => {
    const code = `fetch(u, { headers: { Authorization: "Bearer abc", 'x-api-key': \`k1\` } })`;
    expect(redact(code)).toBe(`fetch(u, { headers: { Authorization: "[redacted]", 'x-api-key': \`[redacted]\` } })`);
  });
});

it.each([
  ["quotes", '"'.repeat(200_000)],
  ["dashes", "-----BEGIN ".repeat(20_000)],
  ["key begins", "-----BEGIN PRIVATE KEY-----a".repeat(2_000)],
  ["dots", "eyJaaaaaaaaaa.".repeat(20_000)],
  ["fields", 'password":  '.repeat(20_000)],
  ["colons", "://a:".repeat(50_000)],
  ["words", "bearer ".repeat(40_000)],
])("takes no long time for hostile %s", (_what, text) => {
  const started = performance.now();
  redact(text);
  expect(performance.now() - started).toBeLessThan(500);
});
