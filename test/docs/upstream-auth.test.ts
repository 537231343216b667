/** What docs/upstream-auth.md tells to put into gateway.json is valid there. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";

const blocks = [...readFileSync("docs/upstream-auth.md", "utf8").matchAll(/```json\n([^]*?)```/g)];

it.each(blocks.map(([, json = ""]) => json))("%s", (json) => {
  expect(parseGatewayConfig(json)).toMatchObject({ ok: true, problems: [], notes: [] });
});

it("shows every kind of auth", () => {
  const text = blocks.map(([, json]) => json).join("");
  for (const kind of ["headers", "query", '"basic"', '"client_credentials"', '"auth": "oauth"', '"type": "oauth"']) {
    expect(text).toContain(kind);
  }
});
