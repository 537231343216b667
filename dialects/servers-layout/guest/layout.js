// The folder of servers as scripts browse it, and the function by which its generated files call tools. There are no files: the gateway answers
// from its catalog, from the saved scripts, and, for all other paths, from the files that scripts keep.

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ ask, call, lazyObject }) {
  const readdir = async (/** @type {unknown} */ path, /** @type {unknown} */ options) =>
    ask("files.fs-readdir", { path, options });
  const readFile = async (/** @type {unknown} */ path, /** @type {unknown} */ options) =>
    ask("files.fs-read", { path, options });
  const fs = withOnly({
    readdir,
    readFile,
    // A file's folders are the parts of its name.
    mkdir: async () => undefined,
    writeFile: async (/** @type {unknown} */ path, /** @type {unknown} */ text, /** @type {unknown} */ options) =>
      ask("files.fs-write", { path, text, options }),
    unlink: async (/** @type {unknown} */ path) => ask("files.fs-unlink", { path }),
  });
  const callMCPTool = Object.freeze(async (/** @type {unknown} */ name, /** @type {unknown} */ input) => {
    const { server, tool } = await ask("files.fs-tool", { name });
    return call(server, tool, input, false);
  });
  const skill = (/** @type {string} */ name) =>
    Object.freeze((/** @type {unknown} */ input) => ask("scripts.run", { name, input }));
  const never = new Set(["then", "toJSON"]);
  const skills = lazyObject("the skills", skill, { members: undefined, never, instead: "await scripts.list()" });
  const __layout = Object.freeze({ fs, callMCPTool, client: Object.freeze({ callMCPTool }), skills });
  return { __layout, fs, readdir, readFile, callMCPTool };
}

// `await fs`, JSON.stringify(fs) and String(fs) ask an object for these.
const NEVER_FUNCTIONS = new Set(["then", "toJSON", "default", "constructor", "toString", "valueOf", "hasOwnProperty"]);

/** @param {Record<string, (...args: never[]) => unknown>} functions */
function withOnly(functions) {
  return new Proxy(Object.freeze(functions), {
    get(target, name) {
      if (typeof name !== "string" || Object.hasOwn(target, name) || NEVER_FUNCTIONS.has(name)) {
        return Reflect.get(target, name);
      }
      throw new TypeError(`fs/promises has no ${name} here: only ${Object.keys(target).join(", ")}`);
    },
  });
}
