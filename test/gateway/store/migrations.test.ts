/** Stores of an earlier version: those of the base's version are kept, and older ones are refused. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { migrate as migrateDirectory } from "../../../src/directory/store/migrations.ts";
import { migrate } from "../../../src/gateway/store/migrations.ts";
import { refusalAfter } from "../../../src/http/refuse.ts";
import { gatewayOf } from "../../../src/rpc/gateway-stub.ts";
import { runSteps } from "../../../src/lib/sql-steps.ts";

const BASE = { version: 7, tables: ["CREATE TABLE one (a TEXT);", "CREATE TABLE other (b TEXT);"] };
const LATER = ["ALTER TABLE one ADD COLUMN c TEXT;", "ALTER TABLE one ADD COLUMN d TEXT;"];

async function inEmptyStore(name: string, test: (storage: DurableObjectStorage) => void): Promise<void> {
  await runInDurableObject(env.GATEWAY.getByName(name), async (_gateway, { storage }) => {
    await storage.deleteAll();
    test(storage);
  });
}

function setVersion({ sql }: DurableObjectStorage, version: number): void {
  sql.exec("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)");
  sql.exec("DELETE FROM schema_version");
  sql.exec("INSERT INTO schema_version (version) VALUES (?)", version);
}

function versionOf({ sql }: DurableObjectStorage): number {
  return sql.exec<{ version: number }>("SELECT version FROM schema_version").one().version;
}

function columnsOf({ sql }: DurableObjectStorage, table: string): readonly string[] {
  return sql
    .exec<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
    .toArray()
    .map(({ name }) => name);
}

it("a new store gets the base and the later steps, each once", async () => {
  await inEmptyStore("new-store", (storage) => {
    for (let time = 0; time < 2; time += 1) {
      runSteps(storage, BASE, LATER);
      expect([versionOf(storage), columnsOf(storage, "one"), columnsOf(storage, "other")]).toEqual([
        9,
        ["a", "c", "d"],
        ["b"],
      ]);
    }
  });
});

it("a store of the base's version is kept and gets the later steps only", async () => {
  await inEmptyStore("store-of-base", (storage) => {
    storage.sql.exec("CREATE TABLE one (a TEXT); INSERT INTO one VALUES ('kept')");
    setVersion(storage, 7);
    runSteps(storage, BASE, []);
    expect(versionOf(storage)).toBe(7);
    runSteps(storage, BASE, LATER.slice(0, 1));
    runSteps(storage, BASE, LATER);
    expect(storage.sql.exec("SELECT * FROM one").one()).toEqual({ a: "kept", c: null, d: null });
    expect([versionOf(storage), columnsOf(storage, "other")]).toEqual([9, []]);
  });
});

it("a store of an older version is refused and stays as it is", async () => {
  await inEmptyStore("older-store", (storage) => {
    setVersion(storage, 6);
    expect(() => runSteps(storage, BASE, LATER)).toThrow(
      /version 6, .*from version 7 on\. Use the version that you used before, or empty/,
    );
    expect([versionOf(storage), columnsOf(storage, "one")]).toEqual([6, []]);
  });
});

it("a request to a Gateway with an older store is answered with what to do", async () => {
  const gateway = gatewayOf(env, "older-gateway");
  await gateway.readParts([]);
  await runInDurableObject(env.GATEWAY.getByName("older-gateway"), (_gateway, { storage }) => setVersion(storage, 35));
  await evictDurableObject(env.GATEWAY.getByName("older-gateway"));
  const error = await gateway.readParts([]).catch((thrown: unknown) => thrown);
  const context = { req: { method: "GET", path: "/api/v1/tools" } } as Parameters<typeof refusalAfter>[1];
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(refusalAfter(error as Error, context)).toEqual({
    code: "INTERNAL_ERROR",
    detail: expect.stringMatching(/^The store has tables of version 35, .* or empty the store/) as unknown,
  });
  log.mockRestore();
});

it.each([
  { of: "Gateway", steps: migrate, version: 36 },
  { of: "Directory", steps: migrateDirectory, version: 6 },
])("the stores of a $of that have version $version are kept", async ({ of, steps, version }) => {
  await inEmptyStore(`base-of-${of}`, (storage) => {
    setVersion(storage, version);
    steps(storage);
    expect(columnsOf(storage, "oauth_record")).toEqual([]);
    setVersion(storage, version - 1);
    expect(() => steps(storage)).toThrow(`version ${version - 1}`);
  });
});
