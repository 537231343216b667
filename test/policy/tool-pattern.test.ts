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

// Scripts call `deleteRepo` so, and the owner of the gateway reads these spellings in the record of runs.
it.each(["github.delete_repo", "github.DeleteRepo", "github.delete-repo", "*.delete_repo", "delete_repo"])(
  "%s restricts github.deleteRepo, and allows nothing",
  (text) => {
    const pattern = toolPattern(text, originals);
    expect(pattern.matches("github.deleteRepo")).toBe(true);
    expect(pattern.shows("github.deleteRepo")).toBe(false);
    expect(pattern.names("github.deleteRepo")).toBe(false);
    expect(pattern.matches("github.deleteRepos")).toBe(false);
    expect(mayConcern(text, "github")).toBe(true);
  },
);

it("leaves the marks of a glob what they are, and a name of marks alone", () => {
  expect(toolPattern("github.set_*", originals).matches("github.settle")).toBe(false);
  expect(toolPattern("github.delete_*", originals).matches("github.deleteRepo")).toBe(false);
  expect(toolPattern("github.$", originals).matches("github.€")).toBe(false);
});

it("finds the letters of a tool's original name", () => {
  const renamed = (path: string): readonly string[] => (path === "github.get" ? ["github.fetchAll"] : []);
  expect(toolPattern("github.fetch_all", renamed).matches("github.get")).toBe(true);
  expect(toolPattern("github.fetch_all", renamed).names("github.get")).toBe(false);
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
