/**
 * `fetch` for scripts that speak to codemode-mcp's proxy on localhost, and to hosts that gateway.json allows. Nothing is fetched in the
 * guest: a request is read there and answered by the service `codemode-mcp.ask` or by a tool call. Exposing `Headers` makes the lockdown freeze
 * everything, because a Response leads to most of it (buffers, blobs, headers and their iterators).
 */
import type { GuestExtension } from "../../worker-loader/index.ts";
import text from "../../dist/guest/fetch.guest.js";
import noOutsideText from "../../dist/guest/no-outside.guest.js";
import outsideText from "../../dist/guest/outside.guest.js";

/** Whether scripts may fetch. */
export type FetchReach = "allowed" | "none";

export function codemodeMcpExtension(reach: FetchReach): GuestExtension {
  return {
    names: ["fetch", "Request", "Response"],
    exposes: ["Request", "Response", "Headers"],
    main: "codemode-mcp/fetch.js",
    modules: {
      "codemode-mcp/fetch.js": text,
      "codemode-mcp/outside.js": reach === "allowed" ? outsideText : noOutsideText,
    },
  };
}
