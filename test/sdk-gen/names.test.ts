/** Names from upstreams become identifiers: legal, unique, the same whatever the order. */
import { describe, expect, test } from "vitest";
import { assignIdentifiers } from "../../sdk-gen/index.ts";

function identifiersOf(...names: string[]): Record<string, string | undefined> {
  const map = assignIdentifiers(names);
  return Object.fromEntries(names.map((name) => [`name ${name}`, map.get(name)]));
}

describe("plain identifiers", () => {
  test.each([
    { given: "create_issue", want: "create_issue" },
    { given: "search-docs", want: "search_docs" },
    { given: "TwilioApiV2010--CreateAccount", want: "TwilioApiV2010__CreateAccount" },
    { given: "a.b/c d", want: "a_b_c_d" },
    { given: "3d-search", want: "_3d_search" },
    { given: "查询", want: "查询" },
    { given: "zero\u200bwidth\u202e", want: "zero_width_" },
    { given: "export", want: "export_" },
    { given: "then", want: "then_" },
    { given: "constructor", want: "constructor_" },
    { given: "__proto__", want: "__proto___" },
    { given: "prototype", want: "prototype_" },
    { given: "toJSON", want: "toJSON_" },
    { given: "raw", want: "raw_" },
  ])("$given → $want", ({ given, want }) => {
    expect(assignIdentifiers([given]).get(given)).toBe(want);
  });

  test.each(["", "\ud800", "---"])("a name without a letter is a hash: %j", (given) => {
    expect(assignIdentifiers([given]).get(given)).toMatch(/^_[0-9a-f]{8}$/);
  });

  test("a long name is cut, and two long ones stay apart", () => {
    const [a, b] = ["x".repeat(500), `${"x".repeat(499)}y`];
    const map = assignIdentifiers([a ?? "", b ?? ""]);
    expect(map.get(a ?? "")?.length).toBeLessThanOrEqual(100);
    expect(map.get(a ?? "")).not.toBe(map.get(b ?? ""));
  });

  test("names the caller reserves", () => {
    expect(assignIdentifiers(["console"], new Set(["console"])).get("console")).toBe("console_");
  });
});

describe("collisions", () => {
  test("the name that is the identifier keeps it, the others carry a hash of themselves", () => {
    expect(identifiersOf("a_b", "a-b", "a.b")).toEqual({
      "name a_b": "a_b",
      "name a-b": expect.stringMatching(/^a_b_[0-9a-f]{4}$/),
      "name a.b": expect.stringMatching(/^a_b_[0-9a-f]{4}$/),
    });
  });

  test("neither order nor a further collision changes a name", () => {
    const some = assignIdentifiers(["a-b", "a.b", "c"]);
    expect(assignIdentifiers(["c", "a.b", "a-b"])).toEqual(some);
    const more = assignIdentifiers(["a b", "a-b", "d", "a_b", "a.b", "c"]);
    for (const [name, identifier] of some) expect(more.get(name)).toBe(identifier);
  });

  test("a name that looks like another one's hashed identifier", () => {
    const taken = assignIdentifiers(["a_b", "a-b"]).get("a-b") ?? "";
    const map = assignIdentifiers(["a_b", "a-b", taken]);
    expect(map.get(taken)).toBe(taken);
    expect(new Set(map.values()).size).toBe(3);
  });

  test("2,000 names of few characters are all legal and different", () => {
    const alphabet = ["a", "_", "-", ".", "$", "1", " ", "é", "*/", "then"];
    const names = new Set<string>();
    for (let n = 0; names.size < 2000; n++)
      names.add(String(n * 7919).replace(/\d/g, (digit) => alphabet[Number(digit)] ?? ""));
    const map = assignIdentifiers([...names]);
    expect(new Set(map.values()).size).toBe(2000);
    for (const identifier of map.values()) expect(identifier).toMatch(/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u);
  });
});
