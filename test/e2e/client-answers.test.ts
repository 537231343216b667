/** Upstreams that ask the client of a direct call for an answer of its model, or for its roots: real servers and clients of both eras. */
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { startAskingUpstream } from "../fixtures/upstreams/asking-upstream.ts";
import { textOf, type Answer } from "../support/answer.ts";
import { ANSWERING, PARIS } from "../support/answering-client.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { CLIENTS } from "./open-client.ts";

const MODERN = "v2 client, 2026-07-28";
const WHOSE = (server: string): string => `The server ${server} asks for this answer, for a call of ${server}.think.`;

const lasting = new AsyncDisposableStack();
afterAll(() => lasting.disposeAsync());
let gateway: TestGateway;
/** Waits less long for an answer that counts. */
let impatient: TestGateway;
beforeAll(async () => {
  const upstream = await startAskingUpstream();
  lasting.defer(() => upstream.close());
  const { modern, legacy } = upstream.mcpServers;
  const asks = { expose: "both", asks_client: ["sampling", "roots"] };
  const mcpServers = {
    modern: { ...modern, ...asks },
    legacy: { ...legacy, ...asks },
    closed: { ...modern, expose: "both" },
    shameless: { ...upstream.shameless, expose: "both" },
    shameless_open: { ...upstream.shameless, ...asks },
    roots_only: { ...legacy, expose: "both", asks_client: ["roots"] },
  };
  gateway = await openListed(mcpServers, 5_000);
  impatient = await openListed({ modern: mcpServers.modern, legacy: mcpServers.legacy }, 1_000);
});

/** @returns when all are listed */
async function openListed(mcpServers: Readonly<Record<string, object>>, waitMs: number): Promise<TestGateway> {
  const policy = { version: "1", default: "allow", approvals: { wait_ms: waitMs } };
  const vars = { ISOGATE_OPEN: "local" };
  const opened = await openGateway({ bundle: inject("bundle"), mcpServers, vars, settings: { policy } });
  lasting.defer(() => opened.stop());
  const client = await CLIENTS[MODERN](opened.url);
  lasting.defer(() => client.close());
  const listed = async (): Promise<string> => (await client.toolNames()).join();
  for (const server of Object.keys(mcpServers))
    await vi.waitFor(async () => {
      if (!(await listed()).includes(`${server}__think`)) throw new Error(`${server} is not listed yet.`);
    }, 30_000);
  return opened;
}

async function open(name: keyof typeof ANSWERING, ...how: [answer?: object | undefined, capabilities?: object]) {
  return openAt(gateway, name, ...how);
}

async function openAt(
  { url }: TestGateway,
  name: keyof typeof ANSWERING,
  ...how: [answer?: object | undefined, capabilities?: object]
) {
  const client = await ANSWERING[name](url, ...how);
  lasting.defer(() => client.close());
  return client;
}

describe.each([
  ["v1 SDK client", "modern"],
  ["v1 SDK client", "legacy"],
  ["v2 client, 2025 era", "modern"],
  ["v2 client, 2025 era", "legacy"],
  [MODERN, "modern"],
] as const)("%s, upstream %s", (name, server) => {
  it("gets the answer of the client's model, which sees first which server asks", async () => {
    const client = await open(name, PARIS);
    const answer = await client.call(`${server}__think`);
    expect(JSON.parse(textOf(answer))).toStrictEqual(PARIS);
    expect(client.asked).toHaveLength(1);
    expect(client.asked[0]).toMatchObject({ maxTokens: 100, messages: [{ role: "user" }] });
    const { systemPrompt } = client.asked[0] as { readonly systemPrompt: string };
    expect(systemPrompt).toBe(`${WHOSE(server)} The following text is the server's.\n\nBe short.`);
    expect(JSON.stringify(client.asked)).toContain(String.raw`France?\\u202e`);
    expect(JSON.stringify(client.asked)).not.toContain("includeContext");
  });

  it("gets the client's roots", async () => {
    const client = await open(name, PARIS);
    const answer = await client.call(`${server}__where`);
    expect(JSON.parse(textOf(answer))).toStrictEqual({ roots: [{ uri: "file:///home/ada/project", name: "project" }] });
    expect(client.asked).toStrictEqual(["roots"]);
  });

  it("gets no answer that its user has rejected, or that is of another form", async () => {
    const tooLong = { ...PARIS, model: "m".repeat(200) };
    // A client of 2026-07-28 whose user rejects it does not repeat its call.
    for (const answer of name === MODERN ? [tooLong] : [undefined, tooLong]) {
      const client = await openAt(impatient, name, answer, { sampling: {} });
      expect(textOf(await client.call(`${server}__think`))).not.toContain("Paris");
      expect(client.asked).toHaveLength(1);
    }
  });

  it("is not asked where the client does not declare it, gateway.json does not permit it, or a script calls", async () => {
    const client = await open(name, PARIS);
    expect(await refusalOf(client.call("closed__think"))).toMatch(/INPUT_REQUIRED|capabilit/);
    const code = `await ${server}.think()`;
    expect(textOf(await client.call("execute_code", { code }))).toContain('"ok":false');
    expect(await refusalOf(client.call(`${server}__think_with_tools`))).not.toBe("");
    expect(await refusalOf(client.call("roots_only__think"))).not.toBe("");
    expect(client.asked).toStrictEqual([]);
    const silent = await CLIENTS[name](gateway.url);
    lasting.defer(() => silent.close());
    expect(await refusalOf(silent.call(`${server}__think`, {}))).not.toBe("");
  });
});

/** @returns what a refused call says; that of a capability that a client of 2026-07-28 does not declare is a protocol error */
async function refusalOf(call: Promise<Answer>): Promise<string> {
  try {
    const answer = await call;
    return answer.isError === true ? textOf(answer) : "";
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === -32_021) return error.message;
    throw error;
  }
}

it.each(["v1 SDK client", MODERN] as const)("%s: a server that asks nevertheless gets nothing", async (name) => {
  const client = await open(name, PARIS);
  for (const tool of ["think", "where", "think_all"])
    expect(textOf(await client.call(`shameless__${tool}`))).toContain("which is not supported");
  const code = `await shameless_open.think()`;
  expect(textOf(await client.call("execute_code", { code }))).toContain("which is not supported");
  expect(client.asked).toStrictEqual([]);
  const silent = await CLIENTS[name](gateway.url);
  lasting.defer(() => silent.close());
  expect(textOf(await silent.call("shameless_open__where", {}))).toContain("which is not supported");
});

it("a client of 2026-07-28 answers several requests at once, beside a form", async () => {
  const client = await open(MODERN, PARIS);
  const answers = JSON.parse(textOf(await client.call("modern__think_all"))) as object;
  expect(answers).toStrictEqual({
    form: { action: "accept", content: { n: 1 } },
    thought: PARIS,
    where: { roots: [{ uri: "file:///home/ada/project", name: "project" }] },
  });
});

it("a client of 2025 is not asked for several things at once", async () => {
  const client = await open("v1 SDK client", PARIS);
  expect(textOf(await client.call("modern__think_all"))).toContain("several requests to the client at once");
  expect(client.asked).toStrictEqual([]);
});

it("a client of 2026-07-28 is not asked while its call is open, and its upstream hears that at once", async () => {
  const client = await open(MODERN, PARIS);
  const begun = Date.now();
  expect((await client.call("legacy__think")).isError).toBe(true);
  expect(Date.now() - begun).toBeLessThan(4_000);
  expect(client.asked).toStrictEqual([]);
});
