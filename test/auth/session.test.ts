/** A browser's session: what it is good for, where it counts, and when it ends. */
import { describe, expect, it } from "vitest";
import { env } from "cloudflare:workers";
import { authenticate } from "../../src/auth/authenticate.ts";
import { userIdOf } from "../../src/auth/authorization-server/user-id.ts";
import type { Authority } from "../../src/auth/authority.ts";
import { FULL_ACCESS } from "../../src/auth/principal.ts";
import { openSession, sealSession, sessionCookie } from "../../src/auth/session.ts";
import type { Env } from "../../src/config/env.ts";
import { api, createKey } from "../support/api.ts";
import { ask } from "../support/client.ts";

const HOST = "http://localhost";
const TAG_KEY = "ab".repeat(32);
const HOUR_MS = 3_600_000;

describe("a sealed session", () => {
  const now = Date.UTC(2026, 0, 1);
  const OPENED = {
    credential: "secret",
    id: expect.stringMatching(`^${now}\\.[0-9a-f]{32}$`),
    until: now + 12 * HOUR_MS,
  };

  it.each([
    { given: "opened at once", at: now, want: OPENED },
    { given: "opened within twelve hours", at: now + 12 * HOUR_MS - 1, want: OPENED },
    { given: "opened later", at: now + 12 * HOUR_MS, want: undefined },
    { given: "opened with another secret of the deployment", at: now, tagKey: "cd".repeat(32), want: undefined },
    { given: "changed in its first byte", at: now, change: (text: string) => `A${text.slice(1)}`, want: undefined },
    { given: "cut", at: now, change: (text: string) => text.slice(0, -4), want: undefined },
    { given: "made up", at: now, change: () => "e30", want: undefined },
    { given: "no base64", at: now, change: () => "%%%", want: undefined },
  ])("$given", async ({ at, tagKey = TAG_KEY, change = (text: string) => text, want }) => {
    // The first character is chosen anew until "A" is a change.
    let sealed: string | undefined;
    do sealed = await sealSession({ credential: "secret" }, TAG_KEY, now);
    while (sealed?.startsWith("A") === true);
    expect(await openSession(change(sealed ?? ""), tagKey, at)).toStrictEqual(want);
  });

  it("is never made of what is too long to be a key", async () => {
    expect(await sealSession({ credential: "x".repeat(2_001) }, TAG_KEY, now)).toBeUndefined();
  });
});

it("a session ends with the OAuth token that it was begun with", async () => {
  const token = `${await userIdOf("k1", TAG_KEY)}:grant:secret`;
  const sealed = await sealSession({ credential: token }, TAG_KEY, Date.now());
  const request = new Request(HOST);
  request.headers.set("cookie", sessionCookie(request, sealed).split(";")[0] ?? "");
  const standing = { role: "member", access: FULL_ACCESS } as const;
  for (const hours of [1, 13]) {
    const until = Date.now() + hours * HOUR_MS;
    const authority = {
      tagKey: () => Promise.resolve(TAG_KEY),
      isSessionEnded: () => Promise.resolve(false),
      checkToken: () => Promise.resolve({ ok: true, grant: "grant", ...standing, unscoped: standing, until }),
    } as unknown as Authority;
    const who = await authenticate(request, env as Env, {}, authority);
    const ends = who.kind === "principal" ? (who.principal.until ?? 0) : 0;
    expect(Math.abs(ends - Date.now() - Math.min(hours, 12) * HOUR_MS)).toBeLessThan(60_000);
  }
});

describe("signing in with a key", () => {
  it("lets the browser read, and change something from the gateway's own pages only", async () => {
    const { key } = await createKey({ role: "admin" });
    const cookie = cookieOf(await signIn(key));
    expect((await api("/keys", { headers: { cookie } })).status).toBe(200);
    const create = (headers: Record<string, string>): Promise<Response> =>
      api("/keys", { method: "POST", body: { name: "made by a page" }, headers: { cookie, ...headers } });
    const made = await create({ origin: HOST });
    expect(made.status).toBe(201);
    // The gateway under test is open: without its session the same request comes from somebody else.
    expect(await made.json()).toMatchObject({ created_by: await principalOf(cookie) });
    for (const origin of ["http://localhost:5173", "https://localhost", "http://127.0.0.1"]) {
      expect((await create({ origin })).status, origin).toBe(403);
    }
    expect(await (await create({})).json()).toMatchObject({ created_by: "local" });
  });

  it("is asked for at the link of a waiting run, and leads back to it", async () => {
    const path = `/approve/${"0".repeat(64)}.${"a".repeat(43)}`;
    const { id, key } = await createKey({ role: "admin" });
    const signedIn = await signIn(key, { next: path });
    expect(signedIn.headers.get("location")).toBe(path);
    await api(`/keys/${id}`, { method: "DELETE" });
    const headers = { cookie: cookieOf(signedIn), accept: "text/html" };
    const page = await ask(new Request(`${HOST}${path}`, { headers, redirect: "manual" }));
    expect(page.headers.get("location")).toBe(`/dashboard/sign-in?next=${encodeURIComponent(path)}`);
  });

  it("ends with the key", async () => {
    const { id, key } = await createKey({ role: "admin" });
    const cookie = cookieOf(await signIn(key));
    expect((await api("/keys", { headers: { cookie } })).status).toBe(200);
    expect((await api(`/keys/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await api("/keys", { headers: { cookie } })).status).toBe(401);
    const page = await ask(
      new Request(`${HOST}/dashboard`, { headers: { cookie, accept: "text/html" }, redirect: "manual" }),
    );
    expect(page.headers.get("location")).toBe("/dashboard/sign-in?next=%2Fdashboard");
  });

  it.each([
    { given: "wrong", want: "not valid for this gateway" },
    { given: "", want: "not valid for this gateway" },
    { given: "two words", want: "not valid for this gateway" },
    { given: "schlüssel", want: "not valid for this gateway" },
    { given: "setup-token-of-the-tests", want: "cannot sign in:" },
  ])("refuses $given with an explanation", async ({ given, want }) => {
    const response = await signIn(given);
    expect(response.status).toBe(401);
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(await response.text()).toContain(want);
  });

  it.each([
    { given: "text", body: "key=x", type: "text/plain" },
    { given: "JSON", body: '{"key":"x"}', type: "application/json" },
    { given: "nothing", body: undefined, type: "application/x-www-form-urlencoded" },
    { given: "a broken multipart body", body: "--x\r\nbroken", type: "multipart/form-data; boundary=x" },
    { given: "a multipart body without a boundary", body: "x", type: "multipart/form-data" },
    { given: "bytes that are no text", body: new Uint8Array([0xff, 0xfe, 0x00]), type: "image/png" },
  ])("refuses $given as it refuses a wrong key", async ({ body, type }) => {
    const headers = { origin: HOST, "content-type": type };
    const request = new Request(`${HOST}/dashboard/sign-in`, { method: "POST", headers, body: body ?? null });
    const response = await ask(request);
    expect(response.status).toBe(401);
    expect(await response.text()).toContain("not valid for this gateway");
  });

  it("is not possible from a page of somebody else", async () => {
    const { key } = await createKey({});
    expect((await signIn(key, { origin: "http://localhost:5173" })).status).toBe(403);
  });

  it.each([
    { given: "/dashboard/tools?query=a", want: "/dashboard/tools?query=a" },
    { given: "//evil.example/dashboard", want: "/dashboard" },
    { given: "https://evil.example/dashboard", want: "/dashboard" },
    { given: "/dashboard/../mcp", want: "/dashboard" },
    { given: "/\\evil.example", want: "/dashboard" },
    { given: "javascript:alert(1)", want: "/dashboard" },
  ])("leads to $want when asked for $given", async ({ given, want }) => {
    const { key } = await createKey({});
    const response = await signIn(key, { next: given });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(want);
  });

  it("gives a cookie that no script and no other site can use, under TLS none without it", async () => {
    const { key } = await createKey({});
    const cookie = (await signIn(key)).headers.get("set-cookie");
    expect(cookie).toMatch(/^isogate-80=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    const secure = (await signIn(key, { host: "https://localhost" })).headers.get("set-cookie");
    expect(secure).toMatch(/^__Host-isogate=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/);
  });
});

interface Form {
  readonly origin?: string;
  readonly next?: string;
  readonly host?: string;
}

function signIn(key: string, { host = HOST, origin = host, next = "" }: Form = {}): Promise<Response> {
  const body = new URLSearchParams({ key, next });
  return ask(
    new Request(`${host}/dashboard/sign-in`, { method: "POST", headers: { origin }, body, redirect: "manual" }),
  );
}

function cookieOf(response: Response): string {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function principalOf(cookie: string): Promise<string> {
  const response = await ask(new Request(`${HOST}/dashboard/session`, { headers: { cookie } }));
  return ((await response.json()) as { principal: string }).principal;
}
