import { describe, expect, it } from "vitest";
import { execboxNames } from "../../../dialects/execbox/names.ts";
import { toolTable } from "../../../src/upstream/tool-table.ts";

describe("execbox's names", () => {
  it.each([
    { given: ["search-docs", "search_docs", "search.docs"], want: ["search_docs", "search_docs__2", "search_docs__3"] },
    { given: ["default", "1tool", "délete", "---"], want: ["default_", "_1tool", "d_lete", "_"] },
    { given: ["__proto__x", " a  b ", "then"], want: ["proto__x", "a_b", "then"] },
    { given: ["a-b__2", "a-b", "a_b", "a.b"], want: ["a_b__2", "a_b", "a_b__3", "a_b__4"] },
  ])("$given", ({ given, want }) => {
    expect([...execboxNames(given).keys()]).toStrictEqual(want);
  });

  it("are given to 20,000 tools that meet in one name soon", () => {
    const started = performance.now();
    execboxNames(Array.from({ length: 20_000 }, (_, n) => `${"é".repeat((n % 500) + 1)}${"-".repeat(n / 500)}`));
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe("a tool is found by", () => {
  const table = toolTable(
    ["create-issue", "get_user", "getUser", "search-docs", "search.docs", "délete", "then", "---"].map((name) => ({
      name,
    })),
  );
  it.each([
    { given: "create-issue", want: "create-issue" },
    { given: "create_issue", want: "create-issue" },
    { given: "createIssue", want: "create-issue" },
    { given: "CreateIssue", want: "create-issue" },
    { given: "get_user", want: "get_user" },
    { given: "getUser", want: "getUser" },
    { given: "GetUser", want: undefined },
    { given: "search_docs", want: "search-docs" },
    { given: "search_docs__2", want: "search.docs" },
    { given: "d_lete", want: "délete" },
    { given: "then_", want: "then" },
    { given: "", want: undefined },
    { given: "!!", want: undefined },
    { given: "toString", want: undefined },
    { given: "create_issue ", want: undefined },
    { given: "create\u0000issue", want: undefined },
    { given: "create.Issue", want: "create-issue" },
  ])("$given", ({ given, want }) => {
    expect(table.find(given)?.name).toBe(want);
  });
});
