/** Which addresses a gateway asks that is not a local, open one: those that its own configuration names, wherever they are, and public ones. */
import { RefreshTurns } from "../../src/upstream/credentials/refresh-turns.ts";
import { env } from "cloudflare:workers";
import { expect, inject, it } from "vitest";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";
import { openConnector } from "../../src/upstream/open-connector.ts";
import { unwrapResult } from "../../src/upstream/result.ts";

const { api } = inject("kinds");

async function call(entry: object, name: string): Promise<unknown> {
  const parsed = parseGatewayConfig({ mcpServers: { it: { type: "openapi", ...entry } } });
  const config = parsed.ok ? parsed.config.mcpServers["it"] : undefined;
  if (config === undefined) throw new Error("The entry cannot be used.");
  const opened = openConnector({
    server: "it",
    config,
    env: { ...env, ISOGATE_OPEN: "" },
    localServers: {},
    known: undefined,
    credentials: {
      gateway: "g",
      store: undefined as never,
      turns: new RefreshTurns(),
      firstIssuer: (_client, issuer) => Promise.resolve(issuer),
    },
    onToolsChanged: () => undefined,
    onResourceUpdated: () => undefined,
    onSignedIn: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.reason);
  const { signal } = new AbortController();
  const listed = await opened.connector.list(signal);
  const tool = listed === "unchanged" ? undefined : listed.tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  return unwrapResult(await opened.connector.call(tool, {}, { signal }));
}

const paths = { "/echo/contract/good": { get: { operationId: "good" } } };
const good = { ok: true, value: { well: true } };

it("a server that a description in gateway.json names", async () => {
  expect(await call({ spec: { openapi: "3.1.0", servers: [{ url: `${api}/v1` }], paths } }, "good")).toStrictEqual(
    good,
  );
});

it("the origin of base_url, and that of the description", async () => {
  expect(await call({ spec: { openapi: "3.1.0", paths }, base_url: `${api}/v1` }, "good")).toStrictEqual(good);
  expect(await call({ spec: `${api}/openapi.json` }, "good")).toStrictEqual(good);
});

it("no private address that a description from elsewhere names", async () => {
  await expect(call({ spec: `${api}/openapi.json` }, "own_server")).rejects.toMatchObject({
    code: "UPSTREAM_ERROR",
    message: expect.stringContaining("so the gateway sends no request to it"),
  });
});
