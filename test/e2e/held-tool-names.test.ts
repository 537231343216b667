/** Tools that are held or left out: a script hears why it cannot call them, however it names them. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";

const gateways = new BusinessGateways(inject("bundle"));
let gateway: BusinessGateway;

beforeAll(async () => {
  const first = await gateways.start({ pins: "baseline" });
  await first.search({ detail: "names" });
  await first.stop();
  gateway = await gateways.start(
    { pins: "baseline", rename: { files: { read: "open" } }, exclude: { files: ["remove"] } },
    first.directory,
  );
});
afterAll(() => gateways.stop());

it.each([`await files.read({ path: "x" })`, `await files["re" + "ad"]({ path: "x" })`])(
  "tells the new name of a renamed tool that is held: %s",
  async (code) => {
    expect(await gateway.run(code)).toMatchObject({
      error: {
        code: "TOOL_NOT_FOUND",
        message:
          'files has no tool "read": gateway.json renames it (tools.rename) to open, which is held until an admin accepts it (isogate pins list).',
      },
    });
  },
);

const HELD = { code: "QUARANTINED", message: expect.stringContaining("is held: no admin has accepted it yet.") };
const LEFT_OUT = {
  code: "TOOL_NOT_FOUND",
  message: expect.stringContaining('gateway.json leaves out "remove" (tools.exclude)'),
};

it.each([
  { code: `await files.open({})`, want: HELD },
  { code: `import { open } from "./servers/files"; await open({})`, want: HELD },
  { code: `import { callMCPTool } from "./client"; await callMCPTool("files__open", {})`, want: HELD },
  {
    code: `await schedule.create({ name: "often", schedule: "0 9 * * *", tool: "files:open" })`,
    want: { message: HELD.message },
  },
  { code: `await files.remove({})`, want: LEFT_OUT },
  { code: `import { remove } from "./servers/files/remove.ts"; await remove({})`, want: LEFT_OUT },
  { code: `import { callMCPTool } from "./client"; await callMCPTool("files__remove", {})`, want: LEFT_OUT },
  { code: `import fs from "fs/promises"; await fs.readFile("./servers/files/remove.ts", "utf8")`, want: LEFT_OUT },
  {
    code: `await schedule.create({ name: "often", schedule: "0 9 * * *", tool: "files:remove" })`,
    want: { message: LEFT_OUT.message },
  },
  { code: `await tools.describe("files.remove")`, want: LEFT_OUT },
])("says why a tool cannot be called: $code", async ({ code, want }) => {
  expect(await gateway.run(code)).toMatchObject({ error: want });
});
