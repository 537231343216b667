// An object of all servers by name, for scripts that use a server's name for something else.

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ namespace, registerOpaque }) {
  const made = new Map();
  const servers = new Proxy(Object.freeze(Object.create(null)), {
    get(_target, name) {
      if (typeof name !== "string" || name === "then" || name === "toJSON") return undefined;
      if (!made.has(name)) made.set(name, namespace(name));
      return made.get(name);
    },
  });
  registerOpaque(servers, "the servers: call a tool of one of them");
  return { __servers: servers };
}
