/** The OpenAPI document that scripts search, made of the tools again. */
import { expect, it } from "vitest";
import { readOperations } from "../../../sdk-gen/index.ts";
import { listedDescription } from "../../../src/upstream/openapi/listed-description.ts";

it("has nothing of the argument that chooses a media type, which is the gateway's own", () => {
  const content = (name: string) => ({ schema: { type: "object", properties: { [name]: { type: "string" } } } });
  const post = {
    operationId: "send",
    requestBody: { content: { "application/json": content("a"), "application/x-www-form-urlencoded": content("b") } },
    responses: {},
  };
  const { operations } = readOperations({ openapi: "3.1.0", paths: { "/send": { post } } });
  const read = operations.map((tool) => ({ tool, plan: tool.request }));
  expect(read).toMatchObject([{ plan: { body: { typeArgument: expect.any(String) } } }]);
  const { typeArgument = "" } = read[0]?.plan.body ?? {};
  const described = JSON.stringify(listedDescription("it", read));
  expect(described).toContain('"operationId":"send"');
  expect(described).not.toContain(JSON.stringify(typeArgument));
});
