/** A token that is asked for while the account changes: that of the account before is neither used nor stored. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { CredentialTable } from "../../../src/gateway/store/credential-table.ts";
import { Redaction } from "../../../src/upstream/credentials/redaction.ts";
import { RequestedToken } from "../../../src/upstream/credentials/requested-token.ts";

/** @param ends how the first request for a token ends */
async function changeWhileAsking(name: string, ends: "answered" | "refused"): Promise<readonly unknown[]> {
  return runInDurableObject(env.GATEWAY.getByName(name), async (_gateway, { storage }) => {
    const store = new CredentialTable(storage, { owner: "alice", secrets: "a-key-a-key-a-key-a-key-a-key-a-key-" });
    const first = Promise.withResolvers<void>();
    let account = "alice";
    const tokens = new RequestedToken({
      server: "vault",
      fingerprint: Promise.resolve("same"),
      store,
      redaction: new Redaction(),
      async ask() {
        const access_token = `token-of-${account}`;
        if (account === "alice") await first.promise;
        return { tokens: { access_token, token_type: "Bearer", expires_in: 3_600 }, binding: undefined };
      },
    });
    const early = tokens.token();
    // The request for the first token begins after the store was read.
    await scheduler.wait(20);
    account = "bob";
    tokens.forget();
    if (ends === "refused") first.reject(new Error("revoked"));
    else first.resolve();
    const used = [await early, await tokens.token()];
    const stored = await store.read("token", "vault");
    return [...used, stored.state === "found" && (stored.value as { readonly accessToken: string }).accessToken];
  });
}

it.each(["answered", "refused"] as const)("the first request for a token is $0", async (ends) => {
  const bobs = "token-of-bob";
  expect(await changeWhileAsking(`requested-token-${ends}`, ends)).toStrictEqual([bobs, bobs, bobs]);
});

it("a token of the account before does not stand in for one that cannot be had", async () => {
  const refused = await runInDurableObject(
    env.GATEWAY.getByName("requested-token-due"),
    async (_gateway, { storage }) => {
      const store = new CredentialTable(storage, { owner: "alice", secrets: "a-key-a-key-a-key-a-key-a-key-a-key-" });
      const second = Promise.withResolvers<never>();
      let asked = 0;
      const tokens = new RequestedToken({
        server: "vault",
        fingerprint: Promise.resolve("same"),
        store,
        redaction: new Redaction(),
        async ask() {
          asked += 1;
          // It is renewed in the last fifth of its time.
          if (asked === 1)
            return {
              tokens: { access_token: "token-of-alice", token_type: "Bearer", expires_in: 2 },
              binding: undefined,
            };
          if (asked === 2) return second.promise;
          throw new Error("Bob may not.");
        },
      });
      await tokens.token();
      await scheduler.wait(1_650);
      const late = tokens.token().catch((error: unknown) => error);
      await scheduler.wait(20);
      tokens.forget();
      second.reject(new Error("revoked"));
      return String(await late);
    },
  );
  expect(refused).toContain("vault gives the gateway no token");
});
