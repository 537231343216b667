// `mcp.tool(args)` returns the upstream's result unchanged, `codemode.tool(args)` the value in it. Both call the one server
// that has a tool of this name.

// `await mcp` and JSON.stringify(mcp) ask an object for these; they are never tools.
const NEVER_TOOLS = new Set(["then", "toJSON"]);

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ ask, call, registerOpaque }) {
  /** @type {Map<string, Promise<{ server: string, tool: string }>>} */
  const found = new Map();
  /** @param {string} name */
  const find = (name) => {
    const known = found.get(name);
    if (known) return known;
    const target = ask("execbox.find", { tool: name });
    found.set(name, target);
    return target;
  };
  /**
   * @param {string} namespace
   * @param {boolean} raw
   * @param {Record<string, OwnFunction>} functions
   */
  const toolsOf = (namespace, raw, functions) => {
    const made = new Map();
    const tools = new Proxy(Object.freeze(Object.create(null)), {
      get(_target, name) {
        if (typeof name !== "string" || NEVER_TOOLS.has(name)) return undefined;
        if (!made.has(name)) {
          const own = Object.hasOwn(functions, name) ? functions[name] : undefined;
          const tool = async (/** @type {unknown} */ args, /** @type {unknown[]} */ ...rest) => {
            if (own?.isIntended(args)) return own.run(args, ...rest);
            const target = await find(name);
            return call(target.server, target.tool, args, raw);
          };
          made.set(name, Object.freeze(tool));
        }
        return made.get(name);
      },
      has: (_target, name) => typeof name === "string" && !NEVER_TOOLS.has(name),
      set(_target, name) {
        throw new TypeError(`${namespace}.${String(name)} cannot be assigned`);
      },
    });
    registerOpaque(tools, `the object ${namespace}: call one of its tools`);
    return tools;
  };
  return { mcp: toolsOf("mcp", true, {}), codemode: toolsOf("codemode", false, codemodeFunctions(ask, call)) };
}

/**
 * @typedef {object} OwnFunction
 * @property {(args: unknown) => boolean} isIntended tells by the first argument whether the function is meant, and not a tool of this name
 * @property {(...args: readonly unknown[]) => Promise<unknown>} run
 */

/**
 * Functions of codemode itself. Tools may have the same names: a tool takes one object of its own arguments.
 * @param {(service: string, args: unknown) => Promise<unknown>} ask
 * @param {import("../../../worker-loader/guest/extension.js").Kit["call"]} call
 * @returns {Record<string, OwnFunction>}
 */
function codemodeFunctions(ask, call) {
  /** @param {OwnFunction["run"]} run */
  const ofText = (run) => ({ isIntended: (/** @type {unknown} */ args) => typeof args === "string", run });
  return {
    search: ofText(async (query, options) =>
      asMatches(/** @type {{ path: string }[]} */ (await ask("tools.search", { query, options }))),
    ),
    describe: ofText(async (path) => ({ path, types: await ask("tools.describe", { path }), kind: "method" })),
    run: ofText((name, input) => ask("scripts.run", { name, input })),
    // codemode records what a step returns, to replay it; a run of this gateway is recorded as a whole.
    step: ofText(async (_name, work) => {
      if (typeof work !== "function") throw new TypeError("codemode.step(name, work) takes a function.");
      return work();
    }),
    request: {
      isIntended: (args) => hasOwn(args, "method") && hasOwn(args, "path"),
      run: async (options) => {
        const target = /** @type {{ server: string, tool: string, args: unknown }} */ (
          await ask("codemode.request", options)
        );
        return call(target.server, target.tool, target.args, false);
      },
    },
    spec: {
      isIntended: (args) => args === undefined || hasOwn(args, "server"),
      run: (options) => ask("codemode.spec", options ?? {}),
    },
  };
}

/**
 * The list of `tools.search` as codemode has it, too, an object with the list in `results`.
 * @param {{ path: string }[]} hits
 */
function asMatches(hits) {
  const results = hits.map((hit) => {
    const [connector = "", method = ""] = hit.path.split(/\.(.*)/s);
    return { ...hit, connector, method, kind: "method" };
  });
  for (const [name, value] of Object.entries({ results, total: results.length, truncated: false })) {
    Object.defineProperty(results, name, { value });
  }
  return results;
}

/** @param {unknown} value @param {string} name */
function hasOwn(value, name) {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}
