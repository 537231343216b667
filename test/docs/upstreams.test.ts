/** What docs/upstreams.md tells to put into gateway.json is valid there; test/kinds/documented.test.ts runs it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";
import { DOCUMENTED_CONFIGS } from "../support/documented-upstreams.ts";

it.each(DOCUMENTED_CONFIGS)("%s", (json) => {
  expect(parseGatewayConfig(json)).toMatchObject({ ok: true, problems: [], notes: [] });
});

it("shows the tool of local-servers.ts as it is there", () => {
  const [, shown = ""] = /```ts\n([^]*?)```/.exec(readFileSync("docs/upstreams.md", "utf8")) ?? [];
  expect(shown.length).toBeGreaterThan(100);
  expect(readFileSync("local-servers.ts", "utf8")).toContain(shown.trim());
});
