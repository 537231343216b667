/**
 * `isogate tunnel FILE`: the real command, a real gateway under `wrangler dev`, the reference server over stdio, and between the two a network
 * that can be cut.
 */
import { connect as connectTo, createServer } from "node:net";
import type { Server, Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { root } from "../../scripts/stack.mjs";
import { envelopeOf } from "../support/answer.ts";
import { COMMAND, Isogate, type Started } from "../support/isogate.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { CLIENTS, type OpenClient } from "./open-client.ts";

const everything = join(root, "node_modules/.bin/mcp-server-everything");

/** Passes bytes on until it is cut; those that connect while it is cut are refused. */
class Network {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  constructor(port: number) {
    this.#server = createServer((near) => {
      if (this.#isCut) return void near.destroy();
      const far = connectTo(port, "127.0.0.1");
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on("error", () => other.destroy());
        one.on("close", () => other.destroy());
        one.pipe(other);
      }
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

let gateway: TestGateway;
let network: Network;
let directory: string;
let isogate: Isogate;
let client: OpenClient;
let tunnel: Started;
let url: string;
let file: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: {
      everything: { type: "tunnel" },
      counter: { type: "tunnel" },
      tally: { type: "tunnel" },
      notes: { type: "local" },
    },
    vars: { ISOGATE_OPEN: "local" },
  });
  network = new Network(Number(new URL(gateway.origin).port));
  url = await network.open();
  isogate = new Isogate({ XDG_CONFIG_HOME: directory });
  await writeFile(join(directory, "counter.mjs"), COUNTER);
  file = join(directory, "laptop.json");
  const mcpServers = {
    everything: { command: process.execPath, args: [everything, "stdio"], env: { GREETING: "${GREETING_OF_TUNNEL}" } },
    counter: { command: process.execPath, args: ["counter.mjs"], cwd: directory },
    tally: { command: process.execPath, args: ["counter.mjs"], cwd: directory },
    unknown: { command: "nothing" },
    argued: { command: "nothing", args: "--read-only" },
    needy: { command: "nothing", args: ["--key", "${SET_NOWHERE}"] },
  };
  await writeFile(join(directory, ".dev.vars"), 'GREETING_OF_TUNNEL="hello"\n');
  await writeFile(file, JSON.stringify({ mcpServers }));
  client = await CLIENTS["v2 client, 2026-07-28"](gateway.url);
});

afterAll(async () => {
  tunnel.child.kill("SIGTERM");
  await tunnel.ended;
  await client.close();
  network.close();
  await gateway.stop();
  await rm(directory, { recursive: true, force: true });
});

const run = async (code: string) => envelopeOf(await client.call("execute_code", { code }));

interface UpstreamState {
  readonly name: string;
  readonly status?: string;
  readonly reason?: string;
  readonly tools?: number;
}

async function statusOf(name: string): Promise<UpstreamState> {
  const response = await fetch(`${gateway.origin}/api/v1/upstreams`);
  const { upstreams } = (await response.json()) as { upstreams: readonly UpstreamState[] };
  return upstreams.find((one) => one.name === name) ?? { name };
}

it("without a tunnel its servers are down and say what to start", async () => {
  expect(await statusOf("everything")).toMatchObject({
    status: "down",
    reason: expect.stringContaining("isogate tunnel FILE"),
  });
});

it("with one they are tools like all others", async () => {
  tunnel = isogate.start(process.execPath, [COMMAND, "tunnel", file, "--url", url]);
  await expect.poll(async () => (await statusOf("everything")).status, { timeout: 20_000 }).toBe("ready");
  expect(tunnel.stderr()).toContain('unknown is not carried: gateway.json needs "unknown": { "type": "tunnel" }.');
  expect(tunnel.stderr()).toContain("mcpServers.argued.args: expected a list of texts");
  expect(tunnel.stderr()).toContain("needy is not started: it needs SET_NOWHERE. Set it in .dev.vars");
  const code = `
    const { content } = await everything.get_sum.raw({ a: 2, b: 40 });
    const env = await everything.get_env();
    ({ said: content[0].text, greeting: env.GREETING, count: await counter.add({ by: 1 }) })`;
  expect(await run(code)).toMatchObject({ value: { said: "The sum of 2 and 40 is 42.", greeting: "hello", count: 1 } });
});

it("a long integer reaches a server with all its digits", async () => {
  const { value } = await run('await counter.repeat({ id: "12345678901234567890" })');
  expect(value).toContain('"arguments":{"id":12345678901234567890}');
});

it("a call whose answer fell into a cut is answered after it, and carried out once", async () => {
  const running = run("await counter.add({ by: 1, slowly: true })");
  await expect.poll(() => tunnel.stderr(), { timeout: 10_000 }).toContain("counting slowly");
  network.cut();
  await expect.poll(() => tunnel.stderr(), { timeout: 10_000 }).toContain("counted slowly");
  network.mend();
  expect(await running).toMatchObject({ value: 2 });
  expect(await run("await counter.add({ by: 0 })")).toMatchObject({ value: 2 });
});

it("a call is unknown whose process ends, which is started again", async () => {
  const crashed = await run("await counter.crash()");
  expect(crashed).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("The process of counter ended (status 7) before it answered.") },
  });
  const { calls } = (await (await fetch(`${gateway.origin}/api/v1/runs/${crashed.run}/calls`)).json()) as object & {
    calls: readonly object[];
  };
  expect(calls).toMatchObject([{ outcome: "unknown", code: "UPSTREAM_ERROR" }]);
  expect(await run("await counter.add({ by: 5 })")).toMatchObject({ value: 5 });
});

it("a call that is in flight when the tunnel goes for good is unknown, and its servers are down, not gone", async () => {
  const running = run("await counter.add({ by: 1, slowly: true })");
  await expect.poll(() => tunnel.stderr().split("counting slowly").length, { timeout: 10_000 }).toBe(3);
  tunnel.child.kill("SIGKILL");
  expect(await running).toMatchObject({
    ok: false,
    error: { code: "UPSTREAM_ERROR", message: expect.stringContaining("so it may have had an effect") },
  });
  for (const name of SERVERS) {
    await expect
      .poll(() => statusOf(name), { timeout: 30_000 })
      .toMatchObject({ status: "down", tools: expect.toSatisfy((tools: number) => tools > 1) });
  }
  const again = isogate.start(process.execPath, [COMMAND, "tunnel", file, "--url", url]);
  tunnel = again;
  for (const name of SERVERS) {
    await expect.poll(async () => (await statusOf(name)).status, { timeout: 20_000 }).toBe("ready");
  }
  const code = `
    const { content } = await everything.get_sum.raw({ a: 1, b: 2 });
    [content[0].text, await counter.add({ by: 3 }), await tally.add({ by: 4 })]`;
  expect(await run(code)).toMatchObject({ value: ["The sum of 1 and 2 is 3.", 3, 4] });
});

const SERVERS = ["everything", "counter", "tally"];

/** Counts in a process of its own; says on standard error what it does. */
const COUNTER = `
let count = 0;
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const number = { type: "number" };
const tools = [
  { name: "add", inputSchema: { type: "object", properties: { by: number, slowly: { type: "boolean" } } } },
  { name: "crash", inputSchema: { type: "object" } },
  { name: "repeat", inputSchema: { type: "object", properties: { id: { type: "integer" } } } },
];
let received = "";
async function answer({ id, method, params }) {
  if (method === "initialize") {
    const { protocolVersion } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "counter", version: "1" } };
  }
  if (method === "tools/list") return { tools };
  if (method !== "tools/call") throw new Error("unknown method");
  if (params.name === "crash") process.exit(7);
  if (params.name === "repeat") return { content: [{ type: "text", text: "received " + received }] };
  const { by, slowly } = params.arguments;
  if (slowly) {
    process.stderr.write("counting slowly\\n");
    await new Promise((resolve) => setTimeout(resolve, 1500));
    process.stderr.write("counted slowly\\n");
  }
  count += by;
  return { content: [{ type: "text", text: String(count) }] };
}
process.stdin.setEncoding("utf8");
let buffered = "";
process.stdin.on("data", (text) => {
  const lines = (buffered + text).split("\\n");
  buffered = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    received = line;
    if (message.id === undefined) continue;
    answer(message).then(
      (result) => say({ id: message.id, result }),
      (error) => say({ id: message.id, error: { code: -32601, message: error.message } }),
    );
  }
});
`;
