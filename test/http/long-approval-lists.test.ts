/** Approvals whose arguments fill an answer: the list of all states has the newest, so that those that wait are among them. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { api, createKey } from "../support/api.ts";

it("the newest of all approvals are listed where not all fit into an answer", async () => {
  const { key, principal } = await createKey({ name: "long approvals" });
  await api("/approvals", { key });
  await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage: { sql } }) => {
    const args = JSON.stringify({ a: "x".repeat(30_000) });
    for (let at = 0; at < 300; at += 1) {
      sql.exec(
        `INSERT INTO approval (id, run, place, server, tool, args_hash, policy, script, kind, state, args, reason, rule, requested_at, expires_at)
          VALUES (?, 'r_1', '1', 'modern', 'modern.add', 'h', 'p', 's', 'call', ?, ?, '', '', ?, ?)`,
        ...[`a_${at}`, at === 299 ? "waiting" : "void", args, at, Date.now() + 1_000_000],
      );
    }
  });
  const listed = async (state: string): Promise<readonly string[]> => {
    const answer = await (
      await api(`/approvals?limit=500&state=${state}`, { key })
    ).json<{ approvals: { id: string }[] }>();
    return answer.approvals.map(({ id }) => id);
  };
  const all = await listed("all");
  expect(all.length).toBeLessThan(300);
  expect(all.at(-1)).toBe("a_299");
  expect(await listed("waiting")).toEqual(["a_299"]);
});
