/** Requests of honest and hostile upstreams to a client itself, and results of clients. */
import { describe, expect, it } from "vitest";
import { answerForm } from "../../src/approvals/input-answer.ts";
import { readInputForm } from "../../src/approvals/input-form.ts";
import { MAX_CLIENT_ITEMS, MAX_INPUT_CHARS } from "../../src/limits/input-limits.ts";

const HELLO = [{ role: "user", content: { type: "text", text: "Hello" } }];
const sampling = (params: object) => ({
  method: "sampling/createMessage",
  params: { messages: HELLO, maxTokens: 9, ...params },
});
const roots = { method: "roots/list" };
const both = ["sampling", "roots"] as const;

describe("a request", () => {
  it("is made of the fields that a client may get", () => {
    const odd = { includeContext: "allServers", metadata: { a: 1 }, _meta: { b: 2 }, systemPrompt: "Be\u202e short" };
    const form = readInputForm({ q: sampling(odd) }, both);
    const params = { messages: HELLO, maxTokens: 9, systemPrompt: String.raw`Be\u202e short` };
    expect(form).toMatchObject({
      ok: true,
      value: { fields: [], ofClient: [{ request: "q", ability: "sampling", params }] },
    });
    expect(JSON.stringify(form)).not.toMatch(/includeContext|metadata|_meta/);
  });

  it.each([
    ["that is not offered", sampling({}), "other than a person's input"],
    ["with tools", sampling({ tools: [] }), "tools: is not offered"],
    ["without a message", sampling({ messages: [] }), "messages"],
    ["with a resource", sampling({ messages: [{ role: "user", content: { type: "resource" } }] }), "messages"],
    ["with many messages", sampling({ messages: Array(MAX_CLIENT_ITEMS + 1).fill(0) }), "messages: Too big"],
    ["of a system", sampling({ messages: [{ ...HELLO[0], role: "system" }] }), "messages.0.role"],
    ["that is large", sampling({ systemPrompt: "x".repeat(MAX_INPUT_CHARS) }), "characters"],
    [
      "that grows when it is spelled out",
      sampling({ systemPrompt: "\u200b".repeat(MAX_INPUT_CHARS / 4) }),
      "characters",
    ],
  ])("%s is refused", (what, request, why) => {
    const offered = what === "that is not offered" ? (["roots"] as const) : both;
    expect(readInputForm({ q: request }, offered)).toMatchObject({
      ok: false,
      error: expect.stringContaining(why) as unknown,
    });
  });
});

describe("an answer", () => {
  const read = readInputForm({ q: sampling({}), r: roots }, both);
  if (!read.ok) throw new Error(read.error);
  const form = read.value;
  const q = { role: "assistant", content: { type: "text", text: "Hi" }, model: "m" };
  const r = { roots: [{ uri: "file:///a" }] };

  it("goes to the upstream under its own names, without what is not known", () => {
    const answered = answerForm(form, undefined, { q: { ...q, secret: 1 }, r: { ...r, _meta: {} }, other: 1 });
    expect(answered).toStrictEqual({ ok: true, value: { q, r } });
  });

  it.each([
    ["of a person", {}, "Only the client"],
    ["for one of several", { "": q }, "Only the client"],
    ["with a part missing", { q }, "can answer r"],
    ["that is no message", { q: { action: "accept" }, r }, "The answer to q: role"],
    ["with a root that is no file", { q, r: { roots: [{ uri: "https://a.example" }] } }, "roots.0.uri"],
    ["with many roots", { q, r: { roots: Array(MAX_CLIENT_ITEMS + 1).fill(0) } }, "roots: Too big"],
    ["that is large", { q: { ...q, content: { type: "text", text: "x".repeat(MAX_INPUT_CHARS) } }, r }, "more than"],
  ])("%s is refused", (_what, given, why) => {
    expect(answerForm(form, undefined, given)).toMatchObject({
      ok: false,
      error: expect.stringContaining(why) as unknown,
    });
  });
});
