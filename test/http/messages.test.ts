/** The answer to a request that names nothing, or has a field without effect. */
import { expect, it } from "vitest";
import { api, type ApiRequest } from "../support/api.ts";

type Method = NonNullable<ApiRequest["method"]>;

async function ask(method: Method, path: string, body?: object): Promise<{ status: number; detail: string }> {
  const headers = { "content-type": "application/json" };
  const response = await api(path, { method, headers, ...(body && { body }) });
  const answer = await response.json<{ detail?: string; error?: { message: string } }>();
  return { status: response.status, detail: answer.detail ?? answer.error?.message ?? "" };
}

it.each([
  { method: "GET", path: "/schedules/nope/executions", list: "schedules", what: "schedule nope" },
  { method: "POST", path: "/schedules/nope/run", list: "schedules", what: "schedule nope" },
  { method: "PATCH", path: "/schedules/nope", body: { active: false }, list: "schedules", what: "schedule nope" },
  { method: "DELETE", path: "/schedules/nope", list: "schedules", what: "schedule nope" },
  { method: "GET", path: "/files/nope", list: "files", what: "file nope" },
] satisfies readonly { method: Method; path: string; body?: object; list: string; what: string }[])(
  "$method $path says what lists $list",
  async ({ method, path, body, list, what }) => {
    const detail = `There is no ${what}; GET /api/v1/${list} lists them.`;
    expect(await ask(method, path, body)).toEqual({ status: 404, detail });
  },
);

it.each(["for", "content"])("a denial takes no %s", async (key) => {
  const value = key === "for" ? "run" : { name: "x" };
  const answer = await ask("POST", "/approvals/a_0123456789abcdef01234567", { decision: "deny", [key]: value });
  expect(answer).toMatchObject({ status: 400, detail: expect.stringContaining(`body.${key} has no effect`) });
});

it.each([{ for: "once" }, { content: {} }])("a denial takes the default: %o", async (given) => {
  const answer = await ask("POST", "/approvals/a_0123456789abcdef01234567", { decision: "deny", ...given });
  expect(answer.status).toBe(404);
});

it.each([
  { body: { resume: "" }, detail: "resume, which continues a run, is empty." },
  { body: {}, detail: "neither was given." },
  { body: { code: "" }, detail: "code is empty." },
])("$body says what is missing", async ({ body, detail }) => {
  expect((await ask("POST", "/code/exec", body)).detail).toContain(detail);
});
