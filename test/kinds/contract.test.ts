/**
 * What every connector does, whatever its kind: one suite, each kind against a real server that has the same five tools. Scripts reach them through the
 * gateway in the other files of this folder; here a connector is asked itself, so that a local one takes part.
 */
import { RefreshTurns } from "../../src/upstream/credentials/refresh-turns.ts";
import { env } from "cloudflare:workers";
import { afterAll, describe, expect, inject, it } from "vitest";
import * as z from "zod";
import type { ServerConfig } from "../../src/config/gateway-config.ts";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";
import { UpstreamError, type Connector, type ToolDefinition } from "../../src/upstream/connector.ts";
import { defineTool, type LocalServers } from "../../src/upstream/local-servers.ts";
import { openConnector } from "../../src/upstream/open-connector.ts";
import { unwrapResult } from "../../src/upstream/result.ts";

const { api, graphql, worker } = inject("kinds");
/** The slow tool takes seven times as long. */
const AT_ONCE_MS = 4_000;

const localServers: LocalServers = {
  local: [
    tool("good", () => ({ well: true })),
    tool("bad", () => {
      throw new Error("the disk is full");
    }),
    tool("slow", () => new Promise((resolve) => setTimeout(resolve, 30_000))),
    tool("big", () => "x".repeat(10_000_000)),
    tool("deep", () => `${"[".repeat(100_000)}${"]".repeat(100_000)}`),
  ],
};

function tool(name: string, run: () => unknown) {
  return defineTool({ name, description: name, input: z.object({}), run });
}

const headers = { "X-Key": "${TEST_TOKEN}" };
const KINDS: Readonly<Record<string, { readonly entry: object; readonly dead?: object; readonly isBounded?: false }>> =
  {
    http: { entry: { url: `${worker}/agents/billing`, headers }, dead: { url: "http://127.0.0.1:9/mcp" } },
    service: { entry: { type: "service", binding: "BILLING", path: "/agents/billing", headers } },
    openapi: {
      entry: { type: "openapi", spec: `${api}/openapi.json` },
      dead: { type: "openapi", spec: "http://127.0.0.1:9/openapi.json" },
    },
    graphql: {
      entry: { type: "graphql", url: `${graphql}/graphql` },
      dead: { type: "graphql", url: "http://127.0.0.1:9/graphql" },
    },
    // Tools in code are the deployment's own: nothing bounds what they return.
    local: { entry: { type: "local" }, isBounded: false },
  };

const opened: Connector[] = [];
afterAll(() => Promise.all(opened.map((connector) => connector.close())));

function open(server: string, entry: object, known?: string): Connector {
  const parsed = parseGatewayConfig({ mcpServers: { [server]: entry } });
  const config: ServerConfig | undefined = parsed.ok ? parsed.config.mcpServers[server] : undefined;
  if (config === undefined) throw new Error(`The entry of ${server} cannot be used.`);
  const result = openConnector({
    server,
    config,
    env: { ...env },
    localServers,
    known,
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
  if (!result.ok) throw new Error(result.reason);
  opened.push(result.connector);
  return result.connector;
}

describe.each(Object.entries(KINDS))("%s", (kind, { entry, dead, isBounded = true }) => {
  const { signal } = new AbortController();
  const connector = open(kind, entry);

  async function find(name: string, from = connector): Promise<ToolDefinition> {
    tools ??= await from.list(signal);
    const found = tools === "unchanged" ? undefined : tools.tools.find((one) => one.name === name);
    if (found === undefined) throw new Error(`${kind} lists no ${name}.`);
    return found;
  }
  let tools: Awaited<ReturnType<Connector["list"]>> | undefined;
  const call = async (name: string) => unwrapResult(await connector.call(await find(name), {}, { signal }));
  const isWell = async (): Promise<void> =>
    expect(await call("good")).toStrictEqual({ ok: true, value: { well: true } });

  it("lists tools with schemas that are objects, and the same ones again", async () => {
    const good = await find("good");
    expect(good.inputSchema).toMatchObject({ type: "object" });
    const known = tools === "unchanged" ? undefined : tools?.known;
    const again = await open(kind, entry, known).list(signal);
    expect(again === "unchanged" ? tools : again).toMatchObject({ tools: expect.arrayContaining([good]) });
  });

  it("answers", async () => {
    expect(await call("good")).toStrictEqual({ ok: true, value: { well: true } });
  });

  it("says each time that a call is about to be sent", async () => {
    let attempts = 0;
    await connector.call(await find("good"), {}, { signal, onAttempt: () => (attempts += 1) });
    expect(attempts).toBe(1);
  });

  it("hands on a failure in the upstream's own words", async () => {
    const failed = await call("bad");
    expect(failed).toMatchObject({ ok: false, message: expect.stringContaining("the disk is full") });
  });

  it("does not answer for a tool that there is not", async () => {
    const outcome = await connector.call({ name: "no-such-tool" }, {}, { signal }).then(
      (result) => result.isError,
      (error: unknown) => error instanceof UpstreamError,
    );
    expect(outcome).toBe(true);
  });

  it("lets go of a call that is cancelled, and goes on", async () => {
    const cancelling = new AbortController();
    const slow = await find("slow");
    const started = performance.now();
    const sent = Promise.withResolvers<void>();
    const pending = connector.call(slow, {}, { signal: cancelling.signal, onAttempt: () => sent.resolve() });
    await sent.promise;
    cancelling.abort();
    await expect(pending).rejects.toBeInstanceOf(Error);
    expect(performance.now() - started).toBeLessThan(AT_ONCE_MS);
    await isWell();
  });

  it.runIf(isBounded)("refuses an answer over its budget, and goes on", async () => {
    await expect(call("big")).rejects.toMatchObject({ name: "UpstreamError", code: "UPSTREAM_ERROR" });
    await isWell();
  });

  it("survives an answer of many levels", async () => {
    const outcome = await call("deep").then(
      (result) => (result.ok ? typeof result.value : "failed"),
      (error: unknown) => (error instanceof UpstreamError ? "failed" : String(error)),
    );
    expect(["string", "failed"]).toContain(outcome);
    await isWell();
  });

  it.runIf(dead !== undefined)("says that nothing answers", async () => {
    await expect(open(`${kind}_dead`, dead ?? {}).list(signal)).rejects.toMatchObject({
      name: "UpstreamError",
      message: expect.stringContaining("127.0.0.1:9"),
    });
  });
});

it("a GraphQL tool that an earlier version has listed, without the links of its schema, is not called", async () => {
  const { signal } = new AbortController();
  const connector = open("graphql", KINDS["graphql"]?.entry ?? {});
  const request = { kind: "field", operation: "query", field: "good", args: {}, selection: "{ well }" };
  for (const rootLinks of [undefined, { type: "Query", fields: ["query"] }]) {
    const listed = { name: "good", request: { ...request, rootLinks } };
    await expect(connector.call(listed, {}, { signal })).rejects.toMatchObject({
      code: "UPSTREAM_ERROR",
      isTransient: true,
      message: expect.stringContaining("Nothing was sent."),
    });
  }
});
