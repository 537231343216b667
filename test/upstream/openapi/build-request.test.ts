/** Requests that cannot be built say which argument is the reason. */
import { expect, it } from "vitest";
import { buildRequest } from "../../../src/upstream/openapi/build-request.ts";
import { UnusableArgument } from "../../../src/upstream/unusable-argument.ts";

it.each(["X Name", "x:name"])("refuses the value of a header with the name %j", (name) => {
  const plan = { method: "GET", path: "/a", parameters: [{ argument: "given", in: "header", name }] } as const;
  const build = () => buildRequest(plan, new URL("http://api.example/"), { given: "1" }, new Set());
  expect(build).toThrow(UnusableArgument);
  expect(build).toThrow("is sent as a header whose name HTTP does not allow");
});
