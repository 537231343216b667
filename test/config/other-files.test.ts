/** Advice about fields of gateway.json that were written for another client. */
import { expect, it } from "vitest";
import { isUnusable, parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";

it.each([
  {
    oauth: { clientId: "abc", clientSecret: "s3cret", scopes: ["read"] },
    want: 'Write "auth": {"type": "oauth", "clientId": "…", "clientSecret": "…", "scope": "…"} in its place, with the same values (a secret as ${NAME}; all scopes in one text, separated by spaces).',
  },
  {
    oauth: { scopes: ["a", "b"] },
    want: 'Write "auth": {"type": "oauth", "scope": "…"} in its place, with the same values (all scopes in one text, separated by spaces).',
  },
  {
    oauth: { scope: "a b", clientId: "abc" },
    want: 'Write "auth": {"type": "oauth", "clientId": "…", "scope": "…"} in its place, with the same values.',
  },
  {
    oauth: { client_secret: "s3cret" },
    want: 'Write "auth": {"type": "oauth", "clientId": "…", "clientSecret": "…"} in its place, with the same values (a secret as ${NAME}; a secret needs its clientId).',
  },
  { oauth: false, want: 'Unrecognized key: "oauth". Remove it: there is no sign-in without "auth".' },
  { oauth: { enabled: false }, want: 'Remove it: there is no sign-in without "auth".' },
  { oauth: { enabled: true }, want: 'Write "auth": "oauth" in its place.' },
])("an entry with another client's oauth is told what to write: $want", ({ oauth, want }) => {
  const read = parseGatewayConfig({ mcpServers: { it: { url: "https://it.example/mcp", oauth } } });
  const entry = read.ok ? read.config.mcpServers["it"] : undefined;
  const reason = entry !== undefined && isUnusable(entry) ? entry.reason : "";
  expect(reason).toContain(want);
  expect(reason).not.toContain("s3cret");
});
