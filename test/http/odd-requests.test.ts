/** Requests with odd values: each is answered or refused in the documented form, none fails the gateway or is misread. */
import { beforeAll, expect, it } from "vitest";
import { api, problemOf } from "../support/api.ts";

const LONG = "a text of more than fifty bytes, with 100% and under_score";

beforeAll(async () => {
  await api("/code/exec", { method: "POST", body: { code: `"${LONG}"` } });
});

it("finds runs by a text of more than fifty bytes, whatever the case", async () => {
  const response = await api(`/runs?text=${encodeURIComponent(LONG.toUpperCase())}`);
  expect(response.status).toBe(200);
  expect((await response.json<{ runs: unknown[] }>()).runs).toHaveLength(1);
});

it.each(["since=2026-99-99", "until=2026-13-01", "since=2026-11-21&since=2026-11-22"])(
  "refuses ?%s instead of finding nothing",
  async (query) => {
    const response = await api(`/runs?${query}`);
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({ code: "INVALID_REQUEST" });
  },
);
