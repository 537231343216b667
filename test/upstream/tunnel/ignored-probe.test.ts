/** Servers of a tunnel that do not answer `server/discover`, or not in time. The server is a function, and the clock is the test's. */
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { IGNORED_PROBE_REST_MS, TUNNEL_PROBE_MS } from "../../../src/limits/tunnel-limits.ts";
import type { ToolList } from "../../../src/upstream/connector.ts";
import { openConnector } from "../../../src/upstream/open-connector.ts";
import { TunnelTransport } from "../../../src/upstream/tunnel/tunnel-transport.ts";

const serverInfo = { name: "laptop", version: "1" };
const capabilities = { tools: {} };
const INITIALIZED = { result: { protocolVersion: "2025-06-18", capabilities, serverInfo } };
const TOOLS = { result: { tools: [{ name: "ask", inputSchema: { type: "object" } }] } };
const DISCOVERED = {
  result: {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities,
    ttlMs: 0,
    cacheScope: "private",
    _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
  },
};
const COMPLETE_TOOLS = { result: { resultType: "complete", ttlMs: 0, cacheScope: "private", ...TOOLS.result } };
const REFUSED = { error: { code: -32_601, message: "unknown method" } };

/** Answers by method; nothing for a method that has none. */
type Answers = Readonly<Record<string, object>>;

class LocalServer {
  readonly asked: string[] = [];
  readonly #answers: Answers;
  readonly #transports = new Map<string, TunnelTransport>();
  /** Answers that are held back until `start`, as by a process that is slow to start. */
  #held: (() => void)[] | undefined;

  constructor(answers: Answers, { isSlow = false } = {}) {
    this.#answers = answers;
    if (isSlow) this.#held = [];
  }

  openTransport(server: string, probeMs: number | undefined): TunnelTransport {
    const transport = new TunnelTransport({
      ...{ server, probeMs },
      choose: () => "tunnel",
      send: (_, text) => this.#receive(text),
      onEnd: () => this.#transports.delete(transport.session),
    });
    this.#transports.set(transport.session, transport);
    return transport;
  }

  start(): void {
    for (const answer of this.#held ?? []) answer();
    this.#held = undefined;
  }

  #receive(text: string): void {
    const { session, message } = JSON.parse(text) as { session: string; message: JSONRPCMessage };
    if (!("method" in message) || !("id" in message)) return;
    const { id, method } = message;
    this.asked.push(method);
    const own = this.#answers[method];
    if (own === undefined) return;
    const answer = (): void => this.#transports.get(session)?.received({ jsonrpc: "2.0", id, ...own });
    if (this.#held === undefined) queueMicrotask(answer);
    else this.#held.push(answer);
  }
}

async function list(server: LocalServer, known?: string): Promise<ToolList> {
  const opened = openConnector({
    ...{ server: "laptop", config: { type: "tunnel" }, env: {}, localServers: {}, known },
    credentials: undefined as never,
    tunnels: { openTransport: server.openTransport.bind(server), waiting: () => undefined },
    onToolsChanged: () => undefined,
    onResourceUpdated: () => undefined,
    onSignedIn: () => undefined,
  });
  if (!opened.ok) throw new Error(opened.reason);
  const listed = await opened.connector.list(new AbortController().signal);
  if (listed === "unchanged") throw new Error("There is no list.");
  return listed;
}

/** The list of a server that was asked to `initialize`, because `server/discover` had no answer. */
async function listAfterProbe(server: LocalServer): Promise<ToolList> {
  const listed = list(server);
  await vi.advanceTimersByTimeAsync(TUNNEL_PROBE_MS);
  expect(server.asked).toStrictEqual(["server/discover", "initialize", ...server.asked.slice(2)]);
  server.start();
  return listed;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

const SILENT: Answers = { initialize: INITIALIZED, "tools/list": TOOLS };

it("a server that ignores server/discover is initialized, and not asked again for a day", async () => {
  const { tools, known } = await listAfterProbe(new LocalServer(SILENT));
  expect(tools).toMatchObject([{ name: "ask" }]);
  const later = new LocalServer(SILENT);
  expect(await list(later, known)).toMatchObject({ tools: [{ name: "ask" }], known });
  expect(later.asked).toStrictEqual(["initialize", "tools/list"]);
  await vi.advanceTimersByTimeAsync(IGNORED_PROBE_REST_MS);
  const nextDay = new LocalServer({ ...SILENT, "server/discover": REFUSED });
  expect((await list(nextDay, known)).known).toBeUndefined();
  expect(nextDay.asked).toStrictEqual(["server/discover", "initialize", "tools/list"]);
});

it("a server that ignored server/discover and knows 2026-07-28 alone now is asked again", async () => {
  const { known } = await listAfterProbe(new LocalServer(SILENT));
  const updated = new LocalServer({
    ...{ "server/discover": DISCOVERED, initialize: REFUSED, "tools/list": COMPLETE_TOOLS },
  });
  const again = await list(updated, known);
  expect(again).toMatchObject({ tools: [{ name: "ask" }], known: expect.stringContaining("discover") });
});

it.each([
  { given: "refuses server/discover", answers: { ...SILENT, "server/discover": REFUSED } },
  { given: "knows both eras", answers: { ...SILENT, "server/discover": DISCOVERED } },
])("a server that is slow to start and $given is used, and asked again later", async ({ answers }) => {
  const listed = await listAfterProbe(new LocalServer(answers, { isSlow: true }));
  expect(listed.tools).toMatchObject([{ name: "ask" }]);
  expect(listed.known).toBeUndefined();
});

it("a server that is slow to start and knows 2026-07-28 alone is spoken to in its own era", async () => {
  const answers = { "server/discover": DISCOVERED, initialize: REFUSED, "tools/list": COMPLETE_TOOLS };
  const listed = await listAfterProbe(new LocalServer(answers, { isSlow: true }));
  expect(listed).toMatchObject({ tools: [{ name: "ask" }], known: expect.stringContaining("discover") });
});

it("a server that refuses both requests at once is asked once", async () => {
  const server = new LocalServer({ "server/discover": REFUSED, initialize: REFUSED });
  await expect(list(server)).rejects.toThrow(REFUSED.error.message);
  expect(server.asked).toStrictEqual(["server/discover", "initialize"]);
});

it("a server whose answer comes in time is not asked to initialize", async () => {
  const server = new LocalServer({ "server/discover": DISCOVERED, "tools/list": COMPLETE_TOOLS }, { isSlow: true });
  const listed = list(server);
  await vi.advanceTimersByTimeAsync(TUNNEL_PROBE_MS - 1);
  server.start();
  expect((await listed).tools).toMatchObject([{ name: "ask" }]);
  expect(server.asked).toStrictEqual(["server/discover", "tools/list"]);
});
