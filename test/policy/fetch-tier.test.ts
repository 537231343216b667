/** The tier of what a script fetches follows from the method of the request, and is at least `write`. */
import { expect, it } from "vitest";
import { classifyCall } from "../../src/enforcement/call-tier.ts";
import { FETCH_TOOL } from "../../src/upstream/script-fetch/fetch-tool.ts";

const rows: readonly (readonly [args: unknown, tier: string])[] = [
  [{}, "write"],
  [{ method: "GET" }, "write"],
  [{ method: "HEAD", headers: { "x-method": "PURGE" } }, "destructive"],
  [{ method: "OPTIONS", headers: { accept: "DELETE" } }, "write"],
  [{ method: "POST" }, "write"],
  [{ method: "PUT" }, "write"],
  [{ method: "PATCH" }, "write"],
  [{ method: "DELETE" }, "destructive"],
  [{ method: "delete" }, "destructive"],
  [{ method: "PURGE" }, "destructive"],
  [{ method: null }, "destructive"],
  // Servers take these for requests of another method.
  [{ method: "GET", headers: { "X-HTTP-Method-Override": "DELETE" } }, "destructive"],
  [{ method: "POST", headers: { "x-http-method": "delete " } }, "destructive"],
  [{ method: "POST", headers: { "x-method-override": "GET" } }, "write"],
  [{ method: "GET", headers: { "x-method-override": "GET" } }, "write"],
  [{ method: "DELETE", headers: { "x-method-override": "GET" } }, "destructive"],
  // Arguments that were not recorded.
  ["not kept", "destructive"],
  [undefined, "destructive"],
];

it.each(rows)("%j is %s", (args, tier) => {
  expect(classifyCall(FETCH_TOOL, args).tier).toBe(tier);
});

it("is that of the tool for a server of the same name", () => {
  const { name, annotations } = FETCH_TOOL;
  expect(classifyCall({ name, annotations }, { method: "GET" }).tier).toBe("write");
});
