/**
 * One bad entry in gateway.json, or one bad setting, costs that entry or setting: everything else works, and every face of the gateway
 * says what is wrong and what to write instead.
 */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { envelopeOf } from "../support/answer.ts";
import { run } from "../support/command.ts";
import { openGateway, type TestGateway } from "./gateway.ts";
import { CLIENTS } from "./open-client.ts";

const KEY_IN_HEADERS = "s3cret-of-a-misspelled-entry";
let gateway: TestGateway;

beforeAll(async () => {
  const url = `${inject("stack").modern}/mcp`;
  gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: {
      "my tools": { type: "streamableHttp", serverUrl: url, autoApprove: ["echo"], enabled: true },
      misspelled: { url, header: { Authorization: KEY_IN_HEADERS } },
      listed: { url, includeTools: ["echo"] },
      off: { url, disabled: true },
      notes: { type: "local" },
    },
    settings: { limits: { cpu_ms: 9_000, timeout_ms: "1s" }, hots: ["example.com"] },
    vars: { ISOGATE_OPEN: "local" },
  });
});
afterAll(() => gateway.stop());

it("lists each with its state, the reason and the fix, in the order of the file", async () => {
  await expect
    .poll(async () => list(), { timeout: 20_000 })
    .toMatchObject({
      upstreams: [
        {
          name: "my-tools",
          status: "ready",
          notes: [
            expect.stringContaining("serverUrl is read as url"),
            expect.stringContaining("autoApprove is not used"),
          ],
        },
        {
          name: "misspelled",
          status: "down",
          reason: expect.stringMatching(/Unrecognized key: "header"\. Did you mean "headers"\?/),
          fix: expect.stringContaining("gateway.json"),
          tools: 0,
        },
        { name: "listed", status: "down", fix: expect.stringContaining('"tools": {"include": ["echo"]}') },
        { name: "off", status: "disabled" },
        { name: "notes", status: "ready", tools: 2 },
      ],
      problems: [expect.stringContaining("limits.timeout_ms"), expect.stringContaining('Did you mean "hosts"?')],
    });
  expect(JSON.stringify(await list())).not.toContain(KEY_IN_HEADERS);
});

it("runs scripts through the others, and calls nothing of what is not understood", async () => {
  const client = await CLIENTS["v2 client, 2026-07-28"](gateway.url);
  const others = "[(await notes.list_notes()).notes.length, typeof my_tools, typeof off]";
  expect(envelopeOf(await client.call("execute_code", { code: others }))).toMatchObject({
    value: [3, "object", "undefined"],
  });
  const answer = envelopeOf(await client.call("execute_code", { code: "await misspelled.echo({ text: 'x' })" }));
  expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining('Did you mean "headers"?') } });
  await client.close();
});

it("says so on the command line", async () => {
  const { printed, status } = await run("npx", ["isogate", "upstreams", "list", "--url", gateway.origin]);
  expect(status, printed).toBe(0);
  expect(printed).toContain('Did you mean \\"headers\\"?');
});

it("is explained by isogate doctor", async () => {
  const { printed, status } = await run("npx", ["isogate", "doctor", "--json", "--url", gateway.origin]);
  expect(status, printed).toBe(1);
  const { checks } = JSON.parse(printed.slice(printed.indexOf("{"))) as { checks: readonly object[] };
  const says = (text: string) => expect.stringContaining(text);
  expect(checks).toEqual(
    expect.arrayContaining([
      { of: "upstream", name: "misspelled", state: "problem", message: says('Did you mean "headers"?') },
      { of: "upstream", name: "my-tools", state: "warning", message: says("serverUrl is read as url") },
      { of: "upstream", name: "off", state: "ok", message: says("switched off") },
      { of: "setting", name: "gateway.json", state: "problem", message: says("limits.timeout_ms") },
      { of: "setting", name: "gateway.json", state: "warning", message: says("has the name my-tools here") },
      { of: "limit", name: "cpu_ms", state: "ok", message: "9000." },
    ]),
  );
});

async function list(): Promise<unknown> {
  return (await fetch(`${gateway.origin}/api/v1/upstreams`)).json();
}
