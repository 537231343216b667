/** Two servers whose names scripts write alike: a script's name for one never reaches the other, whatever the caller sees of them. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startToolsUpstream } from "../fixtures/upstreams/tools-upstream.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { startWorkerd } from "../support/workerd/gateway.ts";

interface Gateway {
  readonly post: (path: string, body: object, key?: string) => Promise<Record<string, unknown>>;
  /** Calls of tools that have reached each server. */
  readonly reached: () => Promise<readonly [dashed: number, plain: number]>;
}

const running = new AsyncDisposableStack();
let gateway: Gateway;
let directory: string;
beforeAll(async () => {
  directory = await temporaryDirectory();
  running.defer(() => rm(directory, { recursive: true, force: true }));
  gateway = await startWith({});
});
afterAll(() => running.disposeAsync());

async function startWith(plainEntry: object): Promise<Gateway> {
  const [dashed, plain] = await Promise.all([startToolsUpstream("modern"), startToolsUpstream("modern")]);
  const worker = await startWorkerd({
    bundle: inject("bundle"),
    directory: `${directory}/${dashed.origin.slice(-5)}`,
    mcpServers: { "c-d": { url: `${dashed.origin}/mcp` }, c_d: { url: `${plain.origin}/mcp`, ...plainEntry } },
  });
  running.defer(async () => {
    await worker.stop();
    await Promise.all([dashed.close(), plain.close()]);
  });
  const callsOf = async (origin: string): Promise<number> => {
    const { methods } = (await (await fetch(`${origin}/stats`)).json()) as { readonly methods: readonly string[] };
    return methods.filter((method) => method === "tools/call").length;
  };
  return {
    async post(path, body, key) {
      const headers = {
        "content-type": "application/json",
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      };
      const url = `http://127.0.0.1:${worker.port}/api/v1${path}`;
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
      return (await response.json()) as Record<string, unknown>;
    },
    reached: () => Promise.all([callsOf(dashed.origin), callsOf(plain.origin)]),
  };
}

const CODE = 'await c_d.echo({ text: "of the plain one" })';

it("gives the name to the server of that very name, and another one to the other", async () => {
  expect(await gateway.post("/code/exec", { code: CODE })).toMatchObject({ ok: true });
  expect(await gateway.reached()).toStrictEqual([0, 1]);
  await gateway.post("/scripts", { name: "uses", code: CODE });
});

const CALLS = [CODE, 'call_tool("c_d", "echo", { text: "x" })'];

it("reaches neither by the name with a key that sees only the other", async () => {
  const { key } = await gateway.post("/keys", { name: "narrow", servers: ["c-d"] });
  const before = await gateway.reached();
  for (const code of CALLS) {
    const answer = await gateway.post("/code/exec", { code }, String(key));
    expect(JSON.stringify(answer)).toMatch(/SERVER_NOT_ALLOWED|There is no server/);
  }
  const called = await gateway.post("/tools/c_d/echo", { text: "x" }, String(key));
  expect(called).toMatchObject({ detail: expect.stringContaining("There is no server") });
  expect(await gateway.reached()).toStrictEqual(before);
});

it.each([
  { how: "in gateway.json", entry: { disabled: true } },
  { how: "by an admin", entry: undefined },
])("reaches neither by the name of a server that is switched off $how", async ({ entry }) => {
  const used = entry === undefined ? gateway : await startWith(entry);
  if (entry === undefined) await used.post("/upstreams/c_d/disable", {});
  const said = async (request: object): Promise<string> => JSON.stringify(await used.post("/code/exec", request));
  await expect.poll(() => said({ code: CODE }), { timeout: 15_000 }).toContain("switched off");
  const before = await used.reached();
  const options = { allowed_servers: ["c_d"] };
  for (const code of CALLS) {
    expect(await said({ code })).toMatch(/switched off|There is no server/);
    expect(await said({ code, options })).toMatch(/switched off|There is no server/);
  }
  await used.post("/tools/c_d/echo", { text: "x" });
  if (entry === undefined) await used.post("/code/exec", { script: "uses" });
  expect(await used.reached()).toStrictEqual(before);
  // The other one still has the name that it had.
  expect(await used.post("/code/exec", { code: 'await c_d_ac23.echo({ text: "x" })' })).toMatchObject({ ok: true });
});
