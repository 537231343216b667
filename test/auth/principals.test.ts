/** `/api/v1/principals`: who has a Gateway, and that removing one leaves nothing of it. */
import { principalListSchema } from "../../src/contract/principals.ts";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { FULL_ACCESS } from "../../src/auth/principal.ts";
import type { Env } from "../../src/config/env.ts";
import { gatewayOf } from "../../src/rpc/gateway-stub.ts";
import { api, createKey, problemOf } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";
import { testControl, testOpening } from "../support/run-opening.ts";

async function listed() {
  return principalListSchema.parse(await (await api("/principals")).json()).principals;
}

function rowsOf(principal: string): Promise<number> {
  return runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage }) => {
    const { sql } = storage;
    const tables = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
    const own = tables.filter(({ name }) => !name.startsWith("_cf") && name !== "schema_version");
    return own.reduce((sum, { name }) => sum + sql.exec(`SELECT 1 FROM "${name}"`).toArray().length, 0);
  });
}

it("a principal that is removed has no data, no keys and no runs left", async () => {
  const { key, principal } = await createKey({ name: "leaver" });
  const other = await createKey({ name: "second", principal });
  const client = await connect("modern", { authorization: `Bearer ${key}` });
  expect(await execute(client, { code: "await modern.echo({ text: 'x' })" })).toMatchObject({ value: "x" });
  expect((await listed()).find(({ id }) => id === principal)).toMatchObject({ kind: "key", label: "leaver" });
  expect(await rowsOf(principal)).toBeGreaterThan(2);

  const running = execute(client, { code: "await modern.echo({ text: 'x' }); await sleep(20000)" });
  await expect.poll(() => openRuns(key)).toBe(1);
  expect((await api(`/principals/${principal}`, { method: "DELETE" })).status).toBe(204);
  expect(await running).toMatchObject({ ok: false, error: { code: "CANCELLED" } });

  expect((await listed()).map(({ id }) => id)).not.toContain(principal);
  for (const one of [key, other.key]) expect((await api("/types", { key: one })).status).toBe(401);
  expect(await rowsOf(principal)).toBe(0);
  expect(await problemOf(await api(`/principals/${principal}`, { method: "DELETE" }))).toMatchObject({ status: 404 });
});

it("a schedule that becomes due while its principal is removed does not run", async () => {
  const { key, principal } = await createKey({ name: "scheduler" });
  const made = { name: "due", schedule: "every day", code: "1" };
  expect((await api("/schedules", { method: "POST", key, body: made })).status).toBe(201);
  const stub = env.GATEWAY.getByName(principal);
  // A run whose Worker does not say that it has ended: the removal waits for it.
  const control = testControl();
  const scope = { access: FULL_ACCESS, allowedServers: [], wallMs: 10_000 };
  const host = await gatewayOf(env as Env, principal).openRun(scope, testOpening(), control);
  const removed = api(`/principals/${principal}`, { method: "DELETE" });
  await expect.poll(() => control.signal.aborted).toBe(true);
  expect(await runDurableObjectAlarm(stub)).toBe(false);
  host[Symbol.dispose]();
  expect((await removed).status).toBe(204);
});

it("keys that are made and revoked while their principal is removed are refused, and none of them is good", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { key, id, principal } = await createKey({ name: "leaver" });
    await api("/types", { key });
    const make = () => api("/keys", { method: "POST", body: { name: "late", principal } });
    const removed = api(`/principals/${principal}`, { method: "DELETE" });
    const made = await Promise.all([make(), make(), api(`/keys/${id}`, { method: "DELETE" }), make()]);
    const own = await api("/runs", { key });
    expect((await removed).status).toBe(204);
    for (const response of made) expect([201, 204, 400, 404], await response.clone().text()).toContain(response.status);
    expect([200, 401]).toContain(own.status);
    for (const response of made.filter(({ status }) => status === 201)) {
      const { key: late } = await response.json<{ key: string }>();
      expect((await api("/types", { key: late })).status).toBe(401);
    }
  }
});

it("nobody removes itself", async () => {
  const { key, principal } = await createKey({ name: "admin", role: "admin" });
  const response = await api(`/principals/${principal}`, { method: "DELETE", key });
  expect(await problemOf(response)).toMatchObject({ status: 409 });
  expect((await api("/types", { key })).status).toBe(200);
});

async function openRuns(key: string): Promise<number> {
  const { runs } = await (await api("/runs?outcome=running", { key })).json<{ runs: object[] }>();
  return runs.length;
}
