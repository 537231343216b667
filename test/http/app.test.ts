/** Routes and guards at the Worker's fetch handler. */
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
    {
      given: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
      want: 200,
    },
    { given: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }, want: 403 },
    { given: { "sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "object" }, want: 403 },
    { given: { "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }, want: 200 },
    { given: { "sec-fetch-mode": "cors" }, want: 200 },
  ])("answers $given with $want", async ({ given, want }) => {
    const response = await ask(new Request("http://localhost/health", { headers: given }));
    expect(response.status).toBe(want);
  });

  it("tells a browser that an allowed origin may read the answer, and no other", async () => {
    const allowed = await ask(new Request("http://localhost/health", { headers: { origin: "http://localhost:1" } }));
    expect(allowed.headers.get("access-control-allow-origin")).toBe("http://localhost:1");
    expect(allowed.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
    expect(allowed.headers.get("access-control-expose-headers")).toContain("X-Total-Count");
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
      detail: "There is no page or endpoint /mpc; the MCP endpoint is /mcp.",
    });
  });

  it.each([
    { given: "/mpc", init: {}, want: 404, says: "There is no page at this address" },
    { given: "/", init: { host: "evil.example" }, want: 403, says: "is not allowed for this gateway" },
    { given: "/mcp", init: {}, want: 200, says: "This gateway is one MCP server" },
    { given: "/mcp", init: { authorization: "Bearer wrong" }, want: 401, says: "You are not signed in" },
    { given: "/oauth/authorize?client_id=x", init: {}, want: 400, says: "Sign-in did not work" },
    { given: "/oauth/upstream/vault/start?ticket=x", init: {}, want: 400, says: "Not connected" },
    { given: "/dashboard/sign-in?again=1", init: {}, want: 200, says: "Sign in to Isogate" },
  ])(
    "answers a browser that opens $given with $init by a page that looks like its own",
    async ({ given, init, ...want }) => {
      const headers = { accept: "text/html,*/*;q=0.8", ...init };
      const response = await ask(new Request(`http://localhost${given}`, { headers }));
      const text = await response.text();
      expect(response.status).toBe(want.want);
      expect(text).toContain(want.says);
      expect(text).toContain('<link rel="stylesheet" href="/dashboard/assets/main.css"');
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    },
  );

  it("serves the style of its pages to a host that it does not answer otherwise", async () => {
    const headers = { host: "evil.example" };
    const style = await ask(new Request("http://localhost/dashboard/assets/main.css", { headers }));
    expect(style.status).toBe(200);
    expect(style.headers.get("content-type")).toContain("text/css");
  });

  it("answers problem details below /api, whatever is accepted", async () => {
    const headers = { accept: "text/html", authorization: "Bearer wrong" };
    const response = await ask(new Request("http://localhost/api/v1/runs", { headers }));
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  it("does not serve the transpiler's files", async () => {
    expect((await ask(new Request("http://localhost/transpiler/esbuild.wasm"))).status).toBe(404);
  });
});
