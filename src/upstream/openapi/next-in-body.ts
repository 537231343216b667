/** Reads what an answer says of the page after it: that there is more, and the cursor or the address of it. Pure. */
import { isRaw } from "../../lib/exact-json.ts";

export const MAX_CURSOR_CHARS = 10_000;

export interface NamedCursor {
  readonly kind: "cursor";
  readonly cursor: string | number;
  /** By the name of its field it is the number of a page, where an operation has a parameter for one. */
  readonly isPage: boolean;
}

export type NamedNext =
  | NamedCursor
  | { readonly kind: "address"; readonly address: string }
  /** The field is there, and empty. */
  | { readonly kind: "empty" }
  | { readonly kind: "unusable"; readonly problem: string };

export interface NextPageInfo {
  /** Undefined if the answer says neither that there are more elements nor that there are none. */
  readonly more: boolean | undefined;
  /** Undefined if the answer has no field for it. */
  readonly next: NamedNext | undefined;
  /** The numbers by which the answer names its own place in the list, and how long the list is. */
  readonly page: number | undefined;
  readonly offset: number | undefined;
  readonly pages: number | undefined;
  readonly total: number | undefined;
}

const CURSORS = [
  ..."next_cursor nextCursor next_page_token nextPageToken next_token nextToken continuation_token continuationToken".split(
    " ",
  ),
  ..."end_cursor endCursor cursor next next_page nextPage next_url nextUrl next_page_url nextPageUrl".split(" "),
  // OData, and what is made after it.
  ..."nextLink @odata.nextLink odata.nextLink @nextLink".split(" "),
];
const AROUND = "meta page pagination paging response_metadata page_info pageInfo links _links cursors".split(" ");
/** Lists of links such as `{ "rel": "next", "href": "…" }`, or `{ "relation": "next", "url": "…" }` of FHIR. */
const LINK_LISTS = "links _links link".split(" ");
const MAX_LINKS = 100;
const ENDS = "isLast is_last isLastPage is_last_page last".split(" ");
const PAGE_NUMBERS = "page number pageNumber page_number pageIndex page_index currentPage current_page".split(" ");
const OFFSETS = "offset startAt start_at startIndex start_index start skip".split(" ");
const PAGE_COUNTS = "totalPages total_pages pageCount page_count".split(" ");
const TOTALS = "total totalCount total_count totalResults total_results totalItems total_items totalElements".split(
  " ",
);
const MORE = "has_more hasMore has_next hasNext has_next_page hasNextPage".split(" ");
/** Fields of an object in place of an address, such as the link object of JSON:API. */
const ADDRESSES = "href url link".split(" ");

/** @param body the parsed answer */
export function nextInBody(body: unknown): NextPageInfo {
  const places = [body, ...AROUND.map((name) => fieldOf(body, name))];
  const named = [
    ...places.flatMap((place) =>
      CURSORS.flatMap((name) => (isObject(place) && Object.hasOwn(place, name) ? [{ name, value: place[name] }] : [])),
    ),
    ...places.flatMap((place) => LINK_LISTS.flatMap((name) => nextLinks(fieldOf(place, name)))),
  ];
  // `next: true` says the same as `has_more: true`, and `isLast: false`, too.
  const flags = [
    ...places.flatMap((place) => MORE.map((name) => fieldOf(place, name))),
    ...places.flatMap((place) => ENDS.map((name) => negated(fieldOf(place, name)))),
    ...named.map(({ value }) => value),
  ];
  const isPromised = named.some(({ name, value }) => NEXT.test(name) && isOpaque(value));
  // `cursor` may be that of this page where another field is for the next one.
  const own = named.filter(({ name, value }) => NEXT.test(name) && typeof value !== "boolean");
  const candidates = own.length > 0 ? own : named.filter(({ value }) => typeof value !== "boolean");
  const read = candidates.map(({ name, value }) => readNext(value, name));
  const isGiven = ({ kind }: NamedNext): boolean => kind === "cursor" || kind === "address";
  return {
    more: hasMore(flags, isPromised),
    next: read.find((one) => isGiven(one)) ?? read.find(({ kind }) => kind === "unusable") ?? read[0],
    page: numberIn(places, PAGE_NUMBERS),
    offset: numberIn(places, OFFSETS),
    pages: numberIn(places, PAGE_COUNTS),
    total: numberIn(places, TOTALS),
  };
}

const NEXT = /next|continuation/i;

function negated(value: unknown): unknown {
  return typeof value === "boolean" ? !value : undefined;
}

function numberIn(places: readonly unknown[], names: readonly string[]): number | undefined {
  const found = places.flatMap((place) => names.map((name) => fieldOf(place, name)));
  return found.find((one): one is number => typeof one === "number" && Number.isSafeInteger(one) && one >= 0);
}

function nextLinks(links: unknown): { readonly name: string; readonly value: unknown }[] {
  if (!Array.isArray(links)) return [];
  const isNext = (link: unknown): boolean => fieldOf(link, "rel") === "next" || fieldOf(link, "relation") === "next";
  return links
    .slice(0, MAX_LINKS)
    .filter(isNext)
    .map((value: unknown) => ({ name: "next", value }));
}

/** A list that says in one place that it has more is not ended by another. */
function hasMore(flags: readonly unknown[], isPromised: boolean): boolean | undefined {
  if (flags.includes(true)) return true;
  if (flags.includes(false)) return false;
  return isPromised ? true : undefined;
}

/** A number may be that of this page. */
function isOpaque(value: unknown): boolean {
  return typeof value === "string" && /\D/.test(value);
}

function readNext(value: unknown, field: string): NamedNext {
  const isPage = /page$/i.test(field);
  if (typeof value === "number") return { kind: "cursor", cursor: value, isPage };
  if (typeof value === "string") {
    if (value === "") return EMPTY;
    if (value.length > MAX_CURSOR_CHARS) return tooLong(value);
    return isAddress(value, field) ? { kind: "address", address: value } : { kind: "cursor", cursor: value, isPage };
  }
  if (value === null || value === undefined) return EMPTY;
  const name = ADDRESSES.find((one) => isObject(value) && Object.hasOwn(value, one));
  const address = name === undefined ? undefined : fieldOf(value, name);
  if (typeof address === "string" && address !== "") {
    return address.length > MAX_CURSOR_CHARS ? tooLong(address) : { kind: "address", address };
  }
  const isEmpty = name === undefined ? Object.keys(value).length === 0 : address === null || address === "";
  return isEmpty ? EMPTY : { kind: "unusable", problem: "it names a next page in a form that is not known" };
}

/** Addresses may be relative: `items?$skiptoken=3`. */
function isAddress(value: string, field: string): boolean {
  return /^(?:https?:\/\/|\/|\?)/.test(value) || /(?:link|url)$/i.test(field) || /^[^?#=\s]*\?[^=\s]+=/.test(value);
}

const EMPTY: NamedNext = { kind: "empty" };

function tooLong({ length }: string): NamedNext {
  return {
    kind: "unusable",
    problem: `it names a next page with ${length} characters; at most ${MAX_CURSOR_CHARS} are sent`,
  };
}

export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRaw(value);
}
