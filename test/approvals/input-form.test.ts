/** Forms of upstreams, honest and hostile, and what persons answer to them. */
import { describe, expect, it } from "vitest";
import { answerForm, refuseForm } from "../../src/approvals/input-answer.ts";
import { readInputForm, type InputForm } from "../../src/approvals/input-form.ts";
import { MAX_INPUT_FIELDS, MAX_INPUT_MESSAGE_CHARS, MAX_INPUT_REQUESTS } from "../../src/limits/input-limits.ts";

const asking = (properties: object, required: readonly string[] = [], message = "Please") => ({
  method: "elicitation/create",
  params: { mode: "form", message, requestedSchema: { type: "object", properties, required } },
});
const opening = (url: string) => ({ method: "elicitation/create", params: { mode: "url", message: "Open", url } });

function formOf(requests: Readonly<Record<string, unknown>>): InputForm {
  const form = readInputForm(requests);
  if (!form.ok) throw new Error(form.error);
  return form.value;
}

describe("a request of an upstream", () => {
  const many = Object.fromEntries(
    Array.from({ length: MAX_INPUT_FIELDS + 1 }, (_, n) => [`f${n}`, { type: "string" }]),
  );
  const choices = Array.from({ length: 100 }, (_, n) => ({ const: `c${n}`, title: "\u200b".repeat(99) }));
  const spelledOut = { b: { type: "string", oneOf: choices }, c: { type: "string", oneOf: choices } };
  const hostile: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ["for a model", { a: { method: "sampling/createMessage", params: {} } }, "other than a person's input"],
    ["for folders", { a: { method: "roots/list" } }, "other than a person's input"],
    ["that is no request", { a: null }, "other than a person's input"],
    ["with a nested object", { a: asking({ b: { type: "object" } }) }, "cannot be shown"],
    ["with a list", { a: asking({ b: { type: "array" } }) }, "cannot be shown"],
    ["with too many fields", { a: asking(many) }, "fields"],
    ["with a hidden name", { a: asking({ "b\u202e": { type: "string" } }) }, "cannot be shown"],
    [
      "with a field __proto__",
      { a: asking(JSON.parse('{"__proto__":{"type":"string"}}') as object) },
      "cannot be shown",
    ],
    ["under a hidden name", { "a\u200b": asking({}) }, "hidden characters"],
    ["with a long choice", { a: asking({ b: { type: "string", enum: ["x".repeat(101)] } }) }, "cannot be shown"],
    [
      "with two fields of one name",
      { a: asking({ "b.c": { type: "string" } }), "a.b": asking({ c: { type: "string" } }) },
      "same name",
    ],
    ["that is long when hidden characters are spelled out", { a: asking(spelledOut) }, "characters when shown"],
    ["to open a script", { a: opening("javascript:alert(1)") }, "does not begin with http:"],
    ["to open data", { a: opening("data:text/html,x") }, "does not begin with http:"],
    [
      "to open an address with a password",
      { a: opening("https://bank.example@evil.example/") },
      "does not begin with http:",
    ],
    [
      "that is one of too many",
      Object.fromEntries(Array.from({ length: MAX_INPUT_REQUESTS + 1 }, (_, n) => [`r${n}`, asking({})])),
      "at once",
    ],
  ];
  it.each(hostile)("%s is refused", (_what, requests, why) => {
    expect(readInputForm(requests)).toMatchObject({ ok: false, error: expect.stringContaining(why) as unknown });
  });

  it("is shown shortened, with its hidden characters spelled out", () => {
    const { message, fields } = formOf({
      a: asking({ b: { type: "string", title: "T\u202e" } }, [], `\u0007${"x".repeat(9_999)}`),
    });
    expect(message.startsWith("\\u0007x")).toBe(true);
    expect(message.length).toBeLessThan(MAX_INPUT_MESSAGE_CHARS + 20);
    expect(fields).toMatchObject([{ name: "b", title: "T\\u202e" }]);
  });

  it("names the origin of a page as a browser understands the address", () => {
    const { links } = formOf({ a: opening("https://PAY.example.com:443/a b") });
    expect(links).toStrictEqual([
      { request: "a", url: "https://pay.example.com/a%20b", origin: "https://pay.example.com" },
    ]);
  });

  it.each([
    ["password", true],
    ["apiKey", true],
    ["one-time PIN", true],
    ["Key of this gateway", true],
    ["Access key", true],
    ["Recovery code", true],
    ["One-time code", true],
    ["Seed phrase", true],
    ["Passwort", true],
    ["Country code", false],
    ["Keyboard layout", false],
    ["opinion", false],
    ["seat", false],
  ])("for %s asks for a secret: %s", (title, isSecret) => {
    expect(formOf({ a: asking({ field: { type: "string", title } }) }).fields).toMatchObject([{ isSecret }]);
  });
});

describe("an answer", () => {
  const form = formOf({
    a: asking(
      {
        name: { type: "string", minLength: 2, maxLength: 4 },
        mail: { type: "string", format: "email" },
        day: { type: "string", format: "date" },
        size: { type: "string", oneOf: [{ const: "s", title: "Small" }] },
        n: { type: "number", minimum: 0, maximum: 1, default: 0.5 },
        sure: { type: "boolean" },
        __proto__x: { type: "string" },
      },
      ["name"],
    ),
    page: opening("https://pay.example.com/"),
  });

  it("becomes a response to each request, without what was preset and is not in it", () => {
    const content = {
      "a.name": "Ada",
      "a.mail": "a@example.com",
      "a.day": "2026-02-28",
      "a.size": "s",
      "a.sure": false,
    };
    const given = { name: "Ada", mail: "a@example.com", day: "2026-02-28", size: "s", sure: false };
    const responses = { a: { action: "accept", content: given }, page: { action: "accept" } };
    expect(answerForm(form, content)).toStrictEqual({ ok: true, value: responses });
  });

  it("reaches a request of any name", () => {
    const odd = formOf(JSON.parse(`{"__proto__":${JSON.stringify(asking({}, []))}}`) as Record<string, object>);
    const answered = answerForm(odd, {});
    expect(JSON.stringify(answered)).toBe('{"ok":true,"value":{"__proto__":{"action":"accept","content":{}}}}');
  });

  it("that declines is one to each request", () => {
    expect(refuseForm(form, "decline")).toStrictEqual({ a: { action: "decline" }, page: { action: "decline" } });
  });

  it.each([
    [{}, "a.name is missing"],
    [{ "a.name": "A" }, "at least 2"],
    [{ "a.name": "Adele" }, "at most 4"],
    [{ "a.name": 12 }, "takes a text"],
    [{ "a.name": "Ada", "a.mail": "nobody" }, "email"],
    [{ "a.name": "Ada", "a.day": "2026-02-30" }, "date"],
    [{ "a.name": "Ada", "a.size": "Small" }, "takes one of s"],
    [{ "a.name": "Ada", "a.n": 2 }, "at most 1"],
    [{ "a.name": "Ada", "a.n": Number.NaN }, "takes a number"],
    [{ "a.name": "Ada", "a.sure": "true" }, "true or false"],
    [{ "a.name": "Ada", constructor: "x" }, "no field"],
    [JSON.parse('{"a.name":"Ada","__proto__":"x"}') as object, "no field"],
    ["Ada", "must be an object"],
  ])("%j is refused", (content, why) => {
    expect(answerForm(form, content)).toMatchObject({ ok: false, error: expect.stringContaining(why) as unknown });
  });
});
