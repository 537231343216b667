/** Rules about servers that there are not are named, because a misspelled one leaves allowed what it denies. */
import { describe, expect, it } from "vitest";
import { policySchema } from "../../src/policy/document/document.ts";
import { unknownServers } from "../../src/policy/document/unknown-servers.ts";

const SERVERS = ["github", "my-server", "io.github.files"];
const base = { version: "1", default: "allow" };
const pathsOf = (document: object) =>
  unknownServers(policySchema.parse({ ...base, ...document }), SERVERS).map(({ path }) => path);

describe("unknownServers", () => {
  it("says which server is meant", () => {
    const warnings = unknownServers(
      policySchema.parse({ ...base, tools: { "githb.delete": { action: "deny" } } }),
      SERVERS,
    );
    const message = expect.stringMatching(/^gateway\.json has no server "githb", so "githb\.delete" concerns nothing/);
    expect(warnings).toStrictEqual([{ path: "/tools/githb.delete", message, fix: 'Did you mean "github"?' }]);
  });

  it.each([
    "github.delete",
    "my-server.x",
    "my_server.x",
    "io.github.files.read",
    "io_github_files.read",
    "fetch.request",
    "*.delete",
    "git*.delete",
    "delete",
    "*",
    "execute_code",
  ])("knows the server of %s", (name) => {
    expect(pathsOf({ tools: { [name]: { action: "deny" } } })).toStrictEqual([]);
  });

  it("looks at every place that names tools", () => {
    const earlier = { formerly: { tool: ["no.a", "github.a"], where: [{ previous: { tool: "no.b" } }] } };
    const document = {
      hide: ["github.x", "no.x"],
      labels: { private: ["no.x"] },
      tiers: { "no.x": "read" },
      tools: { "github.x": { deny_if: [{ not: earlier }] }, "github.tool": {} },
      all_tools: { require: [{ previous: { tool: "no.c" } }] },
      flows: [{ from: "private", with: "no.x", to: ["no.x"] }],
      data: [{ kinds: ["email"], action: "tokenize", tools: "no.x", reveal: ["no.x"] }],
    };
    expect(pathsOf(document).toSorted()).toStrictEqual(
      [
        "/all_tools/require/0/previous/tool",
        "/data/0/reveal/0",
        "/data/0/tools",
        "/flows/0/to/0",
        "/flows/0/with",
        "/hide/1",
        "/labels/private/0",
        "/tiers/no.x",
        "/tools/github.x/deny_if/0/not/formerly/tool/0",
        "/tools/github.x/deny_if/0/not/formerly/where/0/previous/tool",
      ].toSorted(),
    );
  });
});
