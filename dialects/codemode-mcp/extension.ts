/**
 * `fetch` for scripts that speak to codemode-mcp's proxy on localhost. Nothing is fetched: the request is read in the
 * guest and answered by the service `codemode-mcp.ask` or by a tool call. Exposing `Headers` makes the lockdown freeze
 * everything, because a Response leads to most of it (buffers, blobs, headers and their iterators).
 */
import type { GuestExtension } from "../../worker-loader/index.ts";
import text from "../../dist/guest/fetch.js";

export const codemodeMcpExtension: GuestExtension = {
  names: ["fetch", "Request", "Response"],
  exposes: ["Request", "Response", "Headers"],
  main: "codemode-mcp/fetch.js",
  modules: { "codemode-mcp/fetch.js": text },
};
