/**
 * From one page of a list to the arguments of the next. The next page is always asked for by the same operation: of an address that a server
 * names, only the values of the parameters that the description knows for paging are used, so no credential goes anywhere else.
 */
import type { PaginationPlan, PagingArgument } from "../../../sdk-gen/index.ts";
import type { HttpSource } from "../connector.ts";
import type { Result } from "../../lib/result.ts";
import { linksPages, nextLink } from "./link-header.ts";
import { MAX_CURSOR_CHARS, fieldOf, nextInBody, type NamedCursor, type NextPageInfo } from "./next-in-body.ts";

type Arguments = Readonly<Record<string, unknown>>;

export interface Page {
  readonly items: readonly unknown[];
  /** Arguments of the next page; null after the last. */
  readonly next: Arguments | null;
  /** The reason to ask for the next page; absent after the last. */
  readonly how?: NextPageEvidence;
  readonly whenRepeated?: WhenRepeated;
}

/** `named`: the server named a next page. `counted`: a total is not reached yet. `guessed`: nothing says that this page was the last. */
type NextPageEvidence = "named" | "counted" | "guessed";

/**
 * How to treat a next page that repeats this page's elements. `isFirst`: the server counts its pages from 1, and this page was page 1. `isLast`: it was the last, which some servers repeat. Absent: an error, because the server does not do what it is asked.
 */
type WhenRepeated = "isFirst" | "isLast";

interface NextArguments {
  readonly kind: "arguments";
  readonly set: Arguments;
  readonly how?: NextPageEvidence;
  readonly whenRepeated?: WhenRepeated;
}

type Next =
  | NextArguments
  | { readonly kind: "last" | "unknown" }
  | { readonly kind: "problem"; readonly problem: string };

const LAST: Next = { kind: "last" };
const UNKNOWN: Next = { kind: "unknown" };
const NOT_HOW = "it says that there are more elements, but not how to request them";

/** @param value the parsed answer */
export function readPage(
  plan: PaginationPlan,
  args: Arguments,
  value: unknown,
  source: HttpSource,
): Result<Page, string> {
  const items = plan.items === undefined ? value : fieldOf(value, plan.items);
  if (!Array.isArray(items)) {
    const where = plan.items === undefined ? "is not a list" : `has no list in ${plan.items}`;
    return { ok: false, error: `the answer ${where}` };
  }
  const said = nextInBody(value, plan.cursor?.name);
  const ways = [
    () => fromLink(plan, source),
    () => fromBody(plan, args, said, items, source),
    () => fromPosition(plan, args, said, items, source),
  ];
  let next = UNKNOWN;
  for (const look of ways) if (next.kind === "unknown") next = look();
  if (next.kind === "problem") return { ok: false, error: next.problem };
  if (next.kind !== "arguments") return { ok: true, value: { items, next: null } };
  const { set, how = "named", whenRepeated } = next;
  const isSame = Object.entries(set).every(([name, given]) => args[name] === given);
  if (isSame) return { ok: false, error: "it names the same page as the next one" };
  return { ok: true, value: { items, next: { ...args, ...set }, how, ...(whenRepeated && { whenRepeated }) } };
}

function fromLink(plan: PaginationPlan, source: HttpSource): Next {
  const next = source.link === undefined ? undefined : nextLink(source.link);
  return next === undefined ? UNKNOWN : fromAddress(plan, next, source);
}

function fromAddress(plan: PaginationPlan, target: string, { address }: HttpSource): Next {
  const url = URL.parse(target, address);
  if (url === null) return problem("it names a next page that is not an address");
  if (url.origin !== new URL(address).origin) {
    return problem(`it names a next page at ${url.origin}, which is not requested`);
  }
  const set: Record<string, unknown> = {};
  for (const argument of [plan.cursor, plan.page, plan.offset]) {
    const text = argument && url.searchParams.get(argument.name);
    if (argument === undefined || !text || text.length > MAX_CURSOR_CHARS) continue;
    if (argument === plan.cursor) set[argument.argument] = written(argument, text);
    else if (/^\d{1,15}$/.test(text)) set[argument.argument] = Number(text);
  }
  if (Object.keys(set).length > 0) return { kind: "arguments", set };
  return problem("it names its next page by parameters that the description does not have");
}

function problem(text: string): Next {
  return { kind: "problem", problem: text };
}

function fromBody(
  plan: PaginationPlan,
  args: Arguments,
  said: NextPageInfo,
  items: readonly unknown[],
  source: HttpSource,
): Next {
  const { more, next } = said;
  if (more === false) return LAST;
  if (next?.kind === "unusable") return problem(next.problem);
  if (next?.kind === "address") return fromAddress(plan, next.address, source);
  if (next?.kind === "parameters") return fromParameters(plan, next.parameters);
  if (next?.kind === "cursor") return fromCursor(plan, args, next, more);
  if (more !== true) return next === undefined ? UNKNOWN : LAST;
  // The last element is the cursor, as of Stripe.
  const id = plan.cursor?.name === "starting_after" ? fieldOf(items.at(-1), "id") : undefined;
  return isId(id) && plan.cursor !== undefined ? toCursor(plan.cursor, id) : UNKNOWN;
}

/** The object has a value for a parameter of the operation, under the parameter's own name. */
function fromParameters(plan: PaginationPlan, parameters: Arguments): Next {
  for (const argument of [plan.cursor, plan.page, plan.offset]) {
    const value = argument && fieldOf(parameters, argument.name);
    if (argument === undefined || !isId(value)) continue;
    if (argument === plan.cursor) return toCursor(argument, value);
    if (Number.isSafeInteger(value)) return { kind: "arguments", set: { [argument.argument]: value } };
  }
  return problem("it names a next page in an unknown form");
}

function isId(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value !== "" && value.length <= MAX_CURSOR_CHARS);
}

function fromCursor(plan: PaginationPlan, args: Arguments, next: NamedCursor, more: true | undefined): Next {
  const { cursor, isPage } = next;
  if (plan.cursor !== undefined && !(isPage && plan.page !== undefined)) {
    // Services that count their cursors give 0 after the last page.
    if (cursor === 0) return more === true ? UNKNOWN : LAST;
    return toCursor(plan.cursor, cursor);
  }
  const number = Number(cursor);
  const counted = plan.page ?? plan.offset;
  if (counted === undefined || !Number.isSafeInteger(number)) return UNKNOWN;
  // A `cursor` that has no parameter is where this page began.
  return number > numberOf(args, counted, 0) ? { kind: "arguments", set: { [counted.argument]: number } } : UNKNOWN;
}

function toCursor(argument: PagingArgument, cursor: string | number): Next {
  return { kind: "arguments", set: { [argument.argument]: written(argument, cursor) } };
}

/** In the type of its parameter, whatever the type is in which a server names it. */
function written({ isNumber }: PagingArgument, cursor: string | number): string | number {
  if (isNumber !== true) return String(cursor);
  return typeof cursor === "string" && /^-?\d{1,15}$/.test(cursor) ? Number(cursor) : cursor;
}

/** Counts on, until a page is empty, and for as long as the server says that there is more. A page may be short because the server filters it. */
function fromPosition(
  plan: PaginationPlan,
  args: Arguments,
  said: NextPageInfo,
  items: readonly unknown[],
  { link }: HttpSource,
): Next {
  const { page, offset, size } = plan;
  const before = countedBefore(plan, args, said);
  const isShortOfTotal = (count: number): boolean => isMoreSaid(plan, args, said, count, items.length);
  const isMore = said.more === true || (items.length > 0 && isShortOfTotal(before.least));
  const isShort = size !== undefined && items.length < certainSize(args, size);
  if (!isMore) {
    // A server that links its pages has linked no next one.
    if (items.length === 0 || (link !== undefined && linksPages(link))) return LAST;
    if (isShort && (isCountable(said) || (page === undefined && offset === undefined))) return LAST;
  }
  const isCounted = items.length > 0 && isShortOfTotal(before.most);
  const how = said.more === true ? "named" : isCounted ? "counted" : "guessed";
  // A page that was asked for by a cursor has no number that could be counted on.
  const isByCursor = plan.cursor !== undefined && args[plan.cursor.argument] !== undefined;
  if (isByCursor) return said.more === true ? problem(NOT_HOW) : LAST;
  const counted = countedOn(plan, args, said, items.length);
  if (counted !== undefined) return { ...(isShort && { whenRepeated: "isLast" }), ...counted, how };
  if (said.more === true) return problem(NOT_HOW);
  const isWhole = plan.namesNext === true || (said.total !== undefined && said.total <= items.length);
  return isWhole || offset
    ? LAST
    : problem("neither the answer nor the description defines where the next page is named");
}

function isCountable({ total, pages }: NextPageInfo): boolean {
  return total !== undefined || pages !== undefined;
}

/** @returns the place after this page; undefined where nothing is counted */
function countedOn(
  { page, offset }: PaginationPlan,
  args: Arguments,
  said: NextPageInfo,
  length: number,
): NextArguments | undefined {
  if (page) {
    const first = firstPage(page, said);
    const isUnknown = args[page.argument] === undefined && first === undefined;
    // Page 1 is the second one where a server counts from 0, and this one again where it counts from 1.
    if (isUnknown) return { kind: "arguments", set: { [page.argument]: 1 }, whenRepeated: "isFirst" };
    return { kind: "arguments", set: { [page.argument]: numberOf(args, page, first ?? 1) + 1 } };
  }
  if (offset === undefined || length === 0) return undefined;
  const at = numberOf(args, offset, firstOffset(offset, said));
  return { kind: "arguments", set: { [offset.argument]: at + length } };
}

/** @returns the number of the first page, as the description or the answer to a call without a number has it; undefined where neither does */
function firstPage({ defaultValue, min }: PagingArgument, { page }: NextPageInfo): number | undefined {
  return defaultValue ?? page ?? (min === 0 || min === 1 ? min : undefined);
}

function firstOffset({ min }: PagingArgument, { offset }: NextPageInfo): number {
  return offset ?? (min === 1 ? 1 : 0);
}

/** @returns how many pages (where they are numbered) or elements come before these; both numbers differ where it is not known how pages are counted */
function countedBefore(
  { page, offset }: PaginationPlan,
  args: Arguments,
  said: NextPageInfo,
): { readonly least: number; readonly most: number } {
  if (page !== undefined) {
    if (args[page.argument] === undefined) return { least: 0, most: 0 };
    const first = page.min ?? page.defaultValue;
    const at = numberOf(args, page, 1);
    return { least: at - (first === 0 ? 0 : 1), most: at - (first === undefined || first === 0 ? 0 : 1) };
  }
  if (offset === undefined) return { least: 0, most: 0 };
  const at = numberOf(args, offset, firstOffset(offset, said)) - (offset.min === 1 || said.offset === 1 ? 1 : 0);
  return { least: at, most: at };
}

/** @returns true if the answer names a number of pages or elements that is not reached yet, however short this page is */
function isMoreSaid(
  { page, offset, size }: PaginationPlan,
  args: Arguments,
  said: NextPageInfo,
  before: number,
  length: number,
): boolean {
  if (page !== undefined) {
    if (said.pages !== undefined) return before + 1 < said.pages;
    const perPage = size === undefined ? undefined : (args[size.argument] ?? size.defaultValue);
    return said.total !== undefined && typeof perPage === "number" && before * perPage + length < said.total;
  }
  return offset !== undefined && said.total !== undefined && before + length < said.total;
}

/** Servers may silently cap the page size where the request exceeds what their description permits, or where the description has no maximum. */
function certainSize(args: Arguments, { argument, defaultValue = 0, max }: PagingArgument): number {
  const asked = args[argument] ?? defaultValue;
  if (typeof asked !== "number") return 0;
  return max === undefined ? Math.min(asked, defaultValue) : asked;
}

function numberOf(args: Arguments, { argument, defaultValue }: PagingArgument, first: number): number {
  const given = args[argument] ?? defaultValue ?? first;
  return typeof given === "number" && Number.isSafeInteger(given) ? given : first;
}
