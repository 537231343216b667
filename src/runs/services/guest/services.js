// The gateway's own functions for scripts: `tools` to look tools up, `progress` to tell the client how far it is, `results`
// of earlier runs and those `runs` themselves, a `store` for what it wants to remember, `scripts` that were saved.

/** @param {import("../../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ ask, answer, lazyObject, onlyMembers, membersOf, registerOpaque }) {
  /** @param {string} service @param {unknown} args */
  const answered = (service, args) => answer(service, () => ask(service, args));
  const scripts = createScripts({ ask, answered }, lazyObject, membersOf("scripts"));
  registerOpaque(scripts, "the saved scripts: call one of them");
  return {
    // The hint at `tools.github.create_issue({…})` is made where the catalog is known (src/runs/tools-member.ts).
    tools: onlyMembers("tools", {
      /** @param {unknown} query @param {unknown} [options] */
      search: (query, options) => answered("tools.search", { query, options }),
      /** @param {unknown} path */
      describe: (path) => answered("tools.describe", { path }),
      /** @param {unknown} [server] */
      list: (server) => answered("tools.list", { server }),
    }),
    /** @param {unknown} message @param {unknown} [fraction] */
    progress: (message, fraction) => ask("progress", { message, fraction }),
    results: onlyMembers("results", {
      /** @param {unknown} handle @param {unknown} [part] */
      read: (handle, part) => answered("results.read", { handle, part }),
    }),
    store: onlyMembers("store", {
      /** @param {unknown} key */
      get: (key) => answered("store.get", { key }),
      /** @param {unknown} key @param {unknown} value */
      put: (key, value) => ask("store.put", { key, value }),
      /** @param {unknown} key */
      delete: (key) => ask("store.delete", { key }),
      keys: () => answered("store.keys", {}),
    }),
    runs: onlyMembers("runs", {
      /** @param {unknown} [options] */
      list: (options) => answered("runs.list", { options }),
      /** @param {unknown} id */
      get: (id) => answered("runs.get", { id }),
    }),
    scripts,
  };
}

// `await scripts` and JSON.stringify(scripts) ask an object for these; no script is called so.
const NEVER_SCRIPTS = new Set(["then", "toJSON", "constructor"]);

/**
 * @param {{ readonly [Name in "ask" | "answered"]: (service: string, args: unknown) => Promise<unknown> }} questions
 * @param {typeof import("../../../../worker-loader/guest/lazy-object.js").lazyObject} lazyObject
 * @param {readonly string[] | undefined} members names of the saved scripts, if this script may list them
 */
function createScripts({ ask, answered }, lazyObject, members) {
  const list = Object.freeze(() => answered("scripts.list", {}));
  const save = Object.freeze((/** @type {unknown} */ name, /** @type {unknown} */ options) =>
    ask("scripts.save", { name, options }),
  );
  /** @param {string} name */
  const make = (name) => {
    if (name === "list") return list;
    if (name === "save") return save;
    return Object.freeze((/** @type {unknown} */ input) => answered("scripts.run", { name, input }));
  };
  return lazyObject("scripts", make, { members, never: NEVER_SCRIPTS, instead: "await scripts.list()" });
}
