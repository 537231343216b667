// The folder of servers as scripts browse it, and the function by which its generated files call tools. There are no files: the gateway answers
// from its catalog, from the saved scripts, and, for all other paths, from the files that scripts keep.

/** Folders that one run makes; they are sent along when a folder is listed. */
const MAX_MADE = 1_000;
const TOO_MANY_FOLDERS = `ENOSPC: a run makes at most ${MAX_MADE} folders without files.`;

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ ask, call, failureOf, lazyObject, onlyMembers }) {
  /** @param {string} service @param {Record<string, unknown>} args @returns {Promise<any>} */
  const askFile = async (service, args) => {
    try {
      return await ask(service, args);
    } catch (error) {
      throw asNodeError(error, failureOf(error)?.message, args["path"]);
    }
  };
  /** Folders that this run has made. Only files are kept, and a file's folders are the parts of its name. @type {string[]} */
  const made = [];
  const readdir = async (/** @type {unknown} */ path, /** @type {unknown} */ options) =>
    askFile("files.fs-readdir", { path, options, made });
  const readFile = async (/** @type {unknown} */ path, /** @type {unknown} */ options) =>
    askFile("files.fs-read", { path, options });
  const functions = {
    readdir,
    readFile,
    mkdir: async (/** @type {unknown} */ path, /** @type {unknown} */ options) => {
      const folder = await askFile("files.fs-mkdir", { path, options });
      if (folder === null || made.includes(folder)) return;
      if (made.length === MAX_MADE) throw asNodeError(new Error(TOO_MANY_FOLDERS), TOO_MANY_FOLDERS, path);
      made.push(folder);
    },
    writeFile: async (/** @type {unknown} */ path, /** @type {unknown} */ text, /** @type {unknown} */ options) =>
      askFile("files.fs-write", { path, text, options }),
    appendFile: async (/** @type {unknown} */ path, /** @type {unknown} */ text) =>
      askFile("files.fs-write", { path, text, options: { flag: "a" } }),
    unlink: async (/** @type {unknown} */ path) => askFile("files.fs-unlink", { path }),
  };
  const fs = onlyMembers("fs", functions, forSync);
  const node = onlyMembers("fs", { promises: fs, ...withoutCallbacks(functions) }, forSync);
  // `callMCPTool("server", "tool", input)` is the same as `callMCPTool("server__tool", input)`.
  const callMCPTool = Object.freeze(async (/** @type {unknown[]} */ ...given) => {
    const [name, second, third] = given;
    const isApart = typeof name === "string" && typeof second === "string";
    const { server, tool } = await ask("files.fs-tool", { name: isApart ? `${name}__${second}` : name });
    return call(server, tool, isApart ? third : second, false);
  });
  const skill = (/** @type {string} */ name) =>
    Object.freeze((/** @type {unknown} */ input) => ask("scripts.run", { name, input }));
  const never = new Set(["then", "toJSON"]);
  const skills = lazyObject("the skills", skill, { members: undefined, never, instead: "await scripts.list()" });
  const __layout = Object.freeze({ fs, node, callMCPTool, client: Object.freeze({ callMCPTool }), skills });
  return { __layout, fs, readdir, readFile, callMCPTool };
}

/**
 * Scripts ask `error.code === "ENOENT"`. What is reported of an error that nothing catches stays the gateway's own failure.
 * @param {unknown} error @param {string | undefined} message of the gateway's failure @param {unknown} path
 */
function asNodeError(error, message, path) {
  const [, code] = /^(E[A-Z]+): /.exec(message ?? "") ?? [];
  return code === undefined ? error : Object.assign(/** @type {object} */ (error), { code, path });
}

/**
 * Node's `fs` calls a function back, and its functions whose names end in `Sync` do not wait: neither is possible here.
 * @param {Record<string, (...args: any[]) => unknown>} functions
 */
function withoutCallbacks(functions) {
  return Object.fromEntries(
    Object.entries(functions).map(([name, own]) => [
      name,
      async (/** @type {unknown[]} */ ...args) => {
        if (typeof args.at(-1) !== "function") return own(...args);
        throw new TypeError(`fs.${name} takes no callback here: ${AWAIT_IT}`);
      },
    ]),
  );
}

const AWAIT_IT = 'import { readFile } from "fs/promises", and write await';

/** @param {string} name of a function that is not there */
function forSync(name) {
  return name.endsWith("Sync") ? ` A script waits for files: ${AWAIT_IT}.` : "";
}
