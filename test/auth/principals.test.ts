/** `/api/v1/principals`: who has a Gateway, and that removing one leaves nothing of it. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { principalListSchema } from "../../src/http/principals-contract.ts";
import { api, createKey, problemOf } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

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

  const running = execute(client, { code: "await sleep(20000)" });
  await expect.poll(() => openRuns(principal)).toBe(1);
  expect((await api(`/principals/${principal}`, { method: "DELETE" })).status).toBe(204);
  expect(await running).toMatchObject({ ok: false, error: { code: "CANCELLED" } });

  expect((await listed()).map(({ id }) => id)).not.toContain(principal);
  for (const one of [key, other.key]) expect((await api("/types", { key: one })).status).toBe(401);
  expect(await rowsOf(principal)).toBe(0);
  expect(await problemOf(await api(`/principals/${principal}`, { method: "DELETE" }))).toMatchObject({ status: 404 });
});

it("nobody removes itself", async () => {
  const { key, principal } = await createKey({ name: "admin", role: "admin" });
  const response = await api(`/principals/${principal}`, { method: "DELETE", key });
  expect(await problemOf(response)).toMatchObject({ status: 409 });
  expect((await api("/types", { key })).status).toBe(200);
});

function openRuns(principal: string): Promise<number> {
  return runInDurableObject(
    env.GATEWAY.getByName(principal),
    (gateway) => (gateway as unknown as Counted).openRunCount,
  );
}

interface Counted {
  readonly openRunCount: number;
}
