/** `.all()` of OpenAPI operations: every way of paging, its bounds, and what is called, recorded and never asked. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import * as z from "zod";
import { api } from "../support/api.ts";
import { connect, execute, searchText } from "../support/client.ts";

const { paged } = inject("kinds");
const WHOLE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

let client: Client;
beforeAll(async () => {
  client = await connect();
});
afterAll(() => client.close());

async function requests(path: string): Promise<number> {
  const counts = z.record(z.string(), z.number()).parse(await (await fetch(`${paged}/stats`)).json());
  return counts[path] ?? 0;
}

describe("a list is read to its end", () => {
  it.each([
    { form: "Link", operation: "linked", calls: 3 },
    { form: "next_cursor", operation: "cursors", calls: 3 },
    { form: "nextPageToken", operation: "tokens", calls: 3 },
    { form: "response_metadata.next_cursor", operation: "nested", calls: 3 },
    // Nothing says that the first page is 1, so page 1 is asked for, too; and an empty page ends the list.
    { form: "page and per_page", operation: "numbered", calls: 5 },
    { form: "page, from 0, although nothing says so", operation: "from_zero", calls: 4 },
    { form: "page, where the last page is repeated", operation: "repeating", calls: 4 },
    // Nothing says how long a page is, so an empty one ends the list.
    { form: "offset", operation: "offsets", calls: 4 },
    { form: "offset, past a total that stops counting", operation: "capped", calls: 4 },
    { form: "next as an address", operation: "urls", calls: 3 },
    { form: "links.next.href", operation: "hrefs", calls: 3 },
    { form: "Link, on all pages but the last", operation: "clamped", calls: 3 },
    { form: "@odata.nextLink", operation: "odata", calls: 3 },
    { form: "a list of links with rel: next", operation: "relations", calls: 3 },
    { form: "next_page, a number, beside a parameter of another use", operation: "stepped", calls: 3 },
    { form: "next_cursor of a parameter that is a number", operation: "counted", calls: 3 },
  ])("by $form", async ({ operation, calls }) => {
    const before = await requests(`127.0.0.1 /v1/${operation}`);
    const { value, run } = await execute(client, { code: `(await pages.${operation}.all()).map(({ n }) => n)` });
    expect(value).toStrictEqual(WHOLE);
    expect((await requests(`127.0.0.1 /v1/${operation}`)) - before).toBe(calls);
    const recorded = z
      .object({ calls: z.array(z.object({ tool: z.string(), outcome: z.string(), attempts: z.number() })) })
      .parse(await (await api(`/runs/${run}/calls`)).json());
    expect(recorded.calls).toStrictEqual(
      Array.from({ length: calls }, () => ({ tool: operation, outcome: "ok", attempts: 1 })),
    );
  });

  it.each([
    { operation: "numbered", args: "{ per_page: 100 }", calls: 5 },
    { operation: "bounded", args: "{ page: 1, per_page: 4 }", calls: 4 },
    // Nothing says that the first page was not shortened, so an empty one ends the list.
    { operation: "offsets", args: "{ limit: 100 }", calls: 4 },
  ])("where the server gives at most four elements: $operation, $args", async ({ operation, args, calls }) => {
    const before = await requests(`127.0.0.1 /v1/${operation}`);
    const { value } = await execute(client, { code: `(await pages.${operation}.all(${args})).map(({ n }) => n)` });
    expect(value).toStrictEqual(WHOLE);
    expect((await requests(`127.0.0.1 /v1/${operation}`)) - before).toBe(calls);
  });

  it("although pages are short or empty, where the server says that there is more", async () => {
    const { value } = await execute(client, { code: "(await pages.sparse.all()).map(({ n }) => n)" });
    expect(value).toStrictEqual([1, 3, 4]);
  });

  it.each(["filtered_pages", "filtered_offsets"])("although the server filters its pages: %s", async (operation) => {
    const { value } = await execute(client, { code: `(await pages.${operation}.all()).map(({ n }) => n)` });
    expect(value).toStrictEqual([0, 3, 6, 9]);
  });

  it("with elements that are equal and have no id, to a page that the server refuses after a short one", async () => {
    const { value } = await execute(client, { code: "(await pages.equal_elements.all()).map(({ n }) => n)" });
    expect(value).toStrictEqual([1, 1, 1, 2, 1, 3]);
  });

  it("by counting, to a page that the server does not have", async () => {
    const before = await requests("127.0.0.1 /v1/finite");
    const { value } = await execute(client, { code: "(await pages.finite.all()).map(({ n }) => n)" });
    expect(value).toStrictEqual(WHOLE);
    expect((await requests("127.0.0.1 /v1/finite")) - before).toBe(5);
  });

  it("from where the arguments begin", async () => {
    const { value } = await execute(client, { code: "(await pages.linked.all({ page: 3 })).map(({ n }) => n)" });
    expect(value).toStrictEqual([8, 9]);
  });
});

describe("a list ends", () => {
  it("at as many elements as are wanted, with no call more than that takes", async () => {
    const before = await requests("127.0.0.1 /v1/cursors");
    const { value } = await execute(client, { code: "(await pages.cursors.all({}, { max: 6 })).map(({ n }) => n)" });
    expect(value).toStrictEqual([0, 1, 2, 3, 4, 5]);
    expect((await requests("127.0.0.1 /v1/cursors")) - before).toBe(2);
  });

  it.each([
    { code: "pages.endless.all({}, { max_calls: 5 })", error: "INVALID_ARGS", says: "there are more than 5 pages" },
    { code: "pages.endless.all()", error: "INVALID_ARGS", says: "there are more than 100 pages" },
    {
      code: "pages.stuck.all()",
      error: "RUNTIME_ERROR",
      says: "the same elements for the next page. Call pages.stuck for each page",
    },
    {
      code: "pages.changing.all()",
      error: "RUNTIME_ERROR",
      says: "pages.changing.all: the number of the first page may be 0 or 1. Give the number of the first page.",
    },
    { code: "pages.gone.all()", error: "TOOL_ERROR", says: "gone" },
    { code: "pages.looping.all()", error: "TOOL_ERROR", says: "names the same page as the next one" },
    { code: "pages.unnamed.all()", error: "TOOL_ERROR", says: "more elements, but not how to request them" },
    { code: "pages.shifty.all()", error: "TOOL_ERROR", says: "the answer is not a list" },
    { code: "pages.failing.all()", error: "TOOL_ERROR", says: "too far" },
    { code: "pages.endless.all({}, { max: 'all' })", error: "INVALID_ARGS", says: "max must be a whole number" },
    { code: "pages.endless.all({}, { limit: 5 })", error: "INVALID_ARGS", says: "there is no option limit" },
    { code: "pages.endless.all({ pages: 5 })", error: "INVALID_ARGS", says: "args.pages is not an argument" },
  ])("with an error that says why: $code", async ({ code, error, says }) => {
    const answer = await execute(client, { code: `await ${code}` });
    expect(answer.error).toMatchObject({ code: error, message: expect.stringContaining(says) });
  });

  it("with the run's budget of calls", async () => {
    const before = await requests("127.0.0.1 /v1/linked");
    const { error } = await execute(client, { code: "await pages.linked.all()", options: { max_tool_calls: 2 } });
    expect(error).toMatchObject({ code: "MAX_TOOL_CALLS_EXCEEDED" });
    expect((await requests("127.0.0.1 /v1/linked")) - before).toBe(2);
  });
});

it("never asks another origin, whatever a server names as its next page", async () => {
  const { error, run } = await execute(client, { code: "await pages.away.all()" });
  expect(error).toMatchObject({ code: "TOOL_ERROR", message: expect.stringContaining("which is not requested") });
  expect(await requests("localhost /v1/away")).toBe(0);
  // The upstream has answered the call, although the gateway does not use the answer.
  expect(await (await api(`/runs/${run}/calls`)).json()).toMatchObject({
    calls: [{ outcome: "ok", attempts: 1, code: "TOOL_ERROR" }],
  });
  // The path of the address in `Link` is that of another resource; only its page was used.
  expect(await requests("127.0.0.1 /repositories/7/linked")).toBe(0);
});

it("asks the policy about every page", async () => {
  const code =
    "const seen = []; try { await ruled_pages.linked.all({ page: 1 }) } catch ({ code, message }) { seen.push(code) } seen";
  const { value, run } = await execute(client, { code });
  expect(value).toStrictEqual(["POLICY_DENIED"]);
  const recorded = z
    .object({ calls: z.array(z.object({ outcome: z.string() })) })
    .parse(await (await api(`/runs/${run}/calls`)).json());
  expect(recorded.calls.map(({ outcome }) => outcome)).toStrictEqual(["ok", "ok", "refused"]);
});

describe("an operation without pages", () => {
  it.each(["plain", "create"])("has no .all(): %s", async (operation) => {
    const { error } = await execute(client, { code: `await pages.${operation}.all({})` });
    expect(error).toMatchObject({
      code: "TOOL_NOT_FOUND",
      message: expect.stringContaining(`pages.${operation} has no .all()`),
    });
  });

  it("is not typed as if it had", async () => {
    const text = await searchText(client, { query: "", server: "pages", detail: "signatures", limit: 50 });
    const lines = text.split("\n");
    const lineOf = (operation: string): string => lines.find((line) => line.startsWith(`pages.${operation}(`)) ?? "";
    expect(lineOf("linked")).toContain(".all(a,{max?:number}) returns the list of all pages");
    expect(lineOf("cursors")).toContain(".all(a,{max?:number}) returns the list data of all pages");
    expect(lineOf("plain")).not.toContain(".all(");
    const types = await (await api("/types")).text();
    expect(types).toContain("{ all(a?:");
  });
});
