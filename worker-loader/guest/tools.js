// The objects by which a script calls tools, one per server. They send the names of server and tool as the script wrote them;
// the host resolves them.
import { toolError } from "./tool-error.js";
import { TooLong, Unserialisable, isA } from "./refused-values.js";
import { knownElements } from "./known-elements.js";
import { lazyObject } from "./lazy-object.js";
import { memberOf } from "./member-of.js";
import { registerOpaque, toArgsText } from "./values.js";

const { parse, stringify } = JSON;
const { isSafeInteger } = Number;
const { fromEntries, hasOwn, keys } = Object;

/** @typedef {{ server: string, tool: string, args: string, raw: boolean }} Call */
/** @typedef {import("./tool-error.js").Failure} Failure */
/** @typedef {{ ok: true, value: string } | { ok: false, error: Failure }} Reply */
/** @typedef {(call: Call) => Promise<Reply>} Send */

/**
 * Functions that stand in a group of a server's object, `github.$resources.read`: the names of the arguments that each takes in order.
 * @type {Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>}
 */
const GROUPS = Object.freeze({
  $resources: Object.freeze({
    list: [],
    templates: [],
    read: ["uri"],
    complete: ["uriTemplate", "argument", "value", "arguments"],
  }),
  $prompts: Object.freeze({
    list: [],
    get: ["name", "arguments"],
    complete: ["name", "argument", "value", "arguments"],
  }),
});

// `await github` and JSON.stringify(github) ask an object for these; they are never tools.
const NEVER_TOOLS = new Set(["then", "toJSON"]);

/** @typedef {Pick<import("./surroundings.js").Ways, "send" | "answer" | "maxArgsLength">} ToolWays */

/** @param {string} server @param {ToolWays & Pick<import("./surroundings.js").Ways, "membersOf">} ways */
export function createNamespace(server, ways) {
  const { membersOf } = ways;
  /** @param {string} name */
  const member = (name) => {
    const tool = createTool(server, name, ways);
    const group = hasOwn(GROUPS, name) ? GROUPS[name] : undefined;
    return group === undefined ? Object.freeze(tool) : withGroup(tool, server, name, group, ways);
  };
  const namespace = lazyObject(server, member, {
    members: membersOf(server),
    never: NEVER_TOOLS,
    instead: `await tools.list("${server}")`,
  });
  registerOpaque(namespace, `the server ${server}: call one of its tools`);
  return namespace;
}

/** @param {string} server @param {string} tool @param {ToolWays} ways */
function createTool(server, tool, { send, answer, maxArgsLength }) {
  const path = `${server}.${tool}`;
  const written = `${server}${tool[0] === "$" ? `.${tool}` : memberOf(tool)}`;
  /** @param {boolean} raw @param {unknown} args @param {unknown[]} more @returns {Promise<unknown>} */
  const call = async (raw, args, more) => {
    // `shop.query(text, variables)`, as GraphQL clients are called.
    const isQuery = tool === "query" && typeof args === "string";
    const named = isQuery ? { query: args, variables: more[0] } : args;
    const text = argsText(server, tool, named, maxArgsLength);
    const count = countOf(args, more);
    if (count > (isQuery ? 2 : 1)) {
      const message = `${path} takes one object, but got ${count} arguments: put all values into one object`;
      throw toolError({ code: "INVALID_ARGS", message, server, tool });
    }
    const reply = await send({ server, tool, args: text, raw });
    if (!reply.ok) throw toolError(isQuery ? withReading(reply.error, server) : reply.error);
    return parse(reply.value);
  };
  /** @param {unknown} [args] @param {unknown[]} more */
  const called = (args, ...more) => answer(written, () => call(false, args, more));
  /** @param {unknown} [args] @param {unknown[]} more */
  const raw = (args, ...more) => answer(`${written}.raw`, () => call(true, args, more));
  /** @param {unknown} [args] @param {unknown} [paging] */
  const all = (args, paging) =>
    answer(`${written}.all`, () => allPages({ server, tool, send, maxArgsLength }, args, paging));
  return Object.assign(called, { raw: Object.freeze(raw), all: Object.freeze(all) });
}

/** The names in the message are none that the script wrote. @param {Failure} failure @param {string} server @returns {Failure} */
function withReading(failure, server) {
  if (failure.code !== "INVALID_ARGS") return failure;
  const reading = `${server}.query(text, …) was read as ${server}.query({ query: text, variables: … }).`;
  return { ...failure, message: `${failure.message} ${reading}` };
}

/**
 * The number of arguments up to the last that is not undefined or null. Functions of the language that call another one for each element add its
 * index (`ids.map(github.get_issue)`), or its key (Map.prototype.forEach), or the element again (Set.prototype.forEach), and the collection;
 * these do not count.
 * @param {unknown} args @param {readonly unknown[]} more
 */
function countOf(args, more) {
  const [key, collection] = more;
  const isOfMap = more.length === 2 && collection instanceof Map;
  if (typeof key === "number" || isOfMap || (key === args && more.length > 1)) return 1;
  let count = more.length;
  while (count > 0 && (more[count - 1] === undefined || more[count - 1] === null)) count -= 1;
  return count + 1;
}

const DEFAULT_MAX_PAGES = 100;
/** Servers refuse a page after a short one, which was the last, by one of these. @param {number | undefined} status */
const isPastEnd = (status) => status === 400 || status === 416 || status === 422;

/**
 * Calls a tool once for each page of its list; the host reads each page and says with which arguments the next one is asked for.
 * @param {{ server: string, tool: string, send: Send, maxArgsLength: number }} way @param {unknown} args @param {unknown} paging
 */
async function allPages({ server, tool, send, maxArgsLength }, args, paging) {
  /** @param {string} problem */
  const refused = (problem) =>
    toolError({ code: "INVALID_ARGS", message: `${server}.${tool}.all: ${problem}`, server, tool });
  /** @param {string} problem */
  const failed = (problem) =>
    toolError({ code: "TOOL_ERROR", message: `${server}.${tool}.all: ${problem}`, server, tool });
  const { max, maxPages } = readPaging(paging, refused);
  /** @type {unknown[]} */
  const all = [];
  let text = argsText(server, tool, args, maxArgsLength);
  let before = "";
  // A server that names the next page of one page names that of each; a page that nothing speaks for may be past the end.
  let isNamed = false;
  let isGuess = false;
  /** @type {"isFirst" | "isLast" | undefined} */
  let whenRepeated;
  let known = knownElements([]);
  for (let page = 0; page < maxPages; page += 1) {
    const reply = await send({ server, tool: `${tool}.all`, args: text, raw: false });
    if (!reply.ok) {
      const { status } = reply.error;
      if (isGuess && (status === 404 || (whenRepeated === "isLast" && isPastEnd(status)))) return all;
      throw toolError(reply.error);
    }
    const { items, next, how, whenRepeated: nextRepeated } = parse(reply.value);
    const same = stringify(items);
    const isRepeated = items.length > 0 && same === before;
    if (isRepeated && whenRepeated === "isLast") return all;
    if (isRepeated && whenRepeated !== "isFirst") {
      throw failed(`the server returns the same elements for the next page. Call ${server}.${tool} for each page.`);
    }
    before = same;
    const count = isRepeated ? 0 : items.length;
    for (let at = 0; at < count; at += 1) {
      if (all.length >= max) return all;
      const item = items[at];
      if (known.has(item)) continue;
      if (whenRepeated === "isFirst" && known.hasId(item)) {
        throw failed("the number of the first page may be 0 or 1. Give the number of the first page.");
      }
      all[all.length] = item;
    }
    whenRepeated = nextRepeated;
    known = knownElements(whenRepeated === undefined ? [] : items);
    isGuess = how === "guessed";
    if (next === null || all.length >= max || (isNamed && isGuess)) return all;
    isNamed ||= how === "named";
    text = argsText(server, tool, next, maxArgsLength);
  }
  throw refused(
    `there are more than ${maxPages} pages. Give { max } to read a part of them, or a larger { max_calls }.`,
  );
}

/** @param {unknown} paging @param {(problem: string) => Error} refused */
function readPaging(paging, refused) {
  if (paging === undefined) return { max: Infinity, maxPages: DEFAULT_MAX_PAGES };
  if (kindOf(paging) !== "an object")
    throw refused(`the second argument is ${kindOf(paging)}, not { max, max_calls }.`);
  const given = /** @type {Record<string, unknown>} */ (paging);
  for (const name of keys(given)) {
    if (name !== "max" && name !== "max_calls")
      throw refused(`there is no option ${name}; the options are max and max_calls.`);
    const count = given[name];
    if (count !== undefined && !(isSafeInteger(count) && /** @type {number} */ (count) > 0))
      throw refused(`${name} must be a whole number above 0.`);
  }
  const { max = Infinity, max_calls: maxPages = DEFAULT_MAX_PAGES } =
    /** @type {{ max?: number, max_calls?: number }} */ (given);
  return { max, maxPages };
}

/**
 * @param {object} tool of the group's own name, which a server may have @param {string} server @param {string} name
 * @param {Readonly<Record<string, readonly string[]>>} group @param {ToolWays} ways
 */
function withGroup(tool, server, name, group, ways) {
  /** @type {Record<string, unknown>} */
  const members = {};
  for (const member of keys(group)) {
    const called = createTool(server, `${name}.${member}`, ways);
    const names = group[member] ?? [];
    /** @param {unknown} [first] @param {unknown[]} others */
    const inOrder = (first, ...others) => {
      if (typeof first !== "string" || names.length === 0) return called(first, ...others);
      const given = names.map((key, at) => [key, at === 0 ? first : others[at - 1]]);
      return called(fromEntries(given.filter(([, value]) => value !== undefined)));
    };
    members[member] = Object.freeze(Object.assign(inOrder, { raw: called.raw }));
  }
  return Object.freeze(Object.assign(tool, members));
}

/** @param {string} server @param {string} tool @param {unknown} args @param {number} maxLength */
export function argsText(server, tool, args, maxLength) {
  /** @param {string} message */
  const refused = (message) => toolError({ code: "INVALID_ARGS", message, server, tool });
  if (args === undefined) return "{}";
  const notAnObject = `${server}.${tool} takes one object of named arguments, ${server}.${tool}({ … }), and got`;
  const kind = kindOf(args);
  if (kind !== "an object") throw refused(`${notAnObject} ${kind}`);
  let text;
  try {
    text = toArgsText(args, "args", maxLength);
  } catch (error) {
    if (isA(error, TooLong))
      throw refused(`The arguments of ${server}.${tool} have more than ${maxLength} characters, which is the maximum.`);
    if (!isA(error, Unserialisable)) throw error;
    throw refused(
      `The arguments of ${server}.${tool} cannot be sent: ${/** @type {Unserialisable} */ (error).message}`,
    );
  }
  // A Date, a Map with other keys than strings, or a value with toJSON() is an object here but not as JSON.
  if (text?.[0] !== "{") throw refused(`${notAnObject} ${text?.slice(0, 100) ?? "nothing"}`);
  return text;
}

/** @param {unknown} args */
function kindOf(args) {
  if (args === null) return "null";
  if (typeof args !== "object") return `a ${typeof args}`;
  try {
    return Array.isArray(args) ? "an array" : "an object";
  } catch {
    return "a revoked proxy";
  }
}
