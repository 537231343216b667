/** Gateways that do not let everybody in: nothing configured, a key, a configuration that is wrong. */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { envelopeOf } from "../support/answer.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { CLIENTS } from "./open-client.ts";
import { INITIALIZE, rawRequest } from "./raw-request.ts";

const HTML = { accept: "text/html,*/*;q=0.8" };
const mcpServers = { notes: { type: "local" } };

/** The style sheet that a page names. */
function styleOf(origin: string, page: string, host = "127.0.0.1") {
  const [, path = "/missing"] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
  return rawRequest(origin + path, { headers: { host } });
}

describe("without authentication configured", () => {
  // A deployed Worker is called by such a name; nothing says that this gateway is a local one.
  const host = "isogate.team.workers.dev";
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway({ bundle: inject("bundle"), mcpServers, vars: {} });
  });
  afterAll(() => gateway.stop());

  it("answers a browser with a page that says what to set", async () => {
    const { status, type, body } = await rawRequest(gateway.origin, { headers: { ...HTML, host } });
    expect({ status, type }).toStrictEqual({ status: 503, type: expect.stringContaining("text/html") });
    expect(body).toContain("npx wrangler secret put ISOGATE_API_KEY");
    expect(await styleOf(gateway.origin, body, host)).toMatchObject({ status: 200 });
  });

  it("answers an MCP client with a JSON-RPC error that says what to set", async () => {
    const headers = { ...INITIALIZE.headers, host };
    const { status, body } = await rawRequest(gateway.url, { ...INITIALIZE, headers });
    expect(status).toBe(503);
    const message = expect.stringContaining("npx wrangler secret put ISOGATE_API_KEY");
    expect(JSON.parse(body)).toStrictEqual({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } });
  });

  it.each(["Bearer", "Bearer guess"])("lets nobody in with %j", async (authorization) => {
    const headers = { ...INITIALIZE.headers, host, authorization };
    expect(await rawRequest(gateway.url, { ...INITIALIZE, headers })).toMatchObject({ status: 503 });
  });

  it("is not opened by being called localhost", async () => {
    const headers = { ...INITIALIZE.headers, host: "localhost" };
    expect(await rawRequest(gateway.url, { ...INITIALIZE, headers })).toMatchObject({ status: 403 });
  });
});

describe("with ISOGATE_API_KEY", () => {
  const key = "correct-horse-battery-staple";
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway({
      bundle: inject("bundle"),
      mcpServers,
      vars: { ISOGATE_OPEN: "local", ISOGATE_API_KEY: key },
    });
  });
  afterAll(() => gateway.stop());

  it.each([
    { given: {}, want: 401 },
    { given: { authorization: "Bearer wrong" }, want: 401 },
    { given: { authorization: `Bearer ${key}x` }, want: 401 },
    { given: { authorization: `Basic ${key}` }, want: 401 },
    { given: { "x-api-key": "wrong" }, want: 401 },
    { given: { authorization: "Bearer wrong", "x-api-key": key }, want: 401 },
    { given: { authorization: `Bearer ${key}` }, want: 200 },
    { given: { "x-api-key": key }, want: 200 },
  ] as const)("answers $want to $given", async ({ given, want }) => {
    const response = await rawRequest(gateway.url, { ...INITIALIZE, headers: { ...INITIALIZE.headers, ...given } });
    expect(response.status, response.body).toBe(want);
  });

  it.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])("serves a %s that sends it", async (name) => {
    const client = await CLIENTS[name](gateway.url, { Authorization: `Bearer ${key}` });
    expect(envelopeOf(await client.call("execute_code", { code: "6 * 7" }))).toMatchObject({ value: 42 });
    await client.close();
  });
});

describe("with a gateway.json that is no JSON", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const vars = { ISOGATE_OPEN: "local", GATEWAY_JSON: '{"mcpServers": {"notes": }}' };
    gateway = await openGateway({ bundle: inject("bundle"), mcpServers: {}, vars });
  });
  afterAll(() => gateway.stop());

  const PROBLEM = /gateway\.json is not JSON: .*line 1 column 26/;

  it("says where to a browser", async () => {
    const { status, type, body } = await rawRequest(gateway.origin, { headers: HTML });
    expect({ status, type }).toStrictEqual({ status: 500, type: expect.stringContaining("text/html") });
    expect(body).toMatch(PROBLEM);
    expect(await styleOf(gateway.origin, body)).toMatchObject({ status: 200 });
  });

  it("says where to an MCP client", async () => {
    const { status, body } = await rawRequest(gateway.url, INITIALIZE);
    expect(status).toBe(500);
    expect((JSON.parse(body) as { error: object }).error).toMatchObject({ message: expect.stringMatching(PROBLEM) });
  });
});
