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
const RENAMED = { code: "TOOL_NOT_FOUND", message: expect.stringContaining("renames it (tools.rename) to open") };
const LEFT_OUT = {
  code: "TOOL_NOT_FOUND",
  message: expect.stringContaining('gateway.json leaves out "remove" (tools.exclude)'),
};

/** Texts of scripts, quoted. */
const IMPORT_OPEN = JSON.stringify('import { open } from "./servers/files"; await open({})');
const IMPORT_REMOVE = JSON.stringify('import { remove } from "./servers/files"; await remove({})');

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
  { code: `await mcp.open({})`, want: HELD },
  { code: `await codemode["files.open"]({})`, want: HELD },
  { code: `await mcp.remove({})`, want: LEFT_OUT },
  { code: `await codemode.read({})`, want: RENAMED },
  { code: `await scripts.save("removes", { code: ${IMPORT_REMOVE} })`, want: { message: LEFT_OUT.message } },
])("says why a tool cannot be called: $code", async ({ code, want }) => {
  expect(await gateway.run(code)).toMatchObject({ error: want });
});

it.each([
  { code: `(await ncp.do("files:open", {})).error`, says: HELD.message },
  { code: `(await ncp.do("read it with files.open, please", {})).error`, says: HELD.message },
  { code: `(await ncp.do("files.remove", {})).error`, says: LEFT_OUT.message },
  { code: `(await codemode.describe("files.open")).types`, says: HELD.message },
  { code: `(await codemode.describe("open")).types`, says: HELD.message },
  { code: `(await codemode.describe("files.remove")).types`, says: LEFT_OUT.message },
])("answers why a tool cannot be called: $code", async ({ code, says }) => {
  expect(await gateway.run(code)).toMatchObject({ ok: true, value: says });
});

it("saves and schedules a script that imports a held tool, as one that calls it: it may be accepted until then", async () => {
  const when = `name: "opens", schedule: "0 9 * * *"`;
  const code = `await scripts.save("opens", { code: ${IMPORT_OPEN} }); await schedule.create({ ${when}, code: ${IMPORT_OPEN} }); 1`;
  expect(await gateway.run(code)).toMatchObject({ ok: true });
  expect(await gateway.run(`await scripts.opens()`)).toMatchObject({ error: { message: HELD.message } });
});

it("says by REST that an imported tool is left out, and saves the import of a held one", async () => {
  const save = (name: string, code: string) => gateway.post("/scripts", { name, code: JSON.parse(code) as string });
  expect(await save("removes", IMPORT_REMOVE)).toMatchObject({ status: 400, body: { detail: LEFT_OUT.message } });
  expect(await save("opens-by-rest", IMPORT_OPEN)).toMatchObject({ status: 201 });
});
