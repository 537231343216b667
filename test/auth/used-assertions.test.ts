/** Marks of used assertions, as the OAuth library asks for them and writes them. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { Env } from "../../src/config/env.ts";
import { directoryOf } from "../../src/rpc/directory-stub.ts";

const records = directoryOf(env as Env);

it.each(["enterprise-jti", "client-assertion-jti"])("%s is known longer than the assertion lives", async (kind) => {
  const key = `${kind}:${crypto.randomUUID()}`;
  expect(await records.getRecord(key)).toBeUndefined();
  // The assertion has expired by now, and is accepted for a minute of clock skew.
  await records.putRecord(key, "1", Date.now() - 1, undefined);
  expect(await records.getRecord(key)).toBeDefined();
});

it.each(["enterprise-jti", "client-assertion-jti"])("one of two simultaneous requests finds no %s", async (kind) => {
  const key = `${kind}:${crypto.randomUUID()}`;
  const found = await Promise.all([records.getRecord(key), records.getRecord(key)]);
  expect(found.filter((record) => record === undefined)).toHaveLength(1);
});

it("no assertion of a trusted provider is forgotten because of others", { timeout: 60_000 }, async () => {
  const first = `enterprise-jti:${crypto.randomUUID()}`;
  await records.getRecord(first);
  for (let at = 0; at < 5_001; at += 100) {
    const others = Array.from({ length: 100 }, (_, more) => `enterprise-jti:${at + more}`);
    await Promise.all(others.map((key) => records.getRecord(key)));
  }
  expect(await records.getRecord(first)).toBeDefined();
});
