/** Patterns that are written like literals of JavaScript are named, because a rule with one forbids nothing. */
import { expect, it } from "vitest";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";
import { validatePolicy } from "../../src/policy/document/validate.ts";

const base = { version: "1", default: "allow" };
const withPattern = (value: string) => ({
  ...base,
  tools: { "files.read": { deny_if: [{ path: "args.path", op: "regex", value }] } },
});

it.each([
  { given: "/etc/i", want: "(?i)etc" },
  { given: "/etc/g", want: "etc" },
  { given: "/^\\/etc\\/shadow$/", want: "^/etc/shadow$" },
  { given: "/secret$/", want: "secret$" },
])("$given is accepted with a warning that says how it is written", ({ given, want }) => {
  expect(validatePolicy(withPattern(given))).toMatchObject({
    ok: true,
    warnings: [
      {
        path: "/tools/files.read/deny_if/0/value",
        message: `The slashes of the pattern ${JSON.stringify(given)}, and what follows them, are part of what it matches.`,
        fix: `Write ${JSON.stringify(want)} if they are not part of the pattern.`,
      },
    ],
  });
});

it.each(["/etc/", "/etc/hosts", "/usr/bin/dig", "^/etc/", "(?i)/etc/", "/", "//", "/i", "etc"])(
  "%s has no warning",
  (given) => {
    expect(validatePolicy(withPattern(given))).toMatchObject({ ok: true, warnings: [] });
  },
);

it("finds them in every condition, and in patterns of data", () => {
  const regex = { path: "args.path", op: "regex", value: "/x/i" };
  const document = {
    ...base,
    all_tools: { require: [{ not: { formerly: { tool: "a.b", within: "1h", where: [regex] } } }] },
    patterns: { ticket: "/T-[0-9]+/g" },
    data: [{ kinds: ["ticket"], action: "redact" }],
  };
  const validation = validatePolicy(document);
  expect(validation.ok ? validation.warnings.map(({ path }) => path) : validation.problems).toStrictEqual([
    "/all_tools/require/0/not/formerly/where/0/value",
    "/patterns/ticket",
  ]);
});

it("is a note of gateway.json", () => {
  const parsed = parseGatewayConfig({ mcpServers: { files: { type: "local" } }, policy: withPattern("/etc/i") });
  const text = expect.stringMatching(/^policy\/tools\/files\.read\/deny_if\/0\/value: The slashes .* "\(\?i\)etc"/);
  expect(parsed).toMatchObject({ ok: true, problems: [], notes: [{ text }] });
});
