// `call_tool(server, tool, args)`: a call that answers with an envelope and never throws.

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ call, failureOf, describe }) {
  /** @param {unknown} server @param {unknown} tool @param {unknown} args */
  async function call_tool(server, tool, args = {}) {
    try {
      return { ok: true, result: await call(String(server), String(tool), args, false) };
    } catch (error) {
      return { ok: false, error: failureOf(error) ?? { code: "INVALID_ARGS", message: describe(error) } };
    }
  }
  return { call_tool };
}
