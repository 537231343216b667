/** Admins see that everybody's runs happened; members see their own. */
import { describe, expect, it } from "vitest";
import { api, createKey, problemOf } from "../support/api.ts";
import { connect, execute } from "../support/client.ts";

describe("GET /api/v1/principals/:id/runs", () => {
  it("shows an admin how a member's run went, and none of its words", async () => {
    const member = await createKey({ name: "a member" });
    const client = await connect("modern", { authorization: `Bearer ${member.key}` });
    await execute(client, { code: "throw new Error('words of mine') // first line of mine" });
    await client.close();
    const response = await api(`/principals/${member.principal}/runs`);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ runs: [{ outcome: "failed", code: "RUNTIME_ERROR", via: "mcp" }] });
    expect(text).not.toContain("mine");
  });

  it.each([
    { who: "a member", asked: { name: "another member" } },
    { who: "a narrowed admin", asked: { name: "narrowed", role: "admin", access: "read" } },
  ])("refuses $who", async ({ asked }) => {
    const other = await createKey({ name: "somebody" });
    const { key } = await createKey(asked);
    const response = await api(`/principals/${other.principal}/runs`, { key });
    expect(await problemOf(response)).toMatchObject({ status: 403 });
  });

  it("calls no Gateway into being for a name that is nobody's", async () => {
    expect(await problemOf(await api("/principals/nobody/runs"))).toMatchObject({ status: 404 });
  });

  it("refuses a cursor that is none", async () => {
    const { principal } = await createKey({ name: "x" });
    expect(await problemOf(await api(`/principals/${principal}/runs?cursor=x`))).toMatchObject({ status: 400 });
  });
});
