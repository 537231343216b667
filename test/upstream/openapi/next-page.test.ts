/** The page after a page: every way in which an answer names it, and that none which says that it has more ends the list. */
import { describe, expect, it } from "vitest";
import type { PaginationPlan } from "../../../sdk-gen/index.ts";
import { readPage } from "../../../src/upstream/openapi/next-page.ts";

const ADDRESS = "https://api.example/v1/cur";
const ITEMS = { items: "items" };
const BY_CURSOR: PaginationPlan = { ...ITEMS, cursor: { argument: "cursor", name: "cursor" }, namesNext: true };
const BY_NUMBER_CURSOR: PaginationPlan = {
  ...ITEMS,
  cursor: { argument: "cursor", name: "cursor", isNumber: true },
};
const BY_LAST: PaginationPlan = { ...ITEMS, cursor: { argument: "starting_after", name: "starting_after" } };
const PER_PAGE = { argument: "per_page", name: "per_page", defaultValue: 2 };
const BY_PAGE: PaginationPlan = { ...ITEMS, page: { argument: "page", name: "page" }, size: PER_PAGE };
const BY_OFFSET: PaginationPlan = { ...ITEMS, offset: { argument: "offset", name: "offset" }, size: PER_PAGE };

const BY_PAGE_FROM_ZERO: PaginationPlan = { ...BY_PAGE, page: { argument: "page", name: "page", min: 0 } };
const BY_PAGE_FROM_ONE: PaginationPlan = { ...BY_PAGE, page: { argument: "page", name: "page", min: 1 } };
const BY_OFFSET_FROM_ONE: PaginationPlan = { ...BY_OFFSET, offset: { argument: "offset", name: "offset", min: 1 } };

/** Neither its answers nor their description have a field for the next page. */
const SILENT: PaginationPlan = { ...ITEMS, cursor: { argument: "cursor", name: "cursor" } };

function cursor(name: string): PaginationPlan {
  return { ...ITEMS, cursor: { argument: name, name } };
}

interface Given {
  readonly plan?: PaginationPlan;
  readonly body: object;
  readonly link?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

function next({ plan = BY_CURSOR, body, link, args = {} }: Given): unknown {
  const source = { address: ADDRESS, ...(link !== undefined && { link }) } as Parameters<typeof readPage>[3];
  const page = readPage(plan, args, { items: [1, 2], ...body }, source);
  return page.ok ? page.value.next : page.error;
}

describe("the next page is named", () => {
  it.each<Given & { readonly want: object }>([
    { body: { next_cursor: "b" }, want: { cursor: "b" } },
    { body: { links: { next: { href: "/v1/cur?cursor=b" } } }, want: { cursor: "b" } },
    { body: { links: { next: { href: "https://api.example/v1/other?cursor=b" } } }, want: { cursor: "b" } },
    { body: { links: { next: { href: "cur?cursor=b" } } }, want: { cursor: "b" } },
    { body: { _links: { next: { href: "/v1/cur?cursor=b" } } }, want: { cursor: "b" } },
    { body: { paging: { next: { after: "b", link: `${ADDRESS}?cursor=b` } } }, want: { cursor: "b" } },
    { plan: BY_PAGE, body: { links: { next: { href: "/v1/cur?page=2" } } }, want: { page: 2 } },
    { plan: BY_LAST, body: { items: [{ id: "x" }], has_more: true }, want: { starting_after: "x" } },
    { body: { next_cursor: 5 }, want: { cursor: "5" } },
    { plan: BY_NUMBER_CURSOR, body: { next_cursor: 5 }, want: { cursor: 5 } },
    { plan: BY_NUMBER_CURSOR, body: { next_cursor: "5" }, want: { cursor: 5 } },
    { plan: BY_NUMBER_CURSOR, body: { next: "/v1/cur?cursor=5" }, want: { cursor: 5 } },
    { plan: BY_OFFSET, body: { cursor: 0 }, want: { offset: 2 } },
    { body: { "@odata.nextLink": "cur?cursor=b" }, want: { cursor: "b" } },
    { body: { next: "cur?cursor=b" }, want: { cursor: "b" } },
    { body: { next_url: "next/cur?x=1&cursor=b" }, want: { cursor: "b" } },
    // Names as AWS, Azure and Box write them.
    { plan: cursor("NextToken"), body: { NextToken: "b" }, want: { NextToken: "b" } },
    { plan: cursor("marker"), body: { NextMarker: "b" }, want: { marker: "b" } },
    { plan: cursor("marker"), body: { entries: [], next_marker: "b" }, want: { marker: "b" } },
    { plan: cursor("since"), body: { since: "a", next_since: "b" }, want: { since: "b" } },
    // Twilio, DigitalOcean, Notion, Kubernetes, X and JSON:API.
    {
      plan: { ...BY_PAGE, cursor: { argument: "PageToken", name: "PageToken" } },
      body: { next_page_uri: "/2010-04-01/Calls.json?PageSize=2&page=1&PageToken=b" },
      want: { page: 1, PageToken: "b" },
    },
    { plan: BY_PAGE, body: { links: { pages: { next: `${ADDRESS}?page=2` } } }, want: { page: 2 } },
    { plan: BY_PAGE, body: { meta: { pagination: { links: { next: `${ADDRESS}?page=2` } } } }, want: { page: 2 } },
    { plan: cursor("start_cursor"), body: { has_more: true, next_cursor: "b" }, want: { start_cursor: "b" } },
    { plan: cursor("continue"), body: { metadata: { continue: "b" } }, want: { continue: "b" } },
    { plan: cursor("pagination_token"), body: { meta: { next_token: "b" } }, want: { pagination_token: "b" } },
    { plan: cursor("page[after]"), body: { links: { next: "?page%5Bafter%5D=b" } }, want: { "page[after]": "b" } },
    {
      plan: cursor("page[after]"),
      body: { meta: { after_cursor: "b", has_more: true } },
      want: { "page[after]": "b" },
    },
    { body: { pages: { next: { page: 2, cursor: "b" } } }, want: { cursor: "b" } },
    { body: { _metadata: { next: `${ADDRESS}?cursor=b` } }, want: { cursor: "b" } },
    { plan: BY_PAGE, body: { next: { page: 2 } }, want: { page: 2 } },
    { plan: BY_PAGE, body: { items: [1], HasMore: true }, want: { page: 1 } },
    { plan: BY_PAGE, body: { items: [1], last_page: 3 }, want: { page: 1 } },
    { plan: BY_PAGE, body: { items: [1], last_page: false }, want: { page: 1 } },
    { body: { links: { self: "/" }, _links: { next: { href: "/v1/cur?cursor=b" } } }, want: { cursor: "b" } },
    { plan: BY_PAGE_FROM_ZERO, body: {}, want: { page: 1 } },
    { plan: BY_PAGE_FROM_ZERO, body: {}, args: { page: 1 }, want: { page: 2 } },
    { plan: BY_PAGE, body: { number: 0 }, want: { page: 1 } },
    { plan: BY_PAGE, body: { number: 1 }, want: { page: 2 } },
    // It is not known whether the first page is 0 or 1.
    { plan: BY_PAGE, body: {}, want: { page: 1 } },
    { plan: BY_PAGE_FROM_ONE, body: {}, want: { page: 2 } },
    { plan: BY_PAGE, body: {}, args: { page: 1 }, want: { page: 2 } },
    // The server may filter its pages.
    { plan: BY_PAGE, body: { items: [1] }, args: { page: 4 }, want: { page: 5 } },
    { plan: BY_OFFSET, body: { items: [1] }, args: { offset: 4 }, want: { offset: 5 } },
    { plan: BY_PAGE, body: { page: { number: 0, totalPages: 3 } }, want: { page: 1 } },
    { plan: BY_OFFSET_FROM_ONE, body: {}, want: { offset: 3 } },
    { plan: BY_OFFSET, body: { startIndex: 1 }, want: { offset: 3 } },
    { plan: BY_PAGE, body: {}, link: '</docs>; rel="service-doc", </old>; rel=deprecation', want: { page: 1 } },
    { plan: BY_PAGE, body: { items: [1], isLast: false }, want: { page: 1 } },
    { plan: BY_PAGE, body: { items: [1], last: false }, want: { page: 1 } },
    { plan: BY_PAGE, body: { items: [1], total: 9 }, args: { page: 2 }, want: { page: 3 } },
    { plan: BY_PAGE, body: { items: [1], meta: { total_pages: 5 } }, args: { page: 4 }, want: { page: 5 } },
    { plan: BY_OFFSET, body: { items: [1], total: 9 }, args: { offset: 4 }, want: { offset: 5 } },
  ])("$body, $args", ({ want, ...given }) => {
    expect(next(given)).toStrictEqual(want);
  });

  it.each([
    '<https://api.example/v1/cur?cursor=b>; rel="next"',
    '<https://api.example/v1/cur?cursor=b>; rel="next last"',
    '</v1/cur?cursor=b>; rel="last next"',
    "</v1/cur?cursor=b>; rel=next",
    "</v1/cur?cursor=b>; REL=Next",
    '</v1/cur?cursor=b>;title="a, <b>; c";rel="prefetch NEXT" ; type=x',
    '</v1/cur?cursor=a>; rel="prev", </v1/cur?cursor=b>; rel="next"',
    '</v1/cur?cursor=a>; title="rel=next"; rel=first, </v1/cur?cursor=b>; rel=next',
    "</v1/cur?cursor=a>; rel=first; rel=next, </v1/cur?cursor=b>; rel=next",
  ])("by Link: %s", (link) => {
    expect(next({ body: {}, link })).toStrictEqual({ cursor: "b" });
  });

  it("by a Link whose parameters are hostile, in linear time", () => {
    const started = performance.now();
    for (const part of ["<", "<>;", '<>;rel="', '<>;a="\\', ", ", "<>; rel = ", "<>;  "]) {
      expect(next({ body: {}, link: part.repeat(100_000) })).toBeNull();
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("a list that says that it has more is not ended", () => {
  const TOO_LONG = "x".repeat(10_001);
  it.each<Given & { readonly want: unknown }>([
    { body: { has_more: true, after: "b" }, want: expect.stringMatching(/more elements, but not how/) },
    { body: { meta: { hasNextPage: true } }, want: expect.stringMatching(/more elements, but not how/) },
    { body: { next: true }, want: expect.stringMatching(/more elements, but not how/) },
    { body: { has_more: true, next_cursor: null }, want: expect.stringMatching(/more elements, but not how/) },
    { body: { has_more: true, next_cursor: 0 }, want: expect.stringMatching(/more elements, but not how/) },
    {
      body: { has_more: true },
      link: '</v1/cur>; rel="first"',
      want: expect.stringMatching(/more elements, but not how/),
    },
    { plan: BY_LAST, body: { items: [], has_more: true }, want: expect.stringMatching(/more elements, but not how/) },
    { body: { next_cursor: TOO_LONG }, want: expect.stringMatching(/10001 characters; at most 10000/) },
    {
      body: { links: { next: { href: `/v1/cur?cursor=${TOO_LONG}` } } },
      want: expect.stringMatching(/characters; at most 10000/),
    },
    { body: { next: { after: "b" } }, want: expect.stringMatching(/an unknown form/) },
    { body: { next: ["b"] }, want: expect.stringMatching(/an unknown form/) },
    { plan: BY_PAGE, body: { next: { after: 2 } }, want: expect.stringMatching(/an unknown form/) },
    {
      plan: SILENT,
      body: {},
      want: expect.stringMatching(/neither the answer nor the description defines where the next page/),
    },
    { plan: SILENT, body: { total: 3 }, want: expect.stringMatching(/neither the answer nor the description defines/) },
    {
      plan: { ...SILENT, size: { argument: "limit", name: "limit", max: 1_000 } },
      args: { limit: 2 },
      body: {},
      want: expect.stringMatching(/neither the answer nor the description defines/),
    },
    {
      plan: { ...BY_PAGE, cursor: { argument: "cursor", name: "cursor" } },
      args: { cursor: "a" },
      body: { has_more: true },
      want: expect.stringMatching(/more elements, but not how/),
    },
    { plan: BY_PAGE, body: { items: [1], has_more: true }, want: { page: 1 } },
    { plan: BY_PAGE, body: { items: [], has_more: true }, want: { page: 1 } },
    { plan: BY_PAGE, body: { items: [1], next_token: "b" }, want: { page: 1 } },
    { plan: BY_PAGE, body: { items: [1], has_more: true }, link: '</v1/cur>; rel="first"', want: { page: 1 } },
    { plan: BY_OFFSET, body: { items: [1], has_more: true }, want: { offset: 1 } },
    { plan: BY_OFFSET, body: { items: [], has_more: true }, want: expect.stringMatching(/more elements, but not how/) },
  ])("$body", ({ want, ...given }) => {
    expect(next(given)).toStrictEqual(want);
  });
});

describe("a list ends", () => {
  it.each<Given>([
    { body: {} },
    { plan: SILENT, body: { items: [] } },
    { plan: SILENT, body: { total: 2 } },
    { plan: SILENT, body: {}, args: { cursor: "b" } },
    { plan: { ...SILENT, size: { argument: "limit", name: "limit", max: 1_000 } }, args: { limit: 3 }, body: {} },
    { plan: SILENT, body: {}, link: '</v1/cur?cursor=a>; rel="prev"' },
    // A page that came by a cursor is not counted on from.
    { plan: { ...BY_PAGE, cursor: { argument: "cursor", name: "cursor" } }, args: { cursor: "a" }, body: {} },
    {
      plan: { ...BY_OFFSET, cursor: { argument: "cursor", name: "cursor" } },
      args: { cursor: "a" },
      body: { total: 9 },
    },
    { plan: BY_PAGE, body: { last_page: true } },
    { body: { cursor: "9", next_cursor: null }, args: { cursor: "9" } },
    { plan: BY_PAGE, body: { isLast: true } },
    { plan: BY_PAGE, body: { items: [1], total: 3 }, args: { page: 2 } },
    { plan: BY_PAGE, body: { items: [1], totalPages: 2 }, args: { page: 2 } },
    { plan: BY_OFFSET, body: { items: [1], total: 5 }, args: { offset: 4 } },
    { plan: BY_PAGE, body: { items: [], total: 100 } },
    { plan: BY_PAGE, body: {}, link: '</v1/cur?page=1>; rel="prev"', args: { page: 2 } },
    { body: { next_cursor: null } },
    { body: { next_cursor: "" } },
    { body: { next_cursor: 0 } },
    { plan: BY_NUMBER_CURSOR, body: { next_cursor: 0 } },
    { body: { next: false } },
    { body: { next: {} } },
    { body: { links: { next: { href: null } } } },
    { body: { has_more: false, next_cursor: "b" } },
    { body: {}, link: '</v1/cur?cursor=b>; rel="nextish", </v1/cur?cursor=b>; title="next"' },
    { plan: BY_PAGE, body: { next_page_uri: null, page: 0 } },
    { plan: BY_PAGE, body: { next_page_uri: "" } },
    { plan: BY_PAGE, body: { links: { pages: { next: null } } } },
    { plan: cursor("continue"), body: { metadata: { continue: "", resourceVersion: "1" } } },
    { plan: cursor("start_cursor"), body: { has_more: false, next_cursor: null } },
    { plan: BY_PAGE, body: { items: [] } },
    { plan: BY_PAGE, body: {}, link: '</v1/cur?page=1>; rel="first"' },
    { plan: BY_PAGE, body: { items: [], cursor: "this page" } },
  ])("$body", (given) => {
    expect(next(given)).toBeNull();
  });
});

it.each<Given>([
  { body: { links: { next: { href: "https://evil.example/v1/cur?cursor=b" } } } },
  { body: { links: { next: { href: "//evil.example/v1/cur?cursor=b" } } } },
  { body: { next: "https://evil.example/v1/cur?cursor=b" } },
  { body: {}, link: '<https://evil.example/v1/cur?cursor=b>; rel="next last"' },
])("another origin is never asked: $body", (given) => {
  expect(next(given)).toMatch(/at https:\/\/evil\.example, which is not requested/);
});
