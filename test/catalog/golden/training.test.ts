import { describe, expect, it } from "vitest";
import { goldenCatalogs, goldenRequests } from "./golden.ts";
import { freshRequests } from "./fresh.ts";
import { trainingRequests } from "./training.ts";

const paths = new Set(goldenCatalogs().flatMap(({ name, tools }) => tools.map((tool) => `${name}.${tool.name}`)));
const plain = (text: string): string => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join(" ");

describe.each([
  { set: "training set", requests: trainingRequests, check: 250 },
  { set: "fresh set", requests: freshRequests, check: 100 },
])("$set", ({ requests, check }) => {
  it("names only tools that exist, one to eight for every request", () => {
    expect(requests.flatMap(({ want }) => want).filter((path) => !paths.has(path))).toEqual([]);
    expect(requests.filter(({ want }) => want.length < 1 || want.length > 8)).toEqual([]);
  });

  it("asks nothing twice, and nothing the other sets ask", () => {
    const asked = [...trainingRequests, ...freshRequests, ...goldenRequests].map(({ request }) => plain(request));
    // Only the number: a failure must not print requests of the held-out half.
    expect(asked.filter((text, i) => asked.indexOf(text) !== i)).toHaveLength(0);
  });

  it("has a checking half large enough to tell two points of recall apart", () => {
    expect(requests.filter(({ half }) => half === "check").length).toBeGreaterThan(check);
  });
});
