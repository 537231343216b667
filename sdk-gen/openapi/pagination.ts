/**
 * Recognises operations that return a list page by page: a GET with a parameter that carries a cursor, a page number or an offset, whose
 * answer is a list or an object with one. How the next page is found is decided by each answer; this says which arguments it may set.
 */
import { isRecord } from "../is-record.ts";
import { fieldsIn, textIn, type Description, type Fields } from "./description.ts";
import type { ParameterArgument } from "./parameters.ts";
import type { Output } from "./responses.ts";
import type { PaginationPlan, PagingArgument } from "./request.ts";

type Role = "cursor" | "page" | "offset" | "size";

/** Names without punctuation, in lower case. */
const ROLES: Readonly<Record<Role, ReadonlySet<string>>> = {
  cursor: words(
    "cursor nextcursor pagecursor startcursor after pageafter startingafter pagetoken paginationtoken nextpagetoken nexttoken " +
      "continue continuationtoken skiptoken marker",
  ),
  page: words("page pagenumber pageno pageindex"),
  offset: words("offset pageoffset skip start startindex startat"),
  size: words("perpage pagesize limit size pagelimit maxresults count top first"),
};

/** Properties that hold the elements where an answer has several lists. */
const ITEMS = "items data results value values records entries elements".split(" ");

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

export function readPagination(
  description: Description,
  method: string,
  parameters: readonly ParameterArgument[],
  { schema: output, headers }: Output,
): PaginationPlan | undefined {
  if (method !== "GET") return undefined;
  const found: Partial<Record<Role, PagingArgument>> = {};
  for (const parameter of parameters) {
    const role = roleOf(parameter);
    if (role !== undefined) found[role] ??= argumentOf(parameter, role);
  }
  const { cursor, page, offset } = found;
  if (!cursor && !page && !offset) return undefined;
  const items = itemsIn(description, output);
  return items && { ...items, ...found, ...(namesNext(description, output, headers) && { namesNext: true }) };
}

/** Names of fields that say where the next page is, or whether there is one: `nextPageToken`, `has_more`, `isLast`, `end_cursor`. */
const NEXT_FIELD = /next|more|cursor|continu|last|marker/i;
const MAX_FIELDS_READ = 200;

/** @param headers of the answer */
function namesNext(description: Description, output: unknown, headers: Fields): boolean {
  if (Object.keys(headers).some((name) => name.toLowerCase() === "link")) return true;
  const fields = Object.entries(propertiesOf(description, output)).slice(0, MAX_FIELDS_READ);
  if (fields.some(([name]) => NEXT_FIELD.test(name))) return true;
  // `meta.next_cursor`, `links.next`.
  return fields.some(([, schema]) =>
    Object.keys(propertiesOf(description, schema)).some((name) => NEXT_FIELD.test(name)),
  );
}

function roleOf({ plan, schema }: ParameterArgument): Role | undefined {
  if (plan.in !== "query" || plan.contentType !== undefined || plan.style !== undefined) return undefined;
  const name = (plan.name ?? plan.argument).toLowerCase().replace(/[^a-z]/g, "");
  const role = (Object.keys(ROLES) as Role[]).find((one) => ROLES[one].has(name));
  const said = isRecord(schema) ? schema["type"] : undefined;
  // `["integer", "null"]` is how 3.1 says that a parameter may be left empty.
  const type: unknown = Array.isArray(said) ? said.find((one) => one !== "null") : said;
  const isNumber = type === "integer" || type === "number" || type === undefined;
  // `after` is the name of a date as often as of a cursor.
  const isDate = isRecord(schema) && textIn(schema, "format").startsWith("date");
  if (role === "cursor") return type === "object" || type === "array" || isDate ? undefined : role;
  return isNumber ? role : undefined;
}

function argumentOf({ plan, schema }: ParameterArgument, role: Role): PagingArgument {
  const { default: defaultValue, maximum: max, minimum: min } = isRecord(schema) ? schema : {};
  const { argument, name = argument } = plan;
  return {
    argument,
    name,
    ...(typeof defaultValue === "number" && { defaultValue }),
    ...(typeof max === "number" && { max }),
    ...(typeof min === "number" ? { min } : role === "page" && firstPageIn(schema)),
    ...(role === "cursor" && takesNumbersOnly(schema) && { isNumber: true }),
  };
}

/** "Page to fetch (starts at 0)", "page number of results to return (1-based)". */
const FIRST_PAGE =
  /\b(zero|one|[01])[- ](?:based|indexed)\b|\b(?:start|begin|count|index)\w{0,6} (?:at|from|with) (zero|one|[01])(?![\w.])/i;

function firstPageIn(schema: unknown): Pick<PagingArgument, "min"> | undefined {
  const found = isRecord(schema) && FIRST_PAGE.exec(textIn(schema, "description").slice(0, MAX_TEXT_CHARS));
  if (!found) return undefined;
  const first = (found[1] ?? found[2] ?? "").toLowerCase();
  return { min: first === "zero" || first === "0" ? 0 : 1 };
}

const MAX_TEXT_CHARS = 1_000;

/** @returns true if the schema names `integer` or `number`, and no `string` beside it */
function takesNumbersOnly(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const parts = [schema["anyOf"], schema["oneOf"]].flatMap((some: unknown) =>
    Array.isArray(some) ? some.slice(0, MAX_PARTS) : [],
  );
  const types = [schema, ...parts].flatMap((part: unknown) => (isRecord(part) ? [part["type"]].flat() : []));
  return types.some((type) => type === "integer" || type === "number") && !types.includes("string");
}

function itemsIn(description: Description, output: unknown): Pick<PaginationPlan, "items"> | undefined {
  const schema = description.follow(output);
  if (schema === undefined) return undefined;
  if (isList(schema)) return {};
  const properties = propertiesOf(description, output);
  const lists = Object.keys(properties).filter((name) => {
    const property = description.follow(properties[name]);
    return property !== undefined && isList(property);
  });
  const items = lists.length === 1 ? lists[0] : ITEMS.find((name) => lists.includes(name));
  return items === undefined ? undefined : { items };
}

/** Also those of its parts, one level deep. */
function propertiesOf(description: Description, schema: unknown): Fields {
  const followed = description.followSchema(schema);
  if (followed === undefined) return {};
  const parts: unknown = followed["allOf"];
  const all = [
    followed,
    ...(Array.isArray(parts) ? parts.slice(0, MAX_PARTS) : []).map((part) => description.followSchema(part)),
  ];
  const properties: [string, unknown][] = [];
  for (const part of all) {
    if (description.isSpent()) break;
    const own = Object.entries(fieldsIn(part ?? {}, "properties"));
    description.spend(own.length);
    for (const property of own) properties.push(property);
  }
  return Object.fromEntries(properties);
}

const MAX_PARTS = 20;

function isList(schema: Fields): boolean {
  const { type } = schema;
  return type === "array" || (Array.isArray(type) && type.includes("array"));
}
