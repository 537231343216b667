// `mcp.tool(args)` returns the upstream's result unchanged, `codemode.tool(args)` the value in it. Both call the one server
// that has a tool of this name.

// `await mcp` and JSON.stringify(mcp) ask an object for these; they are never tools.
const NEVER_TOOLS = new Set(["then", "toJSON"]);

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ ask, answer, call, memberOf, registerOpaque }) {
  /** @type {Map<string, Promise<{ server: string, tool: string } | null>>} */
  const found = new Map();
  /** @param {string} name @param {boolean} isOptional true to be answered with null where there is no such tool */
  const find = (name, isOptional) => {
    const key = `${isOptional} ${name}`;
    const known = found.get(key);
    if (known) return known;
    const target = ask("execbox.find", { tool: name, isOptional });
    found.set(key, target);
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
          const tool = (/** @type {unknown} */ args, /** @type {unknown[]} */ ...rest) =>
            answer(`${namespace}${memberOf(name)}`, async () => {
              if (own?.isIntended(args)) return own.run(args, ...rest);
              const spread = own?.spread?.(args);
              const target = await find(name, spread !== undefined);
              if (target === null) return own?.run(.../** @type {unknown[]} */ (spread));
              return call(target.server, target.tool, args, raw);
            });
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
 * @property {(args: unknown) => unknown[] | undefined} [spread] the arguments that are the properties of one object; it is called with them where no
 *   tool has its name
 * @property {(...args: readonly unknown[]) => Promise<unknown>} run
 */

/**
 * Functions of codemode itself. Tools may have the same names: a tool takes one object of its own arguments.
 * @param {(service: string, args: unknown) => Promise<unknown>} ask
 * @param {import("../../../worker-loader/guest/extension.js").Kit["call"]} call
 * @returns {Record<string, OwnFunction>}
 */
function codemodeFunctions(ask, call) {
  /** @param {readonly string[]} names that an object may have for the text @param {OwnFunction["run"]} run */
  const ofText = (names, run) => ({
    isIntended: (/** @type {unknown} */ args) => typeof args === "string",
    spread: (/** @type {unknown} */ args) => spreadText(args, names),
    run,
  });
  return {
    search: ofText(["query"], async (query, options) =>
      asMatches(/** @type {Matches} */ (await ask("codemode.search", { query, options }))),
    ),
    describe: ofText(["path", "target", "name"], (target) => ask("codemode.describe", { target })),
    run: ofText(["name"], (name, second) => ask("scripts.run", { name, input: second })),
    // codemode records what a step returns, to replay it; a run of this gateway is recorded as a whole.
    step: ofText([], async (_name, work) => {
      if (typeof work !== "function") throw new TypeError("codemode.step(name, work) takes a function.");
      return work();
    }),
    request: {
      isIntended: (args) => hasOwn(args, "method") && hasOwn(args, "path"),
      spread: (args) => (hasOwn(args, "path") ? [args] : undefined),
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

/** @typedef {{ results: object[], total: number, truncated: boolean }} Matches */

/** The list of matches is also an object with the list in `results`, as codemode has it. @param {Matches} matches */
function asMatches({ results, total, truncated }) {
  for (const [name, value] of Object.entries({ results, total, truncated })) {
    Object.defineProperty(results, name, { value });
  }
  return results;
}

/** `{ query, limit }` → `[query, { limit }]`, and `{ name, input }` → `[name, input]` @param {unknown} args @param {readonly string[]} names */
function spreadText(args, names) {
  const name = names.find((one) => hasOwn(args, one));
  if (name === undefined) return undefined;
  const { [name]: text, ...rest } = /** @type {Record<string, unknown>} */ (args);
  if (typeof text !== "string") return undefined;
  const [key, ...others] = Object.keys(rest);
  const isOnly = others.length === 0 && (key === "options" || key === "input");
  return [text, isOnly ? rest[key] : key === undefined ? undefined : rest];
}

/** @param {unknown} value @param {string} name */
function hasOwn(value, name) {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}
