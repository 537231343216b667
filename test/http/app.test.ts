/** Routes and guards at the Worker's own door. */
import { describe, expect, it } from "vitest";
import { ask } from "../support/client.ts";

describe("the Worker", () => {
  it.each([
    { given: {}, want: 200 },
    { given: { host: "127.0.0.1:8787" }, want: 200 },
    { given: { host: "[::1]:8787" }, want: 200 },
    { given: { host: "evil.example" }, want: 403 },
    { given: { host: "localhost.evil.example" }, want: 403 },
    { given: { host: "isogate.workers.dev" }, want: 403 },
    { given: { origin: "http://localhost:5173" }, want: 200 },
    { given: { origin: "https://evil.example" }, want: 403 },
    { given: { origin: "null" }, want: 403 },
    { given: { origin: "chrome-extension://abc" }, want: 403 },
    { given: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }, want: 403 },
    { given: { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script" }, want: 403 },
    { given: { "sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }, want: 200 },
    { given: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, want: 200 },
    { given: { "sec-fetch-mode": "cors" }, want: 200 },
  ])("answers $given with $want", async ({ given, want }) => {
    const response = await ask(new Request("http://localhost/health", { headers: given }));
    expect(response.status).toBe(want);
  });

  it("tells a browser that an allowed origin may read the answer, and no other", async () => {
    const allowed = await ask(new Request("http://localhost/health", { headers: { origin: "http://localhost:1" } }));
    expect(allowed.headers.get("access-control-allow-origin")).toBe("http://localhost:1");
    expect(allowed.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
    const refused = await ask(new Request("http://localhost/health", { headers: { origin: "https://evil.example" } }));
    expect(refused.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("serves the SDK as declarations", async () => {
    const response = await ask(new Request("http://localhost/api/v1/types"));
    const text = await response.text();
    expect(response.headers.get("content-type")).toContain("text/plain");
    expect(text).toContain("list_notes");
  });

  it("says what is at an unknown path", async () => {
    const response = await ask(new Request("http://localhost/mpc"));
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await response.json()).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
      detail: "There is nothing at /mpc; the MCP endpoint is /mcp.",
    });
  });

  it("does not serve the transpiler's files", async () => {
    expect((await ask(new Request("http://localhost/transpiler/esbuild.wasm"))).status).toBe(404);
  });
});
