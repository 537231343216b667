/** Names of tools in a policy, where the name of their server has dots. */
import { expect, it } from "vitest";
import { renamedTools } from "../../src/enforcement/renamed-tools.ts";
import { mayConcern, toolPattern } from "../../src/policy/values/tool-pattern.ts";

const entry = { url: "https://mcp.example.com" };
const servers = { github: entry, "io.files": entry, "io.github.files": entry } as const;
const { originals } = renamedTools(servers as unknown as Parameters<typeof renamedTools>[0]);

it.each([
  ["io_files.read", "io.files.read"],
  ["io_github_files.read_one", "io.github.files.read-one"],
  ["io_files.*", "io.files.read"],
  ["io.files.read", "io.files.read"],
  ["io.files.read_one", "io.files.read-one"],
])("%s restricts %s", (text, path) => {
  expect(toolPattern(text, originals).matches(path)).toBe(true);
});

it.each([
  ["io_files.read", "io.files.write"],
  ["files.read", "io.files.read"],
  // A tool of github, whatever it calls itself.
  ["github_enterprise.approve", "github.enterprise.approve"],
  ["github-enterprise.*", "github.enterprise.list"],
])("%s does not restrict %s", (text, path) => {
  expect(toolPattern(text, originals).matches(path)).toBe(false);
});

it("allows with the dots of the name alone", () => {
  expect(toolPattern("io_files.read", originals).names("io.files.read")).toBe(false);
  expect(toolPattern("io.files.read", originals).names("io.files.read")).toBe(true);
});

it.each([
  ["acme.*.delete_*", "acme.crm", true],
  ["acme.c*.delete_user", "acme.crm", true],
  ["acme.crm.*", "acme.crm", true],
  ["acme.crm.drop", "acme.crm", true],
  ["acme_crm.drop", "acme.crm", true],
  ["acme.crm-x.drop", "acme.crm_x", true],
  ["ac*", "acme.crm", true],
  ["acme.erp.*", "acme.crm", false],
  ["acme.crmx.drop", "acme.crm", false],
  ["acme.c*", "acme.erp", false],
])("that %s may concern %s is %s", (text, server, expected) => {
  expect(mayConcern(text, server)).toBe(expected);
});
