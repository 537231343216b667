/** The guarded fetch against a server that tries to lead it somewhere, to keep it, or to drown it. */
import { describe, expect, it } from "vitest";
import { upstreams } from "../../support/upstreams.ts";
import { createGuardedFetch } from "../../../src/upstream/guarded-fetch/guarded-fetch.ts";

const { documents, elsewhere } = upstreams;
const local = createGuardedFetch({ allowLoopback: true, maxBytes: 100_000, timeoutMs: 5_000 });
const hasty = createGuardedFetch({ allowLoopback: true, timeoutMs: 200 });

interface Echo {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const CREDENTIALS = {
  authorization: "Bearer secret",
  cookie: "session=secret",
  "x-api-key": "secret",
  "proxy-authorization": "Basic c2VjcmV0",
  accept: "application/json",
};

function to(target: string, status = 302): string {
  return `${documents}/redirect?status=${status}&to=${encodeURIComponent(target)}`;
}

describe("redirects", () => {
  it("within the origin keep what was sent", async () => {
    const echo: Echo = await (await local(to("/echo"), { headers: CREDENTIALS })).json();
    expect(echo.headers).toMatchObject(CREDENTIALS);
  });

  it("to another origin carry no credential", async () => {
    const echo: Echo = await (await local(to(`${elsewhere}/echo`), { headers: CREDENTIALS })).json();
    expect(echo.headers).toMatchObject({ accept: "application/json" });
    expect(JSON.stringify(echo)).not.toMatch(/secret|c2VjcmV0/);
  });

  it("and back carry none either", async () => {
    const back = `${elsewhere}/redirect?to=${encodeURIComponent(`${documents}/echo`)}`;
    const echo: Echo = await (await local(to(back), { headers: CREDENTIALS })).json();
    expect(JSON.stringify(echo)).not.toMatch(/secret|c2VjcmV0/);
  });

  it.each([
    { status: 303, method: "GET", body: "" },
    { status: 307, method: "POST", body: "a=1" },
    { status: 308, method: "POST", body: "a=1" },
  ])("$status of a POST becomes $method within the origin", async ({ status, method, body }) => {
    const echo: Echo = await (await local(to("/echo", status), { method: "POST", body: "a=1" })).json();
    expect(echo).toMatchObject({ method, body });
  });

  it.each([307, 308])("%i never take a body to another origin", async (status) => {
    const asking = local(to(`${elsewhere}/echo`, status), { method: "POST", body: "client_secret=x" });
    await expect(asking).rejects.toMatchObject({
      code: "REDIRECT_REFUSED",
      message: expect.stringContaining("with a body"),
    });
  });

  it.each([301, 302])("%i of a POST is not answered by a GET within the origin", async (status) => {
    await expect(local(to("/echo", status), { method: "POST", body: "a=1" })).rejects.toMatchObject({
      code: "REDIRECT_REFUSED",
      message: expect.stringContaining(`redirects a POST (${status}) to `),
    });
  });

  it.each(["deflate", "zstd", "gzip, deflate"])("the content encoding %s is refused", async (encoding) => {
    const odd = createGuardedFetch({
      allowLoopback: true,
      send: () =>
        Promise.resolve(new Response("x", { headers: { "content-encoding": encoding }, encodeBody: "manual" })),
    });
    await expect(odd(`${documents}/echo`)).rejects.toMatchObject({ code: "UNKNOWN_ENCODING" });
  });

  it("an answer without a body may name any content encoding", async () => {
    const headers = { "content-encoding": "zstd" };
    const bare = createGuardedFetch({
      allowLoopback: true,
      send: () => Promise.resolve(new Response(null, { headers })),
    });
    expect((await bare(`${documents}/echo`, { method: "HEAD" })).status).toBe(200);
  });

  it.each([301, 302, 303])("%i of a POST is not answered by another origin", async (status) => {
    const asking = local(to(`${elsewhere}/echo`, status), { method: "POST", body: "a=1" });
    await expect(asking).rejects.toMatchObject({
      code: "REDIRECT_REFUSED",
      message: expect.stringMatching(/redirects a POST (?:\(\d+\) )?to /),
    });
  });

  it.each([
    { given: "https://169.254.169.254/latest/", want: "is not on the public internet" },
    { given: "http://10.0.0.1/", want: "uses http: instead of https:" },
    { given: "http://user:secret@127.0.0.1:1/", want: "carries a user name" },
    { given: "file:///etc/passwd", want: "uses file:" },
    { given: "http://[", want: "not a URL" },
  ])("to $given are refused", async ({ given, want }) => {
    const asking = local(to(given));
    await expect(asking).rejects.toMatchObject({ code: "REDIRECT_REFUSED", message: expect.stringContaining(want) });
    await expect(asking).rejects.not.toThrow(/secret/);
  });

  it("without end end", async () => {
    await expect(local(`${documents}/loop`)).rejects.toMatchObject({
      code: "REDIRECT_REFUSED",
      message: `${documents}/loop redirects more than 5 times.`,
    });
  });

  it("are handed back to whoever wants to see them", async () => {
    const response = await local(to("https://10.0.0.1/"), { redirect: "manual" });
    expect(response.status).toBe(302);
  });

  it("are refused to whoever expects none", async () => {
    await expect(local(to("/echo"), { redirect: "error" })).rejects.toMatchObject({ code: "REDIRECT_REFUSED" });
  });

  it("from the public internet back home are refused, whatever is asked", async () => {
    const asked: string[] = [];
    const deployed = createGuardedFetch({
      allowLoopback: false,
      send: (request) => {
        asked.push(request.url);
        return Promise.resolve(new Response(null, { status: 302, headers: { location: `${documents}/echo` } }));
      },
    });
    await expect(deployed("https://example.com/spec.json")).rejects.toMatchObject({ code: "REDIRECT_REFUSED" });
    expect(asked).toStrictEqual(["https://example.com/spec.json"]);
  });

  it("from https to http are refused also on a developer's machine", async () => {
    const guarded = createGuardedFetch({
      allowLoopback: true,
      send: () => Promise.resolve(new Response(null, { status: 302, headers: { location: `${documents}/echo` } })),
    });
    await expect(guarded("https://example.com/")).rejects.toMatchObject({ code: "REDIRECT_REFUSED" });
  });
});

describe("answers", () => {
  it("up to the bound are read", async () => {
    expect((await (await local(`${documents}/large?bytes=100000`)).text()).length).toBe(100_000);
  });

  it.each(["/large?bytes=100001", "/endless"])("%s is too large", async (path) => {
    await expect(local(documents + path)).rejects.toMatchObject({ code: "TOO_LARGE" });
  });

  it.each(["/silent", "/stalls"])("%s takes too long", async (path) => {
    await expect(hasty(documents + path)).rejects.toMatchObject({ code: "TIMED_OUT" });
  });

  it("nobody waits for any more are dropped for the asker's reason", async () => {
    const reason = new Error("the run has ended");
    await expect(local(`${documents}/silent`, { signal: AbortSignal.abort(reason) })).rejects.toThrow(reason);
  });

  it("whose body is cut off are said to have come", async () => {
    const cutOff = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{"a":'));
        controller.error(new Error("Network connection lost."));
      },
    });
    const send = () => Promise.resolve(new Response(cutOff, { status: 206 }));
    const guarded = createGuardedFetch({ allowLoopback: true, send });
    await expect(guarded("https://example.com/x?token=secret")).rejects.toMatchObject({
      code: "CUT_OFF",
      message: "https://example.com/x answered with the status 206, and its body was cut off or cannot be decoded.",
    });
  });

  it("that never come are said to be missing, without the query", async () => {
    await expect(local("http://127.0.0.1:9/x?token=secret")).rejects.toMatchObject({
      code: "UNREACHABLE",
      message: "http://127.0.0.1:9/x cannot be reached.",
    });
  });
});
