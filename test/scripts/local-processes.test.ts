/** What the gateway gets under `npm start` in place of a local process is an entry that it takes. */
import { expect, it } from "vitest";
import { withTunnels } from "../../scripts/local-processes.mjs";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";

it.each([
  { command: "npx", headers: {} },
  { command: "npx", headers: {}, oauth: { enabled: false }, extension: {}, required: true, remote: false },
  { command: "npx", env_vars: [], env: { A: null }, isActive: true },
  { command: "npx", envFile: ".env", isActive: false },
])("is a tunnel in place of %j", (entry) => {
  const parsed = parseGatewayConfig(withTunnels(JSON.stringify({ mcpServers: { entry } })));
  expect(parsed).toMatchObject({ ok: true, problems: [], config: { mcpServers: { entry: { type: "tunnel" } } } });
});
