// `fetch` reaches the gateway's own endpoints on localhost, and what outside.js can reach. This isolate has no network; the Response a
// script gets is a real one, built here from the gateway's answer.
import { createOutside } from "./outside.js";

// These have to be read before the lockdown, which removes them.
const { Request, Response } = globalThis;
const Address = URL;
const { stringify } = JSON;
const { apply } = Reflect;

/** In a durable run, the order in which bodies are read is part of what a resumed run repeats. Its isolate runs one script. */
/** @type {import("../../../worker-loader/guest/extension.js").ReadInTurn} */
let read = (body) => body();

for (const prototype of prototypesOf(Request, Response)) {
  for (const name of ["text", "json", "arrayBuffer", "blob", "bytes", "formData"]) {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    if (property !== undefined)
      Object.defineProperty(prototype, name, { ...property, value: inTurn(name, property.value) });
  }
  // These properties lead to streams and sockets, whose classes nothing freezes.
  for (const name of ["body", "webSocket"]) Reflect.deleteProperty(prototype, name);
}

/** Both share one prototype. @param {...{ prototype: object }} classes */
function prototypesOf(...classes) {
  const found = new Set();
  for (let { prototype } of classes) {
    for (; prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) found.add(prototype);
  }
  return found;
}

/** @param {string} name @param {() => Promise<unknown>} original */
function inTurn(name, original) {
  return {
    /** @this {unknown} */
    async [name]() {
      return read(() => apply(original, this, []));
    },
  }[name];
}

/** @param {import("../../../worker-loader/guest/extension.js").Kit} kit */
export function extend(kit) {
  const { ask, call, failureOf } = kit;
  if (kit.read !== undefined) ({ read } = kit);
  const fetchOutside = createOutside(kit);
  /** @param {unknown} body @param {number} status */
  const respond = (body, status) =>
    new Response(stringify(body), { status, headers: { "content-type": "application/json" } });

  /** @param {{ server: string, tool: string, args: unknown }} request */
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
    // The runtime reads the arguments once, so that a getter cannot show the check one URL and the call another.
    const request = new Request(input, init);
    const url = new Address(request.url);
    if (!isOurs(url)) return fetchOutside(request, init?.signal !== undefined);
    const { method } = request;
    const answer = await ask("codemode-mcp.ask", { method, path: url.pathname, body: await request.text() });
    return answer.kind === "call" ? answerCall(answer) : respond(answer.body, answer.status);
  };
  return { fetch, Request, Response };
}

/** The proxy's port is chosen by whoever starts it; all of its paths begin with `/mcp`. @param {URL} url */
function isOurs({ protocol, hostname, username, password, pathname }) {
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
  return protocol === "http:" && isLocal && username === "" && password === "" && /^\/mcp(?:\/|$)/.test(pathname);
}
