// What the analysis of a request takes from a sentence: number, head noun, phrases, and the forms of words.

import { describe, expect, it } from "vitest";
import { search } from "../../../src/catalog/search/index.ts";
import { join, partOf } from "./build-index.ts";
import { readRequest } from "../../../src/catalog/search/query.ts";
import { stem } from "../../../src/catalog/search/stem.ts";
import { READS } from "../../../src/catalog/search/verbs.ts";
import { servers, tool } from "./catalog.ts";

const index = join(servers.map(partOf));
const read = (request: string): ReturnType<typeof readRequest> => readRequest(request, index, "phrases");

describe("forms of words", () => {
  it("keeps nouns in -ing apart from the verb", () => {
    expect(["settings", "meetings", "recordings", "buildings"].map(stem)).not.toContain("set");
    expect(stem("recordings")).toBe("recording");
    expect(stem("records")).toBe("record");
  });

  it('does not take "set the title" for a question about settings', () => {
    expect(read("set the title of the issue").verbs & READS).toBe(0);
  });
});

describe("number and head noun", () => {
  it.each([
    { request: "which pull requests are open", plural: true, head: "request" },
    { request: "show the branch protection rules of main", plural: true, head: "rule" },
    { request: "show the calendar event", plural: false, head: "event" },
  ])("$request", ({ request, plural, head }) => {
    expect(read(request).plural).toBe(plural);
    expect(read(request).head.has(head)).toBe(true);
  });

  it("prefers the tool whose name ends in the thing asked for", () => {
    const labels = [
      tool("tracker", "list_issue_labels", "List labels."),
      tool("tracker", "list_label_issues", "List issues."),
    ];
    const two = join([partOf(labels)]);
    expect(search(two, "list issues of a label", { limit: 1 }).hits[0]?.tool).toBe("list_label_issues");
    expect(search(two, "list labels of an issue", { limit: 1 }).hits[0]?.tool).toBe("list_issue_labels");
  });
});

describe("phrases", () => {
  it('do not shrink to one word by losing their articles: "these files" is not "file"', () => {
    const alternatives = (request: string): string[] =>
      read(request).ideas.flatMap((idea) => idea.alternatives.map(({ terms }) => terms.join("+")));
    expect(alternatives("put the file in another folder")).not.toContain("read+multipl+file");
    expect(alternatives("summarize these files")).toContain("read+multipl+file");
  });

  it("leave their words as hints of their own", () => {
    const shares = read("file a bug").ideas.map(({ share }) => share);
    expect(Math.max(...shares)).toBe(1);
    expect(Math.min(...shares)).toBeLessThan(0.5);
  });
});
