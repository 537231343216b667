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
}

const CURSORS = [
  ..."next_cursor nextCursor next_page_token nextPageToken next_token nextToken continuation_token continuationToken".split(
    " ",
  ),
  ..."end_cursor endCursor cursor next next_page nextPage next_url nextUrl next_page_url nextPageUrl".split(" "),
  // OData, and what is made after it.
  ..."nextLink @odata.nextLink odata.nextLink @nextLink".split(" "),
];
const AROUND = "meta pagination paging response_metadata page_info pageInfo links _links cursors".split(" ");
/** Lists of links such as `{ "rel": "next", "href": "…" }`, or `{ "relation": "next", "url": "…" }` of FHIR. */
const LINK_LISTS = "links _links link".split(" ");
const MAX_LINKS = 100;
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
  // `next: true` says the same as `has_more: true`.
  const flags = [
    ...places.flatMap((place) => MORE.map((name) => fieldOf(place, name))),
    ...named.map(({ value }) => value),
  ];
  const isPromised = named.some(({ name, value }) => /next|continuation/i.test(name) && isOpaque(value));
  const read = named.filter(({ value }) => typeof value !== "boolean").map(({ name, value }) => readNext(value, name));
  const isGiven = ({ kind }: NamedNext): boolean => kind === "cursor" || kind === "address";
  return {
    more: hasMore(flags, isPromised),
    next: read.find((one) => isGiven(one)) ?? read.find(({ kind }) => kind === "unusable") ?? read[0],
  };
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
    return /^(?:https?:\/\/|\/|\?)/.test(value)
      ? { kind: "address", address: value }
      : { kind: "cursor", cursor: value, isPage };
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
