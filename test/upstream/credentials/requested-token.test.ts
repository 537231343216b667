/** A token that is asked for while the account changes: that of the account before is neither used nor stored. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { CredentialTable } from "../../../src/gateway/store/credential-table.ts";
import { Redaction } from "../../../src/upstream/credentials/redaction.ts";
import { RequestedToken } from "../../../src/upstream/credentials/requested-token.ts";

interface Change {
  /** Seconds that a stored token of the account before is still valid: so few that it is renewed. */
  readonly validFor?: number;
  /** How the request for a token ends that was under way when the account changed. */
  readonly ends: "answered" | "refused";
  readonly after: "permitted" | "refused";
}

/** @returns what the call gets that was under way, and what is stored then */
async function changeAccount(name: string, { validFor, ends, after }: Change): Promise<readonly unknown[]> {
  return runInDurableObject(env.GATEWAY.getByName(name), async (_gateway, { storage }) => {
    const store = new CredentialTable(storage, { owner: "alice", secrets: "a-key-a-key-a-key-a-key-a-key-a-key-" });
    const lifetime = { obtainedAt: Date.now() - 1_000_000, expiresAt: Date.now() + (validFor ?? 0) * 1_000 };
    const kept = { fingerprint: "same", accessToken: "token-of-alice", ...lifetime };
    if (validFor !== undefined) await store.write("token", "vault", kept);
    const isAsked = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    let account = "alice";
    const tokens = new RequestedToken({
      server: "vault",
      fingerprint: Promise.resolve("same"),
      store,
      redaction: new Redaction(),
      async ask() {
        const access_token = `token-of-${account}`;
        isAsked.resolve();
        if (account === "alice") await first.promise;
        else if (after === "refused") throw new Error("Bob may not.");
        return { tokens: { access_token, token_type: "Bearer", expires_in: 3_600 }, binding: undefined };
      },
    });
    const early = tokens.token().catch(String);
    await isAsked.promise;
    account = "bob";
    tokens.forget();
    if (ends === "refused") first.reject(new Error("revoked"));
    else first.resolve();
    const used = await early;
    const stored = await store.read("token", "vault");
    return [used, stored.state === "found" && (stored.value as { readonly accessToken: string }).accessToken];
  });
}

it.each(["answered", "refused"] as const)("the request under way is %s", async (ends) => {
  const changed = await changeAccount(`requested-token-${ends}`, { ends, after: "permitted" });
  expect(changed).toStrictEqual(["token-of-bob", "token-of-bob"]);
});

it("a token of the account before does not stand in for one that cannot be had", async () => {
  const changed = await changeAccount("requested-token-due", { validFor: 30, ends: "refused", after: "refused" });
  expect(changed).toStrictEqual([expect.stringContaining("vault gives the gateway no token"), false]);
});
