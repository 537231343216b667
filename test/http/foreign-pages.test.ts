/** Pages of other local ports, which an open local gateway lets in: they list, search and run, and keep and change nothing. */
import { describe, expect, it } from "vitest";
import { createKey } from "../support/api.ts";
import { ask } from "../support/client.ts";

const OWN = "http://localhost";
const FOREIGN = "http://localhost:5173";

interface Sent {
  readonly origin: string;
  readonly body?: object;
  readonly key?: string;
}

function send(route: string, { origin, body, key }: Sent): Promise<Response> {
  const [method = "", path = ""] = route.split(" ");
  const headers = { origin, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  return ask(new Request(`${OWN}/api/v1${path}`, init));
}

/** Every route that is not read, as it is documented. */
async function routes(): Promise<readonly string[]> {
  const { paths } = await (await send("GET /openapi.json", { origin: OWN })).json<{ paths: Record<string, object> }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== "get" && method !== "parameters")
      .map((method) => `${method.toUpperCase()} ${path.replace("/api/v1", "")}`),
  );
}

const FOR_PAGES = [
  "POST /code/exec",
  "POST /codemode/mcp/call",
  "POST /policy/validate",
  "POST /runs/{id}/cancel",
  "POST /runs/{id}/replay",
  "POST /schedules/validate",
  "POST /tools/{server}/{tool}",
];

const SCRIPT = { name: "of_a_page", code: "1" };
const SCHEDULE = { name: "of a page", schedule: "0 0 1 1 *", code: "1" };

describe("a page of another local port", () => {
  it("is refused by every route that keeps or changes something", async () => {
    const all = await routes();
    expect(all).toEqual(expect.arrayContaining([...FOR_PAGES, "POST /scripts", "DELETE /packages/approved/{id}"]));
    const answers = all.map(async (route) => {
      const response = await send(route.replaceAll(/\{\w+\}/g, "x"), { origin: FOREIGN, body: {} });
      const { detail = "" } = await response.json<{ detail?: string }>();
      return response.status === 403 && detail.includes("5173") ? [] : [route];
    });
    expect((await Promise.all(answers)).flat().toSorted()).toEqual(FOR_PAGES);
  });

  it.each([
    ["POST /scripts", SCRIPT, 201],
    ["PATCH /scripts/of_a_page", { code: "2" }, 200],
    ["DELETE /scripts/of_a_page", undefined, 204],
    ["POST /schedules", SCHEDULE, 201],
    ["PATCH /schedules/of%20a%20page", { active: false }, 200],
    ["DELETE /schedules/of%20a%20page", undefined, 204],
    ["DELETE /packages/approved/g_x", undefined, 404],
    ["DELETE /approvals/a_x", undefined, 404],
  ] as const)("cannot %s, which the gateway's own pages can", async (route, body, status) => {
    const sent = { ...(body && { body }) };
    const refused = await send(route, { origin: FOREIGN, ...sent });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: "FORBIDDEN", detail: expect.stringContaining(FOREIGN) });
    expect((await send(route, { origin: OWN, ...sent })).status).toBe(status);
  });

  it.each([
    ["POST /code/exec", { code: "1" }],
    ["POST /tools/modern/add", { a: 1, b: 2 }],
    ["POST /schedules/validate", SCHEDULE],
    ["POST /policy/validate", { policy: { version: "1", default: "allow" } }],
    ["GET /scripts", undefined],
    ["GET /search?query=add", undefined],
  ] as const)("can %s", async (route, body) => {
    expect((await send(route, { origin: FOREIGN, ...(body && { body }) })).status).toBe(200);
  });

  it("may do with a key what the key may", async () => {
    const { key } = await createKey({ name: "of a page" });
    expect((await send("POST /scripts", { origin: FOREIGN, body: SCRIPT, key })).status).toBe(201);
    expect((await send("DELETE /scripts/of_a_page", { origin: FOREIGN, key })).status).toBe(204);
  });
});
