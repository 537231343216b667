/** Tokens in a Gateway's storage: sealed, bound to their principal, expiring, bounded in number, and never given to another value. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { DataVault } from "../../../src/gateway/policy/data-vault.ts";
import { DataTokenTable } from "../../../src/gateway/store/data-token-table.ts";
import { DATA_TOKEN_KEPT_MS, MAX_DATA_TOKENS } from "../../../src/limits/data-limits.ts";

const OLD = "old-key-of-a-test-with-more-than-32-characters";
const NEW = "new-key-of-a-test-with-more-than-32-characters";
const DAY_MS = 86_400_000;

interface Stage {
  readonly sql: SqlStorage;
  /** A vault as the Gateway opens it when it starts again. */
  readonly open: (secrets?: string, owner?: string) => Promise<DataVault>;
  readonly clock: { now: number };
}

function inGateway(principal: string, work: (stage: Stage) => Promise<void>): Promise<void> {
  return runInDurableObject(env.GATEWAY.getByName(principal), async (_gateway, { storage }) => {
    const clock = { now: Date.now() };
    const open = async (secrets = OLD, owner = principal): Promise<DataVault> => {
      const vault = new DataVault({ table: new DataTokenTable(storage), owner, secrets, now: () => clock.now });
      await vault.ready();
      return vault;
    };
    await work({ sql: storage.sql, open, clock });
  });
}

const reveal = (vault: DataVault, token: string): unknown => JSON.parse(vault.reveal(JSON.stringify(token)).json);

it("keeps a value sealed, with the same token after a restart", () =>
  inGateway("vault-life", async ({ open, sql }) => {
    const vault = await open();
    expect([vault.tokenOf("email", "a@b.example"), vault.tokenOf("email", "c@d.example")]).toEqual([
      "[EMAIL_1]",
      "[EMAIL_2]",
    ]);
    expect(vault.tokenOf("case_id", "a@b.example")).toBe("[CASE_ID_1]");
    await vault.store();
    expect(JSON.stringify(sql.exec("SELECT * FROM data_token").toArray())).not.toContain("example");
    const next = await open();
    expect(next.tokenOf("email", "a@b.example")).toBe("[EMAIL_1]");
    expect(reveal(next, "to [EMAIL_2], [EMAIL_3]")).toBe("to c@d.example, [EMAIL_3]");
    expect(next.tokenOf("email", "e@f.example")).toBe("[EMAIL_3]");
  }));

it("reveals only kinds that it may, and escapes what it puts in", () =>
  inGateway("vault-kinds", async ({ open }) => {
    const vault = await open();
    const token = vault.tokenOf("secret", 'a"b\\c\n');
    expect(reveal(vault, `x ${token}`)).toBe('x a"b\\c\n');
    expect(vault.reveal(JSON.stringify(token), (kind) => kind === "email")).toEqual({
      json: JSON.stringify(token),
      revealed: new Map(),
    });
  }));

it("forgets a value that was not seen for its time, and gives its number to no other", () =>
  inGateway("vault-expiry", async ({ open, clock, sql }) => {
    const vault = await open();
    vault.tokenOf("email", "a@b.example");
    vault.tokenOf("email", "c@d.example");
    await vault.store();
    clock.now += DATA_TOKEN_KEPT_MS - DAY_MS;
    expect(vault.tokenOf("email", "c@d.example")).toBe("[EMAIL_2]");
    clock.now += 2 * DAY_MS;
    expect([reveal(vault, "[EMAIL_1]"), reveal(vault, "[EMAIL_2]")]).toEqual(["[EMAIL_1]", "c@d.example"]);
    const next = await open();
    expect([reveal(next, "[EMAIL_1]"), reveal(next, "[EMAIL_2]")]).toEqual(["[EMAIL_1]", "c@d.example"]);
    expect(sql.exec("SELECT number FROM data_token").toArray()).toEqual([{ number: 2 }]);
    expect(next.tokenOf("email", "a@b.example")).toBe("[EMAIL_3]");
  }));

it("keeps a bounded number of values, those that were seen last", () =>
  inGateway("vault-bound", async ({ open }) => {
    const vault = await open();
    for (let index = 1; index <= MAX_DATA_TOKENS + 5; index += 1) vault.tokenOf("email", `${index}@b.example`);
    await vault.store();
    expect(reveal(vault, "[EMAIL_5]")).toBe("[EMAIL_5]");
    expect(reveal(vault, "[EMAIL_6]")).toBe("6@b.example");
    const next = await open();
    expect(reveal(next, "[EMAIL_5]")).toBe("[EMAIL_5]");
    expect(reveal(next, `[EMAIL_${MAX_DATA_TOKENS + 5}]`)).toBe(`${MAX_DATA_TOKENS + 5}@b.example`);
  }));

it("opens values with a key that was replaced, and seals them again", () =>
  inGateway("vault-keys", async ({ open }) => {
    const vault = await open(OLD);
    vault.tokenOf("email", "a@b.example");
    await vault.store();
    const rotated = await open(`${NEW},${OLD}`);
    expect(reveal(rotated, "[EMAIL_1]")).toBe("a@b.example");
    await rotated.store();
    expect(reveal(await open(NEW), "[EMAIL_1]")).toBe("a@b.example");
  }));

it("keeps a value that a wrong key does not open, and gives its number to no other", () =>
  inGateway("vault-wrong-key", async ({ open, clock }) => {
    const vault = await open(OLD);
    vault.tokenOf("email", "a@b.example");
    await vault.store();
    for (const secrets of [NEW, ""]) {
      const wrong = await open(secrets);
      expect([wrong.unopened, wrong.unopenedIn('["[EMAIL_2] [EMAIL_1]"]')]).toEqual([1, "[EMAIL_1]"]);
      const escaped = JSON.stringify([String.raw`["\u005bEMAIL_1]"]`]);
      expect(wrong.unopenedIn(escaped)).toBe("[EMAIL_1]");
      expect(reveal(wrong, "[EMAIL_1]")).toBe("[EMAIL_1]");
    }
    const wrong = await open(NEW);
    expect(wrong.tokenOf("email", "a@b.example")).toBe("[EMAIL_2]");
    await wrong.store();
    const right = await open(OLD);
    expect([right.unopenedIn('"[EMAIL_1]"'), reveal(right, "[EMAIL_1]")]).toEqual([undefined, "a@b.example"]);
    expect([right.unopened, right.unopenedIn('"[EMAIL_2]"')]).toEqual([1, "[EMAIL_2]"]);
    const both = await open(`${OLD},${NEW}`);
    expect([both.unopened, reveal(both, "[EMAIL_1] [EMAIL_2]")]).toEqual([0, "a@b.example a@b.example"]);
    clock.now += DATA_TOKEN_KEPT_MS;
    expect([right.unopened, right.unopenedIn('"[EMAIL_2]"')]).toEqual([0, undefined]);
  }));

it("opens no value of another principal", () =>
  inGateway("vault-owner", async ({ open }) => {
    const vault = await open();
    vault.tokenOf("email", "a@b.example");
    await vault.store();
    expect(reveal(await open(OLD, "another principal"), "[EMAIL_1]")).toBe("[EMAIL_1]");
  }));

it("stores each value once, however many calls find it at the same time", () =>
  inGateway("vault-parallel", async ({ open, sql }) => {
    const vault = await open();
    const tokens = Array.from({ length: 50 }, (_, index) => vault.tokenOf("email", `${index % 5}@b.example`));
    await Promise.all(tokens.map(() => vault.store()));
    expect(new Set(tokens).size).toBe(5);
    expect(sql.exec("SELECT count(*) AS rows FROM data_token").one()).toEqual({ rows: 5 });
  }));
