/** What is stored of credentials: never in clear, readable in its own place only, and through a change of keys. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { CredentialTable } from "../../../src/gateway/store/credential-table.ts";
import { openKeyRing } from "../../../src/upstream/credentials/key-ring.ts";

const OLD = "old-key-old-key-old-key-old-key-old-key-";
const NEW = "new-key-new-key-new-key-new-key-new-key-";
const GRANT = { accessToken: "very-secret-token" };
const LATER = Date.now() + 60_000;
let names = 0;

/** Runs on the storage of a Gateway of its own. */
function withStorage(work: (storage: DurableObjectStorage) => Promise<void>): Promise<void> {
  names += 1;
  const stub = env.GATEWAY.getByName(`credential-table-${names}`);
  return runInDurableObject(stub, (_gateway, state) => work(state.storage));
}

function table(storage: DurableObjectStorage, secrets: string | undefined = NEW, owner = "alice"): CredentialTable {
  return new CredentialTable(storage, { owner, secrets });
}

function sealed(storage: DurableObjectStorage): string[] {
  return storage.sql
    .exec<{ sealed: string }>("SELECT sealed FROM credential ORDER BY name")
    .toArray()
    .map((row) => row.sealed);
}

describe("a stored credential", () => {
  it("comes back, and is nowhere in clear", () =>
    withStorage(async (storage) => {
      await table(storage).write("grant", "linear", GRANT);
      expect(await table(storage).read("grant", "linear")).toStrictEqual({ state: "found", value: GRANT });
      const rows = JSON.stringify(storage.sql.exec("SELECT * FROM credential").toArray());
      expect(rows).not.toMatch(/very-secret|accessToken/);
    }));

  it("that is removed while it is sealed stays removed", () =>
    withStorage(async (storage) => {
      const store = table(storage);
      const writing = store.write("grant", "linear", GRANT);
      store.remove("grant", "linear");
      await writing;
      expect(await store.read("grant", "linear")).toStrictEqual({ state: "absent" });
    }));

  it("looks different each time it is sealed", () =>
    withStorage(async (storage) => {
      await table(storage).write("grant", "a", GRANT);
      const [first] = sealed(storage);
      await table(storage).write("grant", "a", GRANT);
      expect(sealed(storage)[0]).not.toBe(first);
    }));

  it.each([
    { given: "another upstream", sql: "UPDATE credential SET name = 'b', server = 'b'", read: ["grant", "b"] as const },
    { given: "another kind", sql: "UPDATE credential SET kind = 'client'", read: ["client", "a"] as const },
  ])("moved to $given does not open", ({ sql, read }) =>
    withStorage(async (storage) => {
      await table(storage).write("grant", "a", GRANT);
      storage.sql.exec(sql);
      expect(await table(storage).read(read[0], read[1])).toStrictEqual({ state: "unreadable" });
    }),
  );

  it("of another principal does not open", () =>
    withStorage(async (storage) => {
      await table(storage).write("grant", "a", GRANT);
      expect(await table(storage, NEW, "mallory").read("grant", "a")).toStrictEqual({ state: "unreadable" });
    }));

  it.each([
    { part: 0, with: "v2" },
    { part: 1, with: "0000000000000000" },
    { part: 2, with: "AAAAAAAAAAAAAAAA" },
    { part: 2, with: "!" },
    { part: 3, with: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
    { part: 3, with: "" },
  ])("with part $part replaced by $with does not open", ({ part, with: replacement }) =>
    withStorage(async (storage) => {
      await table(storage).write("grant", "a", GRANT);
      const parts = (sealed(storage)[0] ?? "").split(".");
      parts[part] = replacement;
      storage.sql.exec("UPDATE credential SET sealed = ?", parts.join("."));
      expect(await table(storage).read("grant", "a")).toStrictEqual({ state: "unreadable" });
    }),
  );

  it("is gone when it was removed", () =>
    withStorage(async (storage) => {
      await table(storage).write("grant", "a", GRANT);
      table(storage).remove("grant", "a");
      expect(await table(storage).read("grant", "a")).toStrictEqual({ state: "absent" });
    }));
});

describe("a change of keys", () => {
  it("opens what the old one sealed and seals it again with the new one, so that the old one can go", () =>
    withStorage(async (storage) => {
      await table(storage, OLD).write("grant", "a", GRANT);
      const [before] = sealed(storage);
      expect(await table(storage, `${NEW}, ${OLD}`).read("grant", "a")).toMatchObject({ value: GRANT });
      expect(sealed(storage)[0]).not.toBe(before);
      expect(await table(storage, NEW).read("grant", "a")).toMatchObject({ value: GRANT });
      expect(await table(storage, OLD).read("grant", "a")).toStrictEqual({ state: "unreadable" });
    }));

  it("without the old one leaves what it sealed where it is, unreadable", () =>
    withStorage(async (storage) => {
      await table(storage, OLD).write("grant", "a", GRANT);
      expect(await table(storage, NEW).read("grant", "a")).toStrictEqual({ state: "unreadable" });
      expect(await table(storage, OLD).read("grant", "a")).toMatchObject({ value: GRANT });
    }));

  it("that overtakes another writer keeps the newer value", () =>
    withStorage(async (storage) => {
      await table(storage, OLD).write("grant", "a", GRANT);
      const both = table(storage, `${NEW} ${OLD}`);
      const newer = { accessToken: "newer" };
      await Promise.all([both.read("grant", "a"), both.read("grant", "a"), both.write("grant", "a", newer)]);
      expect(await both.read("grant", "a")).toMatchObject({ value: newer });
    }));
});

describe("a one-time secret", () => {
  it("is taken once, however many ask at once", () =>
    withStorage(async (storage) => {
      const store = table(storage);
      await store.writeOneTime("sign-in", "s3cret", "a", { verifier: "v" }, LATER);
      const taken = await Promise.all(Array.from({ length: 5 }, () => store.takeOneTime("sign-in", "s3cret", "a")));
      expect(taken.filter((value) => value !== undefined)).toStrictEqual([{ verifier: "v" }]);
    }));

  it("is stored as a hash only", () =>
    withStorage(async (storage) => {
      await table(storage).writeOneTime("ticket", "s3cret", "a", {}, LATER);
      expect(JSON.stringify(storage.sql.exec("SELECT * FROM credential").toArray())).not.toContain("s3cret");
    }));

  it.each([
    { given: "another secret", take: ["ticket", "other", "a"] as const },
    { given: "another upstream", take: ["ticket", "s3cret", "b"] as const },
    { given: "another kind", take: ["sign-in", "s3cret", "a"] as const },
  ])("for $given is not there", ({ take }) =>
    withStorage(async (storage) => {
      await table(storage).writeOneTime("ticket", "s3cret", "a", {}, LATER);
      expect(await table(storage).takeOneTime(take[0], take[1], take[2])).toBeUndefined();
      expect(await table(storage).takeOneTime("ticket", "s3cret", "a")).toStrictEqual({});
    }),
  );

  it("expires", () =>
    withStorage(async (storage) => {
      await table(storage).writeOneTime("ticket", "s3cret", "a", {}, Date.now() - 1);
      expect(await table(storage).takeOneTime("ticket", "s3cret", "a")).toBeUndefined();
    }));

  it("asked for without end fills nothing", () =>
    withStorage(async (storage) => {
      const store = table(storage);
      for (let i = 0; i < 60; i += 1) await store.writeOneTime("ticket", `s${i}`, "a", { i }, LATER + i);
      expect(sealed(storage)).toHaveLength(50);
      expect(await store.takeOneTime("ticket", "s59", "a")).toStrictEqual({ i: 59 });
    }));
});

it.each([
  { given: undefined, want: /^ISOGATE_ENCRYPTION_KEY is not set \(npx wrangler secret put/ },
  { given: " , ", want: /^ISOGATE_ENCRYPTION_KEY is not set/ },
  { given: "short", want: /^key 1 of ISOGATE_ENCRYPTION_KEY has fewer than 32 characters/ },
  { given: `${NEW},short`, want: /^key 2 of ISOGATE_ENCRYPTION_KEY/ },
])("the key $given keeps nothing", ({ given, want }) => {
  expect(openKeyRing(given)).toMatchObject({ ok: false, error: expect.stringMatching(want) });
});
