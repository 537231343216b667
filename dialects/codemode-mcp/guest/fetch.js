// `fetch` that reaches the gateway's own endpoints on localhost and nothing else. There is no network in this isolate; what a
// script gets is a real Response, made here of what the gateway says.

// Taken before the lockdown, which removes them.
const { Request, Response } = globalThis;
const Address = URL;
const { stringify } = JSON;

// They lead to streams and sockets, whose classes nothing freezes. Some are on a prototype that both share.
for (let { prototype } of [Request, Response]) {
  for (; prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) {
    for (const name of ["body", "webSocket"]) Reflect.deleteProperty(prototype, name);
  }
}

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ ask, call, failureOf }) {
  /** @param {unknown} body @param {number} status */
  const respond = (body, status) =>
    new Response(stringify(body), { status, headers: { "content-type": "application/json" } });

  /** @param {{ server: string, tool: string, args: unknown }} asked */
  const answerCall = async ({ server, tool, args }) => {
    try {
      return respond(await call(server, tool, args, true), 200);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      return respond({ error: failure.message, code: failure.code }, 500);
    }
  };

  /** @param {RequestInfo | URL} input @param {RequestInit} [init] */
  const fetch = async (input, init) => {
    // The runtime's own reading of whatever was given, once: what is looked at is what is used.
    const request = new Request(input, init);
    const url = new Address(request.url);
    if (!isOurs(url)) {
      throw new TypeError(
        `A script has no network, so ${url.href.slice(0, 500)} cannot be fetched: call tools instead (search_tools lists them). Only http://localhost/mcp/… is answered, by the gateway.`,
      );
    }
    const { method } = request;
    const asked = await ask("codemode-mcp.ask", { method, path: url.pathname, body: await request.text() });
    return asked.kind === "call" ? answerCall(asked) : respond(asked.body, asked.status);
  };
  return { fetch, Request, Response };
}

/** @param {URL} url */
function isOurs({ protocol, hostname, username, password }) {
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
  return protocol === "http:" && isLocal && username === "" && password === "";
}
