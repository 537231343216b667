// What a request is read as: its parts, its action, what its words may mean, and what it takes to mention a server.

import { describe, expect, it } from "vitest";
import { search } from "../../../src/catalog/search/index.ts";
import { partsOf } from "../../../src/catalog/search/parts.ts";
import { readRequest } from "../../../src/catalog/search/request.ts";
import { bit } from "../../../src/catalog/search/verbs.ts";
import { join, partOf, vocabulary } from "./build-index.ts";
import { servers, tool } from "./catalog.ts";
import { startProcessorTime } from "../../support/processor-time.ts";

const index = join(servers.map(partOf));

describe("the action", () => {
  it.each([
    { request: "set the title of the issue", want: "update" },
    { request: "please remove the closed issues", want: "delete" },
    { request: "which issues are open", want: "list" },
    { request: "grab the logs", want: "get" },
    { request: "what's on my calendar", want: "list" },
    { request: "todo task create", want: "create" },
    { request: "load balancer list", want: "list" },
    { request: "medical record", want: "get" },
    { request: "train schedule", want: "list" },
    { request: "Aufgabe löschen", want: "delete" },
  ])("$request: $want", ({ request, want }) => {
    expect(readRequest(request, index).action.verbs & bit(want)).not.toBe(0);
  });
});

describe("phrases", () => {
  it('do not shrink to one word by losing their articles: "these files" is not "file"', () => {
    const files = join([partOf([tool("files", "read_multiple_files", "Read files.")])]);
    const alternatives = (request: string): string[] =>
      readRequest(request, files).meaning.flatMap((idea) => idea.alternatives.map(({ terms }) => terms.join("+")));
    expect(alternatives("put the file in another folder")).not.toContain("read+multipl+file");
    expect(alternatives("summarize these files")).toContain("read+multipl+file");
  });

  it("leave their words as hints of their own", () => {
    const shares = readRequest("file a bug", index).meaning.map(({ share }) => share);
    expect(Math.max(...shares)).toBe(1);
    expect(Math.min(...shares)).toBeLessThan(0.5);
  });
});

describe("an abbreviation", () => {
  it.each([
    { request: "cust list", want: "customer" },
    { request: "take scrnshot", want: "screenshot" },
  ])("$request: $want", ({ request, want }) => {
    const tools = [
      tool("shop", "list_customers", "List customers."),
      tool("shop", "take_screenshot", "Take a picture."),
    ];
    const { words } = readRequest(request, join([partOf(tools)]));
    expect(words.flatMap(({ alternatives }) => alternatives.flatMap(({ terms }) => terms))).toContain(want);
  });
});

it("a word that is only guessed explains little: the answer says that nothing fits well", () => {
  const tools = [
    tool("files", "read_media_file", "Read a media file with its MIME type."),
    tool("shop", "list", "List."),
  ];
  const weak = (request: string): boolean | undefined =>
    search(join([partOf(tools)]), request, { limit: 1 }).hits[0]?.isWeak;
  for (const request of ["miles to kilometres", "mean and median", "medea"]) expect(weak(request), request).toBe(true);
  for (const request of ["read a meida file", "media"]) expect(weak(request), request).toBe(false);
});

describe("a synonym", () => {
  it("is never worth more than the word itself, however rare it is", () => {
    const accounts = ["Call", "Message", "Queue", "Recording", "Member"].map((thing) =>
      tool("phone", `Fetch${thing}`, `Fetch a ${thing}.`, { parameters: ["AccountSid"] }),
    );
    const phone = [
      ...accounts,
      tool("phone", "ListMember", "List members."),
      tool("phone", "ListAccount", "List accounts."),
    ];
    const [first] = search(join([partOf(phone)]), "list accounts", { limit: 1 }).hits;
    expect(first?.tool).toBe("ListAccount");
  });
});

describe("a server's name", () => {
  const film = tool("cinema", "get_film", "Details of a film.");
  const things = tool("internet_of_things", "get_asset_status", "Status of an asset.");
  const both = join([partOf([film]), partOf([things])]);

  it('is no mention where only its "of" is said', () => {
    expect(search(both, "details of the film", { limit: 1 }).hits[0]?.server).toBe("cinema");
  });

  it("is evidence, never a filter: the words of the request still count", () => {
    expect(search(both, "film about the internet", { limit: 1 }).hits[0]?.server).toBe("cinema");
    const twins = ["red", "blue"].map((server) => partOf([tool(server, "list_orders", "List orders.")]));
    expect(search(join(twins), "orders in blue", { limit: 5 }).hits.map(({ server }) => server)).toEqual([
      "blue",
      "red",
    ]);
  });
});

describe("parts", () => {
  it.each([
    {
      request: "list my unread mails, then create a calendar event with Anna and text her the time",
      want: ["list my unread mails", "create a calendar event with Anna", "text her the time"],
    },
    {
      request: "Delete the vm. Take a screenshot of the page!",
      want: ["Delete the vm.", "Take a screenshot of the page!"],
    },
    { request: "create an issue and a label", want: [] },
    { request: "search and replace in files", want: [] },
  ])("$request", ({ request, want }) => {
    expect(partsOf(request, vocabulary)).toEqual(want);
  });

  it("each have their best tool in the answer, which says what it answers", () => {
    const request =
      "list the issues of the repository, list commits, get an issue, and then take a screenshot of the page";
    const { hits, parts } = search(index, request, { limit: 5 });
    const screenshot = hits.find((hit) => hit.tool === "take_screenshot");
    expect(parts[screenshot?.part ?? -1]).toContain("screenshot");
    const issues = hits.find((hit) => hit.tool === "list_issues");
    expect(parts[issues?.part ?? -1]).toContain("issues");
  });

  it.each(["and ".repeat(10_000), ", then also".repeat(5_000), "a. ".repeat(10_000)])("take no time: %#", (request) => {
    const elapsedMs = startProcessorTime();
    partsOf(request, vocabulary);
    expect(elapsedMs()).toBeLessThan(1_000);
  });
});

describe("what is found", () => {
  it("is as many as were asked for, weak ones marked", () => {
    const { hits, total } = search(index, "delete the vm", { limit: 7 });
    expect(hits).toHaveLength(Math.min(7, total));
    expect(hits[0]?.isWeak).toBe(false);
    expect(hits.at(-1)?.isWeak).toBe(true);
  });

  it("is not filled by copies of one tool", () => {
    const copies = ["a", "b", "c", "d", "e"].map((server) =>
      partOf([tool(server, "get_weather", "Get the weather of a city.")]),
    );
    const other = partOf([tool("f", "forecast", "Get the weather of a city.")]);
    const found = search(join([...copies, other]), "get weather of a city", { limit: 3 }).hits;
    expect(found.map((hit) => hit.tool)).toContain("forecast");
  });
});
