/**
 * From one page of a list to the arguments of the next. The next page is always asked for by the same operation: of an address that a server
 * names, only the values of the parameters that the description knows for paging are used, so no credential goes anywhere else. Pure.
 */
import type { PaginationPlan, PagingArgument } from "../../../sdk-gen/index.ts";
import { isRaw } from "../../lib/exact-json.ts";
import type { HttpSource } from "../connector.ts";
import type { Result } from "../../lib/result.ts";

type Arguments = Readonly<Record<string, unknown>>;

export interface Page {
  readonly items: readonly unknown[];
  /** Arguments of the next page; null after the last. */
  readonly next: Arguments | null;
}

type Next =
  | { readonly kind: "arguments"; readonly set: Arguments }
  | { readonly kind: "last" | "unsaid" }
  | { readonly kind: "problem"; readonly problem: string };

const LAST: Next = { kind: "last" };
const UNSAID: Next = { kind: "unsaid" };
const MAX_CURSOR_CHARS = 10_000;

/** @param value the parsed answer */
export function readPage(
  plan: PaginationPlan,
  args: Arguments,
  value: unknown,
  source: HttpSource,
): Result<Page, string> {
  const items = plan.items === undefined ? value : fieldOf(value, plan.items);
  if (!Array.isArray(items)) {
    const where = plan.items === undefined ? "is no list" : `has no list in ${plan.items}`;
    return { ok: false, error: `the answer ${where}` };
  }
  const said = [
    () => fromLink(plan, source),
    () => fromBody(plan, args, value, items, source),
    () => fromPosition(plan, args, items, source),
  ];
  let next = UNSAID;
  for (const look of said) if (next.kind === "unsaid") next = look();
  if (next.kind === "problem") return { ok: false, error: next.problem };
  if (next.kind !== "arguments") return { ok: true, value: { items, next: null } };
  const { set } = next;
  const isSame = Object.entries(set).every(([name, given]) => args[name] === given);
  if (isSame) return { ok: false, error: "it names the same page as the next one" };
  return { ok: true, value: { items, next: { ...args, ...set } } };
}

function fromLink(plan: PaginationPlan, source: HttpSource): Next {
  const next = source.link === undefined ? undefined : nextIn(source.link);
  return next === undefined ? UNSAID : fromAddress(plan, next, source);
}

/** RFC 8288: `<https://…?page=2>; rel="next", <…>; rel="last"`. @returns the target of `next` */
function nextIn(header: string): string | undefined {
  for (let at = header.indexOf("<"); at !== -1; at = header.indexOf("<", at + 1)) {
    const end = header.indexOf(">", at);
    if (end === -1) return undefined;
    const following = header.indexOf("<", end);
    const parameters = header.slice(end + 1, following === -1 ? undefined : following);
    if (/;\s{0,9}rel\s{0,9}=\s{0,9}"?next"?\s{0,9}(?:[;,]|$)/i.test(parameters)) return header.slice(at + 1, end);
    at = end;
  }
  return undefined;
}

function fromAddress(plan: PaginationPlan, target: string, { address }: HttpSource): Next {
  const url = URL.parse(target, address);
  if (url === null) return { kind: "problem", problem: "it names a next page that is no address" };
  if (url.origin !== new URL(address).origin) {
    return { kind: "problem", problem: `it names a next page at ${url.origin}, which is not requested` };
  }
  const set: Record<string, unknown> = {};
  for (const argument of [plan.cursor, plan.page, plan.offset]) {
    const text = argument && url.searchParams.get(argument.name);
    if (argument === undefined || typeof text !== "string" || text.length > MAX_CURSOR_CHARS) continue;
    const isNumber = argument !== plan.cursor;
    if (!isNumber) set[argument.argument] = text;
    else if (/^\d{1,15}$/.test(text)) set[argument.argument] = Number(text);
  }
  if (Object.keys(set).length > 0) return { kind: "arguments", set };
  return { kind: "problem", problem: "it names its next page by parameters that the description does not have" };
}

const CURSORS =
  "next_cursor nextCursor next_page_token nextPageToken next_token nextToken continuation_token continuationToken end_cursor endCursor cursor next".split(
    " ",
  );
const AROUND = "meta pagination paging response_metadata page_info pageInfo links cursors".split(" ");
const MORE = "has_more hasMore has_next hasNext has_next_page hasNextPage".split(" ");

function fromBody(
  plan: PaginationPlan,
  args: Arguments,
  value: unknown,
  items: readonly unknown[],
  source: HttpSource,
): Next {
  const places = [value, ...AROUND.map((name) => fieldOf(value, name))];
  const all = places.flatMap((place) => MORE.map((name) => fieldOf(place, name)));
  if (all.includes(false)) return LAST;
  const names = places.flatMap((place) =>
    CURSORS.flatMap((name) => (isObject(place) && Object.hasOwn(place, name) ? [fieldOf(place, name)] : [])),
  );
  const cursor = names.find((one) => isCursor(one));
  if (cursor !== undefined) return fromCursor(plan, args, cursor, source);
  const last = items.at(-1);
  // The last element is the cursor, as of Stripe.
  const id = all.includes(true) && plan.cursor?.name === "starting_after" ? fieldOf(last, "id") : undefined;
  if (isCursor(id)) return fromCursor(plan, args, id, source);
  return names.length > 0 ? LAST : UNSAID;
}

function isCursor(value: unknown): value is string | number {
  if (typeof value === "string") return value !== "" && value.length <= MAX_CURSOR_CHARS;
  return typeof value === "number";
}

function fromCursor(plan: PaginationPlan, args: Arguments, cursor: string | number, source: HttpSource): Next {
  if (typeof cursor === "string" && /^(?:https?:\/\/|\/|\?)/.test(cursor)) return fromAddress(plan, cursor, source);
  if (plan.cursor !== undefined) return { kind: "arguments", set: { [plan.cursor.argument]: cursor } };
  const number = Number(cursor);
  const counted = plan.page ?? plan.offset;
  if (counted === undefined || !Number.isSafeInteger(number)) return UNSAID;
  // A `cursor` that has no parameter is where this page began.
  return number > numberOf(args, counted, 0) ? { kind: "arguments", set: { [counted.argument]: number } } : UNSAID;
}

/** Counts on, until a page is empty or shorter than the server makes them for certain. */
function fromPosition(plan: PaginationPlan, args: Arguments, items: readonly unknown[], { link }: HttpSource): Next {
  const { page, offset, size } = plan;
  // A server that links its pages has linked no next one.
  if (items.length === 0 || (link !== undefined && /\brel\b/.test(link))) return LAST;
  if (size !== undefined && items.length < certainSize(args, size)) return LAST;
  if (page) return { kind: "arguments", set: { [page.argument]: numberOf(args, page, 1) + 1 } };
  if (offset) return { kind: "arguments", set: { [offset.argument]: numberOf(args, offset, 0) + items.length } };
  return LAST;
}

/** Servers give less than they are asked for, without a word, where it is more than their description permits or says nothing about. */
function certainSize(args: Arguments, { argument, usual = 0, most }: PagingArgument): number {
  const asked = args[argument] ?? usual;
  if (typeof asked !== "number") return 0;
  return most === undefined ? Math.min(asked, usual) : asked;
}

function numberOf(args: Arguments, { argument, usual }: PagingArgument, first: number): number {
  const given = args[argument] ?? usual ?? first;
  return typeof given === "number" && Number.isSafeInteger(given) ? given : first;
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRaw(value);
}
