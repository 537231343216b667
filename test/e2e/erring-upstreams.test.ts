/** MCP servers whose answers are allowed and rare: what they say reaches the user, and they stay usable. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { PAGE, startErringUpstream } from "../fixtures/upstreams/erring-upstream.ts";
import type { RunningServer } from "../fixtures/upstreams/node-server.ts";
import { openGateway, type TestGateway } from "./gateway.ts";

let erring: RunningServer;
let gateway: TestGateway;

beforeAll(async () => {
  erring = await startErringUpstream();
  const names = ["plain", "same", "circle", "breaking", "hanging_up", "closed"];
  const mcpServers = Object.fromEntries(names.map((name) => [name, { url: `${erring.origin}/${name}` }]));
  gateway = await openGateway({ bundle: inject("bundle"), mcpServers, vars: { ISOGATE_OPEN: "local" } });
});
afterAll(async () => {
  await gateway.stop();
  await erring.close();
});

async function post(path: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  return (await fetch(`${gateway.origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
}
const run = (code: string): Promise<unknown> => post("/api/v1/code/exec", { code });

it("a call that is answered after a person has opened a page names the page", async () => {
  const message = `plain.page: URL elicitation required\nplain asks a person to open ${PAGE}; it says "Connect your account". Make the call again after that.`;
  expect(await run("await plain.page({})")).toMatchObject({ ok: false, error: { code: "TOOL_ERROR", message } });
});

it("an error that names no request is told in the upstream's words", async () => {
  const message = "plain.no_id: the index is being built";
  expect(await run("await plain.no_id({})")).toMatchObject({ ok: false, error: { code: "TOOL_ERROR", message } });
});

it.each(["breaking", "hanging_up"])(
  "a server whose server/discover is %s is spoken to in the 2025 era",
  async (name) => {
    expect(await run(`await ${name}.echo({})`)).toMatchObject({ ok: true, result: "well" });
  },
);

it("a server whose server/discover is breaking, and whose initialize asks for a sign-in, needs one", async () => {
  expect(await run("await closed.echo({})")).toMatchObject({ ok: false, error: { code: "UPSTREAM_AUTH_REQUIRED" } });
});

it.each([
  { name: "same", want: "the list has a page that names itself as the next page; further pages are not read" },
  { name: "circle", want: "the list has more than 200 pages; further pages are not read" },
])("a list without an end is told of: $name", async ({ name, want }) => {
  await run(`await ${name}.echo({})`);
  const upstreams: unknown = await (await fetch(`${gateway.origin}/api/v1/upstreams`)).json();
  expect(upstreams).toMatchObject({
    upstreams: expect.arrayContaining([expect.objectContaining({ name, unreadable: [want] })]),
  });
});

it("a session is ended when its upstream is switched off", async () => {
  await run("await plain.echo({})");
  await post("/api/v1/upstreams/plain/disable", {});
  const ended = async () => (await (await fetch(`${erring.origin}/ended`)).json()) as string[];
  await expect.poll(ended).toContain("session-of/plain");
});
