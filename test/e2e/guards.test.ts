/** Who a local gateway answers to: by which name it was called, and from which page (DNS rebinding). */
import { describe, expect, inject, it } from "vitest";
import { INITIALIZE, rawRequest } from "./raw-request.ts";

const { origin, url } = inject("stack");
const { port } = new URL(origin);

describe("a local gateway", () => {
  it.each([
    { given: { host: `localhost:${port}` }, want: 200 },
    { given: { host: `127.0.0.1:${port}` }, want: 200 },
    { given: { host: "evil.example" }, want: 403 },
    { given: { host: `evil.example:${port}` }, want: 403 },
    { given: { host: "localhost.evil.example" }, want: 403 },
    { given: { origin: "http://localhost:5173" }, want: 200 },
    { given: { origin: "http://127.0.0.1:5173" }, want: 200 },
    { given: { origin: "https://evil.example" }, want: 403 },
    { given: { origin: "http://localhost.evil.example" }, want: 403 },
    { given: { origin: "null" }, want: 403 },
    { given: { host: "evil.example", origin: "http://localhost" }, want: 403 },
  ] as const)("answers $want to $given", async ({ given, want }) => {
    const response = await rawRequest(url, { ...INITIALIZE, headers: { ...INITIALIZE.headers, ...given } });
    expect(response.status, response.body).toBe(want);
  });

  it("says what to do, as JSON-RPC, to whom it refuses", async () => {
    const { body } = await rawRequest(url, { ...INITIALIZE, headers: { ...INITIALIZE.headers, host: "evil.example" } });
    expect(JSON.parse(body)).toStrictEqual({
      jsonrpc: "2.0",
      id: null,
      error: { code: -32_000, message: expect.stringMatching(/"evil\.example".*"hosts" in gateway\.json/) },
    });
  });

  it.each([
    { method: "POST", path: "/keys", body: '{"name":"of a page","role":"admin"}' },
    { method: "GET", path: "/keys" },
    { method: "DELETE", path: "/keys/k0" },
    { method: "GET", path: "/principals" },
    { method: "DELETE", path: "/principals/local" },
    { method: "GET", path: "/principals/local/runs" },
  ])("lets no page of another local port do $method $path", async ({ method, path, body }) => {
    const asked = (from: string) =>
      rawRequest(`${origin}/api/v1${path}`, { method, headers: { origin: from }, ...(body !== undefined && { body }) });
    const foreign = await asked("http://localhost:5173");
    expect(foreign).toMatchObject({ status: 403, body: expect.stringContaining("5173") });
    // The other loopback name is another origin, too.
    expect(await asked(origin.replace("127.0.0.1", "localhost"))).toMatchObject({ status: 403 });
    expect((await asked(origin)).status).not.toBe(403);
  });

  it.each(["/", "/health", "/nothing-here"])("guards %s, too", async (path) => {
    expect(await rawRequest(`${origin}${path}`, { headers: { host: "evil.example" } })).toMatchObject({ status: 403 });
  });
});
