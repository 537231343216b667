/** A server whose entry in gateway.json has a name that the gateway changes is found by that name, too, wherever a server is named. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, execute, searchText } from "../support/client.ts";

const NAME = "my garden/Büro";

describe("a server by the name of its entry in gateway.json", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it.each([
    "const r = call_tool(input, 'water_plants', {}); r.ok && r.result.called === 'water_plants'",
    "const r = call_tools([{ server: input, tool: 'water_plants', args: {} }]); r[0].ok",
    "(await callMCPTool(input + '__water_plants', {})).called === 'water_plants'",
    "(await callMCPTool(input + '/water_plants', {})).called === 'water_plants'",
    "(await tools.list(input)).includes('water_plants')",
    "(await tools.search('plants', { server: input }))[0].path === 'my_garden_B_ro.water_plants'",
    "(await tools.describe(input + '.water_plants')).includes('water_plants(')",
    "(await codemode[input + '.water_plants']({})).called === 'water_plants'",
    "(await ncp.do(input + ':water_plants', {})).success",
    "(await (await fetch('http://localhost/mcp/' + encodeURIComponent(input) + '/tools')).json()).tools.length === 1",
  ])("%s", async (code) => {
    expect(await execute(client, { code, input: NAME })).toMatchObject({ ok: true, value: true });
  });

  it("is allowed by that name", async () => {
    const options = { allowed_servers: [NAME] };
    for (const code of [
      "(await my_garden_B_ro.water_plants({})).called",
      "call_tool('my-garden-B-ro', 'water_plants', {}).result.called",
    ]) {
      const answer = await execute(client, { code, options });
      expect(answer).toMatchObject({ ok: true, value: "water_plants" });
      expect(answer.logs).toStrictEqual([]);
    }
    expect(await execute(client, { code: "await gmail.search_emails({ query: 'x' })", options })).toMatchObject({
      error: { code: "SERVER_NOT_ALLOWED" },
    });
  });

  it.each([
    { query: `${NAME}.water_plants`, tool: "my_garden_B_ro.water_plants(" },
    { query: "google-drive.get-document", tool: "google_drive.get_document(" },
    { query: "google-drive:list_files", tool: "google_drive.list_files(" },
    { query: "Google-Drive/createFile", tool: "google_drive.createFile(" },
  ])("is searched as $query", async ({ query, tool }) => {
    const text = await searchText(client, { query });
    expect(text.match(/^ *[\w.]+\.\w+\(/gm)).toStrictEqual([tool]);
  });

  it("is searched by that name", async () => {
    expect(await searchText(client, { server: NAME })).toContain("my_garden_B_ro.water_plants");
  });

  it.each([
    "call_tool('my garden/Bürro', 'x', {}).error.message",
    "await callMCPTool('my garden/Bürro__x', {}).catch((error) => error.message)",
  ])("is shown by its name in scripts where something else was meant: %s", async (code) => {
    expect(await execute(client, { code })).toMatchObject({ value: expect.stringContaining("my_garden_B_ro") });
  });
});
