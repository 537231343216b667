/** Reads what an answer says of the page after it: that there is more, and the cursor or the address of it. */
import { isObject } from "./parameter-styles.ts";

export const MAX_CURSOR_CHARS = 10_000;

export interface NamedCursor {
  readonly kind: "cursor";
  readonly cursor: string | number;
  /** True if the field has the name of a page number; it is one where the operation has a parameter for it. */
  readonly isPage: boolean;
}

type NamedNext =
  | NamedCursor
  | { readonly kind: "address"; readonly address: string }
  /** An object that may have the parameters of the next page, such as `{ "page": 2, "starting_after": "b" }`. */
  | { readonly kind: "parameters"; readonly parameters: Readonly<Record<string, unknown>> }
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

// Names of fields, without punctuation and in lower case: `next_page_token`, `nextPageToken` and `NextPageToken` mean the same.
const CURSORS = [
  ..."nextcursor nextpagetoken nexttoken nextmarker nextcontinuationtoken continuationtoken endcursor cursor".split(
    " ",
  ),
  // Zendesk and Kubernetes.
  ..."aftercursor continue".split(" "),
  ..."next nextpage nexturl nextpageurl nexturi nextpageuri".split(" "),
  // OData, and what is made after it.
  ..."nextlink odatanextlink".split(" "),
];
const AROUND = "meta metadata page pages pagination paging responsemetadata pageinfo links cursors".split(" ");
/** `links.pages.next`, `meta.pagination.links.next`. */
const MAX_AROUND = 3;
/** Lists of links such as `{ "rel": "next", "href": "…" }`, or `{ "relation": "next", "url": "…" }` of FHIR. */
const LINK_LISTS = "links link".split(" ");
const MAX_LINKS = 100;
const ENDS = "islast islastpage lastpage last".split(" ");
const PAGE_NUMBERS = "page number pagenumber pageindex currentpage".split(" ");
const OFFSETS = "offset startat startindex start skip".split(" ");
const PAGE_COUNTS = "totalpages pagecount lastpage".split(" ");
const TOTALS = "total totalcount totalresults totalitems totalelements".split(" ");
const MORE = "hasmore hasnext hasnextpage".split(" ");
/** Fields of an object in place of an address, such as the link object of JSON:API. */
const ADDRESSES = "href url link".split(" ");
/** An answer can have any number of fields. */
const MAX_FIELDS = 10_000;

interface Field {
  readonly name: string;
  readonly value: unknown;
}

/** The fields of an object by their plain names, which several can share, such as `links` and `_links`. */
type Place = ReadonlyMap<string, readonly Field[]>;

/** @param body the parsed answer @param cursorName of the parameter that carries a cursor: `next` before it is a field for the next one */
export function nextInBody(body: unknown, cursorName?: string): NextPageInfo {
  const places = placesIn(placeOf(body), MAX_AROUND);
  const cursors = cursorName === undefined ? CURSORS : [`next${plainName(cursorName)}`, ...CURSORS];
  const named = [
    ...places.flatMap((place) => cursors.flatMap((name) => place.get(name) ?? [])),
    ...places.flatMap((place) =>
      LINK_LISTS.flatMap((name) => (place.get(name) ?? []).flatMap(({ value }) => nextLinks(value))),
    ),
  ];
  const valuesOf = (names: readonly string[]): unknown[] =>
    places.flatMap((place) => names.flatMap((name) => (place.get(name) ?? []).map(({ value }) => value)));
  // `next: true` says the same as `has_more: true`, and `isLast: false`, too.
  const flags = [
    ...valuesOf(MORE),
    ...valuesOf(ENDS).map(negated),
    ...named.flatMap(({ name, value }) => (isSaidOfMore(name) ? value : [])),
  ];
  const isPromised = named.some(({ name, value }) => NEXT.test(name) && isOpaque(value));
  // `cursor` may be that of this page where another field is for the next one.
  const ofNext = named.filter(({ name, value }) => NEXT.test(name) && typeof value !== "boolean");
  const candidates = ofNext.length > 0 ? ofNext : named.filter(({ value }) => typeof value !== "boolean");
  const read = candidates.map(({ name, value }) => readNext(value, name));
  const isGiven = ({ kind }: NamedNext): boolean => kind !== "empty" && kind !== "unusable";
  return {
    more: hasMore(flags, isPromised),
    next: read.find((one) => isGiven(one)) ?? read.find(({ kind }) => kind === "unusable") ?? read[0],
    page: numberIn(valuesOf(PAGE_NUMBERS)),
    offset: numberIn(valuesOf(OFFSETS)),
    pages: numberIn(valuesOf(PAGE_COUNTS)),
    total: numberIn(valuesOf(TOTALS)),
  };
}

/** @returns the place and those around a next page in it, the nearest first */
function placesIn(own: Place, levels: number): readonly Place[] {
  const places = [own];
  let nearest = [own];
  for (let level = 0; level < levels; level += 1) {
    nearest = nearest.flatMap((place) =>
      AROUND.flatMap((name) => (place.get(name) ?? []).map(({ value }) => placeOf(value))),
    );
    for (const place of nearest) places.push(place);
  }
  return places;
}

function placeOf(value: unknown): Place {
  if (!isObject(value)) return new Map();
  const fields = Object.keys(value)
    .slice(0, MAX_FIELDS)
    .map((name): Field => ({ name, value: value[name] }));
  return Map.groupBy(fields, ({ name }) => plainName(name));
}

function plainName(name: string): string {
  return name
    .slice(0, MAX_NAME_CHARS)
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase();
}

const MAX_NAME_CHARS = 100;

const NEXT = /next|continu/i;

function negated(value: unknown): unknown {
  return typeof value === "boolean" ? !value : undefined;
}

function numberIn(values: readonly unknown[]): number | undefined {
  return values.find((one): one is number => typeof one === "number" && Number.isSafeInteger(one) && one >= 0);
}

function nextLinks(links: unknown): { readonly name: string; readonly value: unknown }[] {
  if (!Array.isArray(links)) return [];
  const isNext = (link: unknown): boolean => fieldOf(link, "rel") === "next" || fieldOf(link, "relation") === "next";
  return links
    .slice(0, MAX_LINKS)
    .filter(isNext)
    .map((value: unknown) => ({ name: "next", value }));
}

/** A flag such as `continue: true` does not say that there is another page. */
function isSaidOfMore(name: string): boolean {
  return plainName(name) !== "continue";
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
  if (isEmpty) return EMPTY;
  return name === undefined && isObject(value)
    ? { kind: "parameters", parameters: value }
    : { kind: "unusable", problem: "it names a next page in an unknown form" };
}

/** Addresses may be relative: `items?$skiptoken=3`. */
function isAddress(value: string, field: string): boolean {
  return /^(?:https?:\/\/|\/|\?)/.test(value) || /(?:link|ur[il])$/i.test(field) || /^[^?#=\s]*\?[^=\s]+=/.test(value);
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
