/** What a person types and sees in the dashboard has the digits of long integers. */
import { afterEach, expect, it, vi } from "vitest";
import { get, send } from "../../src/dashboard/api.ts";
import { readJson } from "../../src/dashboard/json-input.ts";

const JSON_TEXT = '{"id":12345678901234567890}';

afterEach(() => vi.unstubAllGlobals());

it("sends what was typed", async () => {
  const asked = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(Response.json({})));
  vi.stubGlobal("fetch", asked);
  const read = readJson(JSON_TEXT, "The input");
  await send("POST", "code/exec", read.ok && read.value.value);
  expect(asked.mock.calls[0]?.[1].body).toBe(JSON_TEXT);
});

it("shows what was answered", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON_TEXT)));
  const answer = await get("runs/r_1/value");
  expect(JSON.stringify(answer.ok && answer.value)).toBe(JSON_TEXT);
});
