/** Rules about data, applied to results that have bytes. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { InspectedReply } from "../../../src/enforcement/call-data.ts";
import { DataVault } from "../../../src/gateway/policy/data-vault.ts";
import { inspectedCall } from "../../../src/gateway/policy/inspected-call.ts";
import { DataTokenTable } from "../../../src/gateway/store/data-token-table.ts";
import { MAX_DATA_BYTES, MAX_DATA_CHARS } from "../../../src/limits/data-limits.ts";
import { compileData } from "../../../src/policy/data/data-rules.ts";
import type { BodyBytes } from "../../../src/upstream/connector.ts";
import { readHttpAnswer } from "../../../src/upstream/http-api/read-http-answer.ts";

function inspected(action: "redact" | "report", value: string, bytes: BodyBytes | undefined): Promise<InspectedReply> {
  return runInDurableObject(env.GATEWAY.getByName("inspected-call"), async (_gateway, { storage }) => {
    const vault = new DataVault({
      table: new DataTokenTable(storage),
      owner: "inspected-call",
      secrets: undefined,
      now: () => 0,
    });
    const labels = new Map<string, (path: string) => boolean>();
    const data = compileData(
      { data: [{ kinds: ["email"], action }] },
      { labels, originals: () => [], documentMode: "enforce" },
    )?.toolData("api.file");
    if (data === undefined) throw new Error("No rule concerns the tool.");
    const call = await inspectedCall({ path: "api.file", data, vault, policy: "" }).open("{}");
    if (!call.ok) throw new Error(call.error.message);
    return call.reply({ ok: true, value }, bytes);
  });
}

async function answered(action: "redact" | "report", body: Uint8Array<ArrayBuffer>, contentType: string) {
  const response = new Response(body, { headers: { "content-type": contentType } });
  const { bytes, ...result } = await readHttpAnswer(response, "GET https://api.example/", "https://api.example/");
  return inspected(action, JSON.stringify(result.structuredContent ?? result.content), bytes);
}

const TOO_LARGE = {
  ok: false,
  error: { code: "POLICY_DENIED", rule: "/data/0", message: expect.stringContaining("too large to be searched") },
};

it("does not look at the bytes of a result that is refused", async () => {
  const bytes: BodyBytes = {
    contentType: "image/png",
    get bytes(): Uint8Array {
      throw new Error("They are read.");
    },
  };
  const { reply } = await inspected("redact", JSON.stringify("x".repeat(MAX_DATA_CHARS)), bytes);
  expect(reply).toMatchObject(TOO_LARGE);
});

it("withholds more bytes than are searched, and passes them on where they are only reported", async () => {
  const body = new Uint8Array(MAX_DATA_BYTES + 1);
  expect((await answered("redact", body, "application/zip")).reply).toMatchObject(TOO_LARGE);
  expect(await answered("report", body, "application/zip")).toMatchObject({
    reply: { ok: true },
    marks: [{ message: "Too much to be searched for email in the result." }],
  });
});

it.each([0, 0x1b])("searches as many bytes of the value %s as the budget has", async (byte) => {
  const body = new Uint8Array(MAX_DATA_BYTES);
  body.fill(byte);
  expect(await answered("redact", body, "application/zip")).toMatchObject({ reply: { ok: true }, marks: [] });
});

it("counts the values of a text with NULs once", async () => {
  const body = Uint8Array.from(new TextEncoder().encode("ann@example.com\0bob@example.com"));
  expect((await answered("report", body, "text/plain")).marks).toMatchObject([
    { message: "2 values of the kind email in the result." },
  ]);
});

it("turns a token back inside of its string, also in JSON in a string", async () => {
  const value = 'x","admin":true,"y":"';
  const sent = await runInDurableObject(env.GATEWAY.getByName("inspected-call-json"), async (_gateway, { storage }) => {
    const secrets = "a-key-of-a-test-with-more-than-32-characters";
    const vault = new DataVault({ table: new DataTokenTable(storage), owner: "owner", secrets, now: Date.now });
    await vault.ready();
    const note = vault.tokenOf("secret", value);
    const data = compileData(
      { data: [{ kinds: ["secret"], action: "tokenize", tools: "a.*", reveal: "b.tool" }] },
      { labels: new Map(), originals: () => [], documentMode: "enforce" },
    )?.toolData("b.tool");
    if (data === undefined) throw new Error("No rule concerns the tool.");
    const args = JSON.stringify({ body: JSON.stringify({ note }) });
    const call = await inspectedCall({ path: "b.tool", data, vault, policy: "" }).open(args);
    if (!call.ok) throw new Error(call.error.message);
    return call.sent;
  });
  const { body } = JSON.parse(sent) as { readonly body: string };
  expect(JSON.parse(body)).toEqual({ note: value });
});
