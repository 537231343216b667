/** Names of tools that wait for an admin: a script hears why it cannot call them, however it names them. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";

const gateways = new BusinessGateways(inject("bundle"));
let gateway: BusinessGateway;

beforeAll(async () => {
  const first = await gateways.start({ pins: "baseline" });
  await first.search({ detail: "names" });
  await first.stop();
  gateway = await gateways.start({ pins: "baseline", rename: { files: { read: "open" } } }, first.directory);
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
