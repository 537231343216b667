/** The first baseline of pins is what a server lists for a client with the capabilities in force, and not a list that was stored before. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startAskingUpstream, type AskingUpstream } from "../fixtures/upstreams/asking-upstream.ts";
import { BusinessGateways } from "../support/business-gateway.ts";

const POLICY = { version: "1", default: "allow" };

const gateways = new BusinessGateways(inject("bundle"));
let asking: AskingUpstream;
beforeAll(async () => {
  asking = await startAskingUpstream();
});
afterAll(async () => {
  await gateways.stop();
  await asking.close();
});

/** @returns a gateway that offers its upstreams to ask a person, on the storage of one that did not */
async function offersNow(before: object) {
  const mcpServers = { growing: asking.growing };
  const first = await gateways.start({ ...before, mcpServers });
  expect(await first.run("await growing.tell({})")).toMatchObject({ ok: true });
  expect(await first.search({ detail: "names" })).not.toContain("asks");
  await first.stop();
  const second = await gateways.start({ policy: { ...POLICY, approvals: {} }, mcpServers }, first.directory);
  await second.search({ detail: "names" });
  return second;
}

it("has the tools that a server lists since a new policy offers it to ask a person", async () => {
  const gateway = await offersNow({});
  expect(await gateway.run("await growing.asks({})")).toMatchObject({ ok: true, value: "asked" });
  expect(await gateway.get("/pins?state=held")).toMatchObject({ pins: [] });
});

it("is not taken again where there is one", async () => {
  const gateway = await offersNow({ policy: POLICY });
  expect(await gateway.run("await growing.tell({})")).toMatchObject({ ok: true });
  expect(await gateway.run("await growing.asks({})")).toMatchObject({ error: { code: "QUARANTINED" } });
  const held = [{ server: "growing", tool: "asks", reason: "new" }];
  expect(await gateway.get("/pins?state=held")).toMatchObject({ pins: held });
});
