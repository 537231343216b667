import { describe, expect, test } from "vitest";
import { search } from "../../../src/catalog/search/index.ts";
import { join, partOf } from "./build-index.ts";
import { browser, cloud, office, servers, tool, tracker } from "./catalog.ts";

const index = join(servers.map(partOf));
const all = servers.flat().length;

function paths(query: string, limit = 50): string[] {
  return search(index, query, { limit }).hits.map((hit) => `${hit.server}.${hit.tool}`);
}

describe("paths", () => {
  test.each([
    "tracker.create_issue",
    "tracker.create-issue",
    "tracker/create-issue",
    "Tracker.Create_Issue",
    "create-issue",
  ])("%s is that tool and no other", (query) => {
    expect(paths(query)).toEqual(["tracker.create_issue"]);
    expect(search(index, query, { limit: 5 }).isPath).toBe(true);
  });

  test.each(["cloud.vm_list, tracker.create_issue", "cloud.vm_list tracker.create-issue"])(
    "%s are these tools, in this order",
    (query) => {
      expect(paths(query)).toEqual(["cloud.vm_list", "tracker.create_issue"]);
      expect(search(index, query, { limit: 5 }).isPath).toBe(true);
    },
  );

  test("of which one is none are words", () => {
    expect(search(index, "cloud.vm_list tracker.nope", { limit: 5 }).isPath).toBe(false);
  });

  test("a prefix lists what begins with it, first", () => {
    expect(paths("cloud.vm_").slice(0, 3).toSorted()).toEqual(["cloud.vm_create", "cloud.vm_delete", "cloud.vm_list"]);
    expect(paths("browser.").slice(0, 3).toSorted()).toEqual(browser.map((t) => `browser.${t.tool}`).toSorted());
  });
});

describe("an empty query", () => {
  test("lists one tool of each server in turn", () => {
    const listed = search(index, "  ", { limit: 5 });
    expect(listed.total).toBe(all);
    expect(listed.hits.map((hit) => hit.server)).toEqual(["browser", "cloud", "office", "tracker", "browser"]);
    expect(listed.hits[0]).toEqual({ server: "browser", tool: "click", score: 0, coverage: 0, isWeak: false });
  });

  test("reaches every tool once", () => {
    expect(new Set(paths("", 1_000)).size).toBe(all);
  });
});

describe("a word that no tool has", () => {
  test.each([
    { query: "repositry commits", want: "tracker.list_commits" },
    { query: "take a screnshot", want: "browser.take_screenshot" },
    { query: "kubernetse", want: "cloud.kubernetes_cluster_get" },
  ])("is one that differs by a letter: $query", ({ query, want }) => {
    expect(paths(query)[0]).toBe(want);
  });

  test("is none that differs by more, or that is short", () => {
    expect(paths("scrienshat")).toEqual([]);
    expect(paths("wm")).toEqual([]);
  });
});

describe("a request for several things", () => {
  test.each([
    "create an issue, send mail, list virtual machines",
    "list virtual machines and create issues and send mail",
    "Send mail. Then create an issue. Finally list virtual machines.",
  ])("has a tool for each among the first: %s", (query) => {
    const found = search(index, query, { limit: 4 });
    expect(found.parts).toHaveLength(3);
    const wanted = ["tracker.create_issue", "office.send_mail", "cloud.vm_list"];
    expect(found.hits.map((hit) => `${hit.server}.${hit.tool}`)).toEqual(expect.arrayContaining(wanted));
  });

  test.each(["list issues and commits", "search messages, files and events"])("is none of one action: %s", (query) => {
    expect(search(index, query, { limit: 4 }).parts).toEqual([]);
  });
});

describe("a prefix that all names of a server have", () => {
  const phone = ["CreateCall", "ListCall", "CreateQueue", "ListQueue", "CreateMessage", "DeleteCall"];
  const prefixed = phone.map((name) => tool("phone", `AcmeApiV2--${name}`, "Acme REST API."));
  const others = ["create_item", "create_call_list", "create_board", "list_items"].map((name) =>
    tool("boards", name, "Boards and items."),
  );
  const both = join([partOf(prefixed), partOf(others)]);
  const first = (query: string): string | undefined => search(both, query, { limit: 1 }).hits[0]?.tool;

  test("is no part of what a tool is about", () => {
    expect(first("create call")).toBe("AcmeApiV2_CreateCall");
    expect(first("list calls")).toBe("AcmeApiV2_ListCall");
  });

  test("is no place for the words of other servers", () => {
    const stuffed = ["a1", "b2", "c3", "d4", "e5"].map((end) =>
      tool("evil", `send_email_message_create_issue_search_files_read_delete_list_comment_${end}`, "Helper."),
    );
    const among = join([...servers.map(partOf), partOf(stuffed)]);
    for (const query of ["send an email to bob", "add a comment to the issue", "create an issue"]) {
      expect(search(among, query, { limit: 1 }).hits[0]?.server).not.toBe("evil");
    }
  });

  test("still leads to the server", () => {
    expect(first("acme queue create")).toBe("AcmeApiV2_CreateQueue");
    expect(search(both, "acme", { limit: 10 }).total).toBe(prefixed.length);
  });
});

describe("order", () => {
  test("does not depend on the order of parts", () => {
    const reversed = join(servers.map(partOf).reverse());
    for (const query of ["", "issue", "list", "delete an event", "message"]) {
      expect(search(reversed, query, { limit: 50 }).hits).toEqual(search(index, query, { limit: 50 }).hits);
    }
  });

  test("ties go by server, then tool", () => {
    const twins = ["b", "a", "c"].flatMap((server) =>
      ["open_door", "open_gate"].map((name) => tool(server, name, "Opens.")),
    );
    const tied = search(join([partOf(twins)]), "opens", { limit: 10 });
    expect(tied.hits.map((hit) => `${hit.server}.${hit.tool}`)).toEqual([
      "a.open_door",
      "a.open_gate",
      "b.open_door",
      "b.open_gate",
      "c.open_door",
      "c.open_gate",
    ]);
  });
});

describe("filters", () => {
  test("count what they withhold, each tool once", () => {
    const { hits, total, withheld } = search(index, "", { limit: 100, servers: ["cloud", "office"], readOnly: true });
    expect(hits).toHaveLength(total);
    expect(withheld.servers).toBe(tracker.length + browser.length);
    expect(withheld.readOnly).toBe([...cloud, ...office].filter((t) => t.readOnly !== true).length);
    expect(withheld.nonDestructive).toBe(0);
    expect(total + withheld.servers + withheld.readOnly).toBe(all);
  });

  test("nonDestructive keeps tools that say nothing", () => {
    const { withheld } = search(index, "", { limit: 100, nonDestructive: true });
    expect(withheld).toEqual({ servers: 0, readOnly: 0, nonDestructive: 3 });
  });

  test("apply to matches, not to the whole catalog", () => {
    const { hits, withheld } = search(index, "delete the vm", { limit: 100, nonDestructive: true });
    expect(hits.map((hit) => hit.tool)).not.toContain("vm_delete");
    expect(withheld.nonDestructive).toBeGreaterThanOrEqual(1);
    expect(withheld.servers + withheld.readOnly).toBe(0);
  });

  test("limit bounds hits, not total", () => {
    const { hits, total } = search(index, "", { limit: 2 });
    expect([hits.length, total]).toEqual([2, all]);
    expect(search(index, "issue", { limit: 0 }).hits).toEqual([]);
    expect(search(index, "issue", { limit: Number.NaN }).hits).toEqual([]);
  });
});

test("a part survives JSON", () => {
  const stored = join(servers.map((documents) => JSON.parse(JSON.stringify(partOf(documents)))));
  expect(search(stored, "file a bug", { limit: 20 })).toEqual(search(index, "file a bug", { limit: 20 }));
});
