// Extensions are modules of the embedder that add names to a script's scope. Each exports `extend(kit)`, which is called once per
// run and must keep no state of a run in its module, which outlives the run.
import { failureOf, toolError } from "./tool-error.js";
import { lazyObject } from "./lazy-object.js";
import { memberOf } from "./member-of.js";
import { argsText, createNamespace } from "./tools.js";
import { TooLong, Unserialisable, isA } from "./refused-values.js";
import { describe, registerOpaque, toArgsText } from "./values.js";

const { parse } = JSON;

/** @typedef {{ service: string, args: string }} Question */
/** @typedef {(question: Question) => Promise<import("./tools.js").Reply>} Ask */
/** @typedef {<T>(read: () => Promise<T>) => Promise<T>} ReadInTurn */

/**
 * @typedef {object} Kit
 * @property {Map<string, unknown>} scope the script's scope; values of other extensions may still be missing
 * @property {(server: string) => any} namespace the object of a server, by any name
 * @property {(server: string, tool: string, args: unknown, raw: boolean) => Promise<any>} call throws a ToolError
 * @property {<T>(name: string, work: () => Promise<T>, why?: string) => Promise<T>} answer a promise for the script: of a function of that name, whose answer it has to wait for (see answerPromise)
 * @property {(service: string, args: unknown) => Promise<any>} ask a service of the embedder; throws a ToolError
 * @property {(name: string) => readonly string[] | undefined} membersOf names of the members of an object in scope; undefined where they are not known
 * @property {typeof memberOf} memberOf a member's name as a script writes it, for messages
 * @property {typeof lazyObject} lazyObject an object whose members are made when they are first read
 * @property {typeof onlyMembers} onlyMembers an object whose message for a member that it does not have names those that it has
 * @property {typeof toolError} toolError creates an error that is reported under its own code
 * @property {typeof failureOf} failureOf the failure of such an error; undefined for all others
 * @property {() => number} tick throws if the run has to end; for loops that run no code of the script
 * @property {ReadInTurn | undefined} read gives work that the event loop answers its place in a durable run; absent in others
 * @property {() => Promise<void>} readLast has the script's value read when everything that the script started has ended; resolves after its last statement
 * @property {typeof describe} describe any thrown value as a line of text; runs no code of the script
 * @property {typeof registerOpaque} registerOpaque registers an object that cannot be returned or sent, with a name for messages
 */

/** @typedef {{ extend: (kit: Kit) => Record<string, unknown> }} Extension */

/** @param {readonly string[]} names `./folder/file.js` @returns {Promise<readonly Extension[]>} */
export async function loadExtensions(names) {
  return Promise.all(names.map((name) => import(name)));
}

/** @param {Extension} extension @param {Map<string, unknown>} scope @param {import("./surroundings.js").Ways} ways */
export function extend(extension, scope, ways) {
  const { send, answer, ask, maxArgsLength, maxQuestionLength, tick, membersOf, read, readLast } = ways;
  const added = extension.extend({
    scope,
    namespace: (server) => createNamespace(server, ways),
    membersOf,
    memberOf,
    lazyObject,
    onlyMembers,
    answer,
    async call(server, tool, args, raw) {
      const reply = await send({ server, tool, args: argsText(server, tool, args, maxArgsLength), raw });
      if (!reply.ok) throw toolError(reply.error);
      return parse(reply.value);
    },
    async ask(service, args) {
      const reply = await ask({ service, args: questionText(service, args, maxQuestionLength) });
      if (!reply.ok) throw toolError(reply.error);
      return parse(reply.value);
    },
    toolError,
    failureOf,
    tick,
    read,
    readLast,
    describe,
    registerOpaque,
  });
  for (const name of Object.keys(added)) scope.set(name, added[name]);
}

/** `await`, JSON.stringify() and imports ask an object for these. */
const NEVER_MISTAKEN = new Set(["then", "toJSON", "default"]);

/**
 * A model may write a member that other libraries have, such as `store.set`.
 * @template {object} T
 * @param {string} object its name in the script @param {T} members @param {(name: string) => string} [advice] the end of the message
 * @returns {T}
 */
function onlyMembers(object, members, advice = () => "") {
  return new Proxy(Object.freeze(members), {
    get(target, name) {
      if (typeof name !== "string" || name in target || NEVER_MISTAKEN.has(name)) return Reflect.get(target, name);
      const names = Object.keys(target).join(", ");
      throw new TypeError(`There is no ${object}${memberOf(name)}: ${object} has only ${names}.${advice(name)}`);
    },
  });
}

/** @param {string} service @param {unknown} args @param {number} maxLength */
function questionText(service, args, maxLength) {
  try {
    return toArgsText(args, "args", maxLength) ?? "null";
  } catch (error) {
    const what = isA(error, TooLong)
      ? `they have more than ${maxLength} characters`
      : /** @type {Error} */ (error).message;
    if (!isA(error, TooLong) && !isA(error, Unserialisable)) throw error;
    throw toolError({ code: "INVALID_ARGS", message: `The arguments of ${service} cannot be sent: ${what}` });
  }
}
