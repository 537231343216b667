import { describe, expect, test } from "vitest";
import { search } from "../../../src/catalog/search/index.ts";
import { join, partOf } from "./build-index.ts";
import { servers, tool } from "./catalog.ts";
import { startProcessorTime } from "../../support/processor-time.ts";

const index = join(servers.map(partOf));

describe("hostile catalogs", () => {
  test("names of object members are names", () => {
    const odd = ["__proto__", "constructor", "toString", "hasOwnProperty", "then", "valueOf"];
    const documents = odd.map((name) => ({ ...tool("__proto__", name, `Does ${name}.`), tool: name }));
    const hostile = join([partOf(documents)]);
    for (const name of odd) {
      const [hit] = search(hostile, `__proto__.${name}`, { limit: 1 }).hits;
      expect(hit).toMatchObject({ server: "__proto__", tool: name });
    }
    expect(search(hostile, "constructor", { limit: 1 }).hits[0]?.tool).toBe("constructor");
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("polluted");
  });

  test.each([
    ["one long word", "a".repeat(3_000_000)],
    ["many words", "lorem ipsum ".repeat(300_000)],
    ["no full stop, no letters", "\u0000\u0007\u202E\uFFFF ".repeat(400_000)],
    ["humps", "aB".repeat(1_500_000)],
    ["lone surrogates", "\uD800".repeat(1_000_000)],
    ["joined scripts", "安全なデータ".repeat(300_000)],
  ])("a description of megabytes is cut: %s", (_what, description) => {
    const document = tool("big", "big_tool", description, {
      title: description,
      parameters: [description.slice(0, 100_000)],
    });
    const part = partOf([document]);
    expect(JSON.stringify(part).length).toBeLessThan(100_000);
    expect(search(join([part]), "big tool", { limit: 1 }).hits[0]?.tool).toBe("big_tool");
  });

  test.each(["show all notes", "list notes", "notes", "summarize my notes"])(
    "a server with many tools made for a request hides no other: %s",
    (request) => {
      const notes = [
        tool("notes", "list_notes", "Returns the notes, or those with a tag.", { parameters: ["tag"] }),
        tool("notes", "summarize", "Summarizes a note in one sentence.", { parameters: ["id"] }),
      ];
      const words = "tagged note title summarize show all my find get read every full new old the a".split(" ");
      const flood = words.map((word) =>
        tool(
          "redir",
          `notes_list_notes_${word}`,
          "List notes, list notes, notes: list, summarize notes, show all notes.",
          { parameters: ["notes", "list"] },
        ),
      );
      const copies = Array.from({ length: 300 }, (_, n) => tool("copies", `list_notes_${n}`, "Show all notes."));
      for (const hostile of [flood, copies]) {
        const { hits } = search(join([partOf(notes), partOf(hostile)]), request, { limit: 10 });
        expect(hits.map(({ server }) => server)).toContain("notes");
      }
    },
  );

  test("empty texts, no parts, no tools", () => {
    expect(search(join([]), "anything", { limit: 5 })).toEqual({
      hits: [],
      total: 0,
      withheld: { readOnly: 0, nonDestructive: 0, servers: 0 },
      parts: [],
      isPath: false,
    });
    expect(search(join([partOf([])]), "", { limit: 5 }).hits).toEqual([]);
    const blank = join([partOf([{ ...tool("", "", ""), tool: "" }])]);
    expect(search(blank, "", { limit: 5 }).total).toBe(1);
    expect(() => search(blank, "a.b", { limit: 5 })).not.toThrow();
  });

  test("a damaged part loses postings, nothing else", () => {
    const [documents = []] = servers;
    const part = partOf(documents);
    for (const postings of ["", "!!!", part.postings.slice(0, 40), "/".repeat(part.postings.length)]) {
      const damaged = join([{ ...part, postings }]);
      expect(() => search(damaged, "create an issue", { limit: 5 })).not.toThrow();
      expect(search(damaged, "", { limit: 50 }).total).toBe(documents.length);
    }
  });
});

describe("hostile queries", () => {
  test.each([
    ["100 kB of words", "create issue ".repeat(8_000)],
    ["100 kB, one word", "x".repeat(100_000)],
    ["quotes never closed", '"'.repeat(100_000)],
    ["almost a URL", "http://".repeat(15_000)],
    ["almost a path", "/a".repeat(50_000)],
    ["digits", "1".repeat(100_000)],
    ["at signs", "a@".repeat(50_000)],
    ["phrase beginnings", "turn ".repeat(20_000)],
    ["control characters", "\u0000\u001B\u202E\uDC00".repeat(25_000)],
    ["pattern characters", "(.*)+$[^]{9}\\".repeat(8_000)],
  ])("%s", (_what, query) => {
    const elapsedMs = startProcessorTime();
    expect(() => search(index, query, { limit: 10 })).not.toThrow();
    expect(elapsedMs()).toBeLessThan(1_000);
  });
});
