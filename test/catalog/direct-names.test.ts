/** Names of tools that are exposed directly: accepted by every client, and of one tool each. */
import { expect, it } from "vitest";
import { directName } from "../../src/catalog/direct-names.ts";

it.each([
  { given: ["github", "create_issue"], want: /^github__create_issue$/ },
  { given: ["github", "_private"], want: /^github___private$/ },
  { given: ["google-drive", "search.files"], want: /^google-drive__search_files_[0-9a-f]{8}$/ },
  { given: ["a__b", "c"], want: /^a__b__c_[0-9a-f]{8}$/ },
  { given: ["a_", "b"], want: /^a___b_[0-9a-f]{8}$/ },
  { given: ["s", "x".repeat(100)], want: /^s__x{52}_[0-9a-f]{8}$/ },
  { given: ["s", "発行"], want: /^s_____[0-9a-f]{8}$/ },
] as const)("$given", ({ given: [server, tool], want }) => {
  const name = directName(server, tool);
  expect(name).toMatch(want);
  expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
});

it("keeps apart what would be written alike", () => {
  const pairs = [
    ["a", "b__c"],
    ["a__b", "c"],
    ["a", "_b"],
    ["a_", "b"],
    ["a", "b.c"],
    ["a", "b-c"],
    ["a", "b c"],
  ] as const;
  expect(new Set(pairs.map(([server, tool]) => directName(server, tool))).size).toBe(pairs.length);
});
