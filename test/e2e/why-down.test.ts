/**
 * Why an upstream is down, in one sentence that its owner can act on: the address, the HTTP status, the upstream's own words, named as
 * its words, and what to do. The same sentence stands in `GET /api/v1/upstreams`, in a script's error and on the command line.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startAssertingProvider, type AssertingProvider } from "../fixtures/asserting-provider.ts";
import { startRefusingUpstream } from "../fixtures/upstreams/refusing-upstream.ts";
import { startSilentUpstream } from "../fixtures/upstreams/silent-upstream.ts";
import type { RunningServer } from "../fixtures/upstreams/node-server.ts";
import { envelopeOf } from "../support/answer.ts";
import { run } from "../support/command.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { CLIENTS } from "./open-client.ts";

/** REFUSING, SILENT, MODERN, WITHOUT_TLS, UNTRUSTED and NUMBERED stand for the origins of servers that run. */
const CASES = [
  {
    cause: "nobody listens",
    entry: { url: "http://127.0.0.1:9/mcp" },
    want: /^Nothing answers for it at http:\/\/127\.0\.0\.1:9\/mcp \(.+\)\. Is it running\? Check mcpServers\.it\.url\.$/,
  },
  {
    cause: "nobody listens, by https",
    entry: { url: "https://127.0.0.1:9/mcp" },
    want: /^Nothing answers for it at https:\/\/127\.0\.0\.1:9\/mcp \(.+\)\. Is it running\? Check mcpServers\.it\.url\.$/,
  },
  {
    cause: "no TLS",
    entry: { url: "WITHOUT_TLS/mcp" },
    want: /^it cannot be reached at WITHOUT_TLS\/mcp: .*, or it does not speak TLS\. Check mcpServers\.it\.url\.$/,
  },
  {
    cause: "an unknown host",
    entry: { url: "http://no-such-host.invalid/mcp" },
    want: /^it cannot be reached at http:\/\/no-such-host\.invalid\/mcp: the name no-such-host\.invalid cannot be found\. Check/,
  },
  {
    cause: "a certificate that is not trusted",
    entry: { url: "UNTRUSTED/mcp" },
    want: /^it cannot be reached at UNTRUSTED\/mcp: the name localhost cannot be found, its certificate is not trusted \(NODE_EXTRA_CA_CERTS .*\), or it does not speak TLS\. Check mcpServers\.it\.url\.$/,
  },
  {
    cause: "a number with a certificate that is not trusted",
    entry: { url: "NUMBERED/mcp" },
    want: /^it cannot be reached at NUMBERED\/mcp: its certificate is not trusted \(NODE_EXTRA_CA_CERTS .*\), or it does not speak TLS\. Check mcpServers\.it\.url\.$/,
  },
  {
    cause: "a description at an address whose certificate is not trusted",
    entry: { type: "openapi", spec: "UNTRUSTED/openapi.json" },
    want: /^The description of it cannot be read\. UNTRUSTED\/openapi\.json cannot be reached: the name localhost cannot be found, its certificate is not trusted/,
  },
  {
    cause: "403",
    entry: { url: "REFUSING/forbidden?key=s3cret" },
    want: /^it refuses the gateway, which sent no credentials: HTTP 403 from REFUSING\/forbidden, which says "Access is only allowed at localhost:4003"\. .* set mcpServers\.it\.url to http:\/\/localhost:\d+\/forbidden\.$/,
  },
  {
    cause: "401",
    entry: { url: "REFUSING/unauthorized", headers: { Authorization: "Bearer s3cret" } },
    want: /^it refuses the gateway's credentials: HTTP 401 from REFUSING\/unauthorized, which says "missing API key X-Api-Key"\. Check the headers/,
  },
  {
    cause: "a sign-in",
    entry: { url: "REFUSING/sign-in" },
    want: /^it refuses the gateway, which sent no credentials: HTTP 401 .*Set "auth": "oauth" in mcpServers\.it/,
  },
  {
    cause: "404",
    entry: { url: "REFUSING/" },
    want: /^it could not list its tools: HTTP 404 from REFUSING\/, which says "Error Cannot POST \/"\. There is no MCP endpoint at this path; most end in \/mcp\./,
  },
  {
    cause: "a wrong path",
    entry: { url: "MODERN/mpc" },
    want: /^it could not list its tools: HTTP 404 from MODERN\/mpc.* most end in \/mcp\. Check mcpServers\.it\.url\.$/,
  },
  {
    cause: "the old SSE transport",
    entry: { type: "sse", url: "REFUSING/sse" },
    want: /^it uses the old SSE transport at REFUSING\/sse, .*\(HTTP 405\)\. .* often at REFUSING\/mcp;/,
  },
  {
    cause: "500 with a text",
    entry: { url: "REFUSING/broken" },
    want: /^it could not list its tools: HTTP 500 from REFUSING\/broken, which says "boom: database is down"\.$/,
  },
  {
    cause: "a web page",
    entry: { url: "REFUSING/page" },
    want: /^it could not list its tools: REFUSING\/page answers with text\/html, which is not an answer of an MCP server\. There is no MCP endpoint at this path; most end in \/mcp\. Check mcpServers\.it\.url\.$/,
  },
  {
    cause: "a web page instead of a description",
    entry: { type: "openapi", spec: "REFUSING/page?key=s3cret" },
    want: /^The description of it cannot be read: REFUSING\/page answers with text\/html, which is not an OpenAPI description\. Check mcpServers\.it\.spec\.$/,
  },
  {
    cause: "JSON that is no description",
    entry: { type: "openapi", spec: "REFUSING/other-json" },
    want: /^it: The document is no OpenAPI description: .* It is at REFUSING\/other-json\. Check mcpServers\.it\.spec\.$/,
  },
  {
    cause: "a web page instead of GraphQL",
    entry: { type: "graphql", url: "REFUSING/page" },
    want: /^The schema of it could not be read: REFUSING\/page answers with text\/html, which is not an answer of a GraphQL server\. Check mcpServers\.it\.url\.$/,
  },
  {
    cause: "no JSON",
    entry: { url: "REFUSING/no-json" },
    want: /^it could not list its tools: REFUSING\/no-json answers with a text that is not JSON \(Expected property name .+\)\. There may be no MCP endpoint .* Check mcpServers\.it\.url\.$/,
  },
  {
    cause: "JSON of another kind",
    entry: { url: "REFUSING/other-json" },
    want: /^it could not list its tools: REFUSING\/other-json answers with JSON that is not a JSON-RPC 2\.0 message\. There may be no MCP endpoint .* Check mcpServers\.it\.url\.$/,
  },
  {
    cause: "a hang",
    entry: { url: "SILENT/mcp", timeout_ms: 400 },
    want: /^it \(SILENT\/mcp\) did not list its tools within 400 ms\.$/,
  },
  {
    cause: "a local server that is not there",
    entry: { type: "local" },
    want: /^mcpServers\.it is of type "local", but local-servers\.ts defines notes, weather\. Add it there, or rename or remove the entry\.$/,
  },
  {
    cause: "a missing secret",
    entry: { url: "MODERN/mcp", headers: { "X-Key": "${TRACKER_KEY}" } },
    want: /^it needs the secret TRACKER_KEY, which is not set/,
  },
] as const;

const nameOf = (cause: string): string => cause.replaceAll(/\W/g, "-");
const servers: RunningServer[] = [];
let origins: Readonly<Record<string, string>>;
let gateway: TestGateway;
let provider: AssertingProvider;

beforeAll(async () => {
  const refusing = await startRefusingUpstream();
  const silent = await startSilentUpstream();
  provider = await startAssertingProvider();
  servers.push(refusing, silent);
  origins = {
    REFUSING: refusing.origin,
    SILENT: silent.origin,
    MODERN: inject("stack").modern,
    WITHOUT_TLS: refusing.origin.replace("http:", "https:"),
    UNTRUSTED: provider.issuer,
    NUMBERED: provider.issuer.replace("localhost", "127.0.0.1"),
  };
  const entries = CASES.map(({ cause, entry }) => [`it-${nameOf(cause)}`, withOrigins(entry)] as const);
  const mcpServers = { ...Object.fromEntries(entries), notes: { type: "local" } };
  gateway = await openGateway({ bundle: inject("bundle"), mcpServers, vars: { ISOGATE_OPEN: "local" } });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([...servers, provider].map((server) => server.close()));
});

function withOrigins(entry: object): unknown {
  const text = JSON.stringify(entry).replaceAll(
    /REFUSING|SILENT|MODERN|WITHOUT_TLS|UNTRUSTED|NUMBERED/g,
    (name) => origins[name] ?? name,
  );
  return JSON.parse(text) as unknown;
}

interface Upstream {
  readonly name: string;
  readonly status: string;
  readonly reason?: string;
}

async function upstream(name: string): Promise<Upstream | undefined> {
  const response = await fetch(`${gateway.origin}/api/v1/upstreams`);
  const { upstreams } = (await response.json()) as { upstreams: readonly Upstream[] };
  return upstreams.find((one) => one.name === name);
}

/** As the table writes it. */
function inTable(reason: string, name: string): string {
  let text = reason.replaceAll(name, "it");
  for (const [placeholder, origin] of Object.entries(origins)) text = text.replaceAll(origin, placeholder);
  return text;
}

describe("an upstream is down because of", () => {
  it.each(CASES)("$cause", async ({ cause, want }) => {
    const name = `it-${nameOf(cause)}`;
    await expect.poll(async () => (await upstream(name))?.status, { timeout: 20_000 }).toBe("down");
    const { reason = "" } = (await upstream(name)) ?? {};
    expect(inTable(reason, name)).toMatch(want);
    expect(reason).not.toMatch(/s3cret|[\n\u202e]/);
  });
});

it("is told to a script that calls it, with the same words", async () => {
  const client = await CLIENTS["v2 client, 2026-07-28"](gateway.url);
  const answer = await client.call("execute_code", { code: "await it_500_with_a_text.anything({})" });
  expect(envelopeOf(answer)).toMatchObject({ error: { message: expect.stringContaining('"boom: database is down"') } });
  await client.close();
});

it.each([
  { given: ["tools", "--server", "it-500-with-a-text"], want: "boom: database is down" },
  { given: ["search", "anything", "--server", "it_500_with_a_text"], want: "boom: database is down" },
  { given: ["call", "it-500-with-a-text.anything"], want: "boom: database is down" },
  { given: ["call", "nots.list_notes"], want: "Did you mean notes?" },
  { given: ["tools", "--server", "nots"], want: "Did you mean notes?" },
])("$given says $want", async ({ given, want }) => {
  const { status, printed } = await run("npx", ["isogate", ...given, "--url", gateway.origin]);
  expect(status, printed).toBe(1);
  expect(printed).toContain(want);
});
