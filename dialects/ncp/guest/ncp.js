// NCP's functions for using tools by description, `ncp.find(…)` and `ncp.do(…)`, and its schedules.

const SCHEDULE = [
  ..."validate create retrieve update delete remove list get pause resume executions trigger".split(" "),
];

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ ask, answer, call, failureOf }) {
  /** @param {unknown} wanted a text, or { description, limit } */
  const find = async (wanted) => {
    const tools = await ask("ncp.find", typeof wanted === "string" ? { description: wanted } : wanted);
    // Some scripts use the result as the list, others as an object that has the list in `tools`.
    Object.defineProperty(tools, "tools", { value: tools });
    return tools;
  };

  /** @param {unknown} wanted an intent, or { intent, context } @param {unknown} [params] */
  const perform = async (wanted, params) => {
    const request = typeof wanted === "string" ? { intent: wanted, context: params } : wanted;
    const given = /** @type {{ context?: Record<string, unknown> } | null | undefined} */ (request)?.context;
    /** @param {{ userParam: string }[]} entries */
    const withValues = (entries) => entries.map((entry) => ({ ...entry, userValue: given?.[entry.userParam] }));
    const { call: planned, report } = await ask("ncp.plan", request);
    const { paramMappings, unmappedParams, ...rest } = report;
    const mappings = { paramMappings: withValues(paramMappings) };
    const failed = { success: false, ...rest, ...mappings, unmappedParams: withValues(unmappedParams) };
    if (planned === undefined) return failed;
    try {
      const result = await call(planned.server, planned.tool, planned.args, false);
      return { success: true, tool: rest.tool, result, ...mappings };
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      return { ...failed, error: failure.message, code: failure.code };
    }
  };

  /** @param {string} name `update(name, changes)` is `update({ name, ...changes })`. */
  const scheduleFunction = (name) => async (/** @type {unknown} */ args, /** @type {object | undefined} */ changes) =>
    ask(`schedule.${name}`, name === "update" && typeof args === "string" ? { ...changes, name: args } : args);
  const schedule = SCHEDULE.map((name) => [name, scheduleFunction(name)]);
  return {
    ncp: Object.freeze({
      find: (/** @type {unknown} */ wanted) => answer("ncp.find", () => find(wanted)),
      do: (/** @type {unknown} */ wanted, /** @type {unknown} */ params) =>
        answer("ncp.do", () => perform(wanted, params)),
    }),
    schedule: Object.freeze(Object.fromEntries(schedule)),
  };
}
