/** Rules for opening a tunnel and for its messages. Calls through a tunnel are tested in test/e2e/tunnel.test.ts. */
import { MAX_CREDENTIAL_TUNNELS } from "../../src/limits/tunnel-limits.ts";
import { afterEach, describe, expect, it } from "vitest";
import { api, createKey } from "../support/api.ts";
import { ask, connect, execute } from "../support/client.ts";
import { OAuthClient } from "../support/oauth.ts";

interface Frame {
  readonly server: string;
  readonly session: string;
  readonly message: { readonly id?: number; readonly method?: string };
}

const open: WebSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

function request(
  servers: string,
  key?: string,
  id: string = crypto.randomUUID(),
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = { upgrade: "websocket", ...(key !== undefined && { authorization: `Bearer ${key}` }), ...more };
  return ask(new Request(`http://localhost/tunnel?id=${id}&servers=${servers}`, { headers }));
}

async function openTunnel(
  servers: string,
  key?: string,
  id?: string,
): Promise<{ socket: WebSocket; closed: Promise<CloseEvent> }> {
  const { status, webSocket } = await request(servers, key, id);
  if (webSocket === null) throw new Error(`There is no tunnel: ${status}.`);
  webSocket.accept();
  open.push(webSocket);
  const closed = new Promise<CloseEvent>((resolve) => webSocket.addEventListener("close", resolve));
  return { socket: webSocket, closed };
}

/** A server of one tool, at the other end. @param ignored a method that it does not answer */
function serve(socket: WebSocket, call: (frame: Frame) => void, ignored?: string): void {
  socket.addEventListener("message", ({ data }) => {
    const frame = JSON.parse(String(data)) as Frame;
    const { server, session, message } = frame;
    const say = (part: object): void =>
      socket.send(JSON.stringify({ server, session, message: { jsonrpc: "2.0", id: message.id, ...part } }));
    if (message.id === undefined || message.method === ignored) return;
    if (message.method === "initialize") {
      const serverInfo = { name: "laptop", version: "1" };
      say({ result: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo } });
    } else if (message.method === "tools/list")
      say({ result: { tools: [{ name: "ask", inputSchema: { type: "object" } }] } });
    else if (message.method === "tools/call") call(frame);
    else say({ error: { code: -32_601, message: "unknown method" } });
  });
}

function answer(socket: WebSocket, { server, session, message }: Frame, text: string): void {
  const result = { content: [{ type: "text", text }] };
  socket.send(JSON.stringify({ server, session, message: { jsonrpc: "2.0", id: message.id, result } }));
}

describe("who may open one", () => {
  it.each([
    { given: { servers: ["laptop"] }, servers: "laptop", want: 101 },
    { given: {}, servers: "laptop,desktop", want: 101 },
    { given: { servers: ["laptop"] }, servers: "laptop,desktop", want: 403 },
    { given: { servers: ["desktop"] }, servers: "laptop", want: 403 },
    { given: { servers: ["laptop"], access: "write" }, servers: "laptop", want: 403 },
    { given: { access: "read" }, servers: "laptop", want: 403 },
    { given: {}, servers: "weather", want: 400 },
    { given: {}, servers: "nobody", want: 400 },
    { given: {}, servers: "", want: 400 },
  ])("a key for $given, for $servers: $want", async ({ given, servers, want }) => {
    const { key } = await createKey({ role: "member", ...given });
    const response = await request(servers, key);
    expect(response.status).toBe(want);
    response.webSocket?.accept();
    response.webSocket?.close();
  });

  it("leaves tunnels for other keys of its principal", async () => {
    const { key, principal } = await createKey({ role: "member" });
    const other = await createKey({ principal });
    for (let at = 0; at < MAX_CREDENTIAL_TUNNELS; at += 1) await openTunnel("laptop", key);
    const refused = await request("laptop", key);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain("These credentials have 10 tunnels already");
    await openTunnel("laptop", other.key);
  });

  it("counts the tunnels of a key's tokens as the key's", async () => {
    const { key } = await createKey({ role: "member" });
    const { access_token: token } = await new OAuthClient("http://localhost", ask).signIn(key);
    for (let at = 0; at < MAX_CREDENTIAL_TUNNELS; at += 1) await openTunnel("laptop", at % 2 === 0 ? key : token);
    for (const credential of [key, token]) expect((await request("laptop", credential)).status).toBe(429);
  });

  it("no more when its key is revoked", async () => {
    const { key, id } = await createKey({ role: "member", servers: ["laptop"] });
    const { closed } = await openTunnel("laptop", key);
    expect((await api(`/keys/${id}`, { method: "DELETE" })).status).toBe(204);
    expect(await closed).toMatchObject({ code: 1008, reason: expect.stringContaining("revoked") });
  });

  it("no more when its key has expired, although nothing tells the tunnel", async () => {
    const expires = new Date(Date.now() + 1_500).toISOString();
    const { key } = await createKey({ role: "member", servers: ["laptop"], expires });
    const { socket, closed } = await openTunnel("laptop", key);
    await expect.poll(async () => (await api("/runs", { key })).status, { timeout: 10_000 }).toBe(401);
    let isClosed = false;
    void closed.then(() => (isClosed = true));
    await expect
      .poll(() => {
        if (!isClosed) socket.send(JSON.stringify({ server: "laptop", session: "none", message: {} }));
        return isClosed;
      })
      .toBe(true);
    expect(await closed).toMatchObject({ code: 1008, reason: expect.stringContaining("not valid any more") });
  });

  it("no more when its key is revoked while a call waits for its answer", async () => {
    const owner = await createKey({ role: "member" });
    const { key, id } = await createKey({ principal: owner.principal, servers: ["laptop"] });
    const client = await connect(undefined, { authorization: `Bearer ${owner.key}` });
    const { socket } = await openTunnel("laptop", key);
    const asked = Promise.withResolvers<void>();
    serve(socket, () => asked.resolve());
    const running = execute(client, { code: "await laptop.ask()" });
    await asked.promise;
    expect((await api(`/keys/${id}`, { method: "DELETE" })).status).toBe(204);
    // The time that a lost tunnel has to come back would be longer than this test may take.
    expect(await running).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining("may have had an effect") },
    });
    await client.close();
  });

  it("not a web page: neither by a session, nor on an open gateway", async () => {
    const { key } = await createKey({ role: "admin" });
    const signedIn = await ask(
      new Request("http://localhost/dashboard/sign-in", {
        method: "POST",
        headers: { origin: "http://localhost" },
        body: new URLSearchParams({ key }),
        redirect: "manual",
      }),
    );
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await api("/keys", { headers: { cookie } })).status).toBe(200);
    const origin = "http://localhost:5173";
    for (const headers of [{ cookie }, { cookie, origin }, { origin }, { origin: "http://localhost" }]) {
      expect((await request("laptop", undefined, undefined, headers)).status, JSON.stringify(headers)).toBe(403);
    }
  });

  it("not without a WebSocket", async () => {
    const response = await ask(new Request(`http://localhost/tunnel?id=${crypto.randomUUID()}&servers=laptop`));
    expect(response.status).toBe(400);
  });
});

describe("a server that a tunnel carries and that does not answer", () => {
  const reasonAt = async (key: string): Promise<{ status?: string; reason?: string }> => {
    const { upstreams } = (await (await api("/upstreams", { key })).json()) as {
      upstreams: { name: string; status: string; reason?: string }[];
    };
    return upstreams.find(({ name }) => name === "laptop") ?? {};
  };

  it("is told apart from one without a tunnel, with what its process has printed", async () => {
    const { key } = await createKey({ role: "admin" });
    expect(await reasonAt(key)).toMatchObject({
      status: "down",
      reason: expect.stringContaining("no tunnel carries it"),
    });
    const { socket } = await openTunnel("laptop", key);
    const asked = Promise.withResolvers<Frame>();
    socket.addEventListener("message", ({ data }) => asked.resolve(JSON.parse(String(data)) as Frame));
    const { server, session } = await asked.promise;
    expect(await reasonAt(key)).toMatchObject({
      status: "connecting",
      reason: expect.stringMatching(
        /the server's process has not answered its first request \(.*\), which was sent at \S+Z\.$/,
      ),
    });
    const message = { jsonrpc: "2.0", method: "notifications/isogate/no-message", params: { line: "hello\nnot json" } };
    socket.send(JSON.stringify({ server, session, message }));
    await expect
      .poll(async () => (await reasonAt(key)).reason)
      .toContain('It printed "hello not json" on its standard output');
    const doctor = JSON.stringify(await (await api("/doctor", { key })).json());
    expect(doctor).toContain("has not answered yet; ask again in a moment. The tunnel is open");
  });
});

it("a server that ignores requests which it does not know is used", async () => {
  const { key } = await createKey({ role: "member" });
  const client = await connect(undefined, { authorization: `Bearer ${key}` });
  const { socket } = await openTunnel("laptop", key);
  serve(socket, (frame) => answer(socket, frame, "here"), "server/discover");
  expect(await execute(client, { code: "await laptop.ask()" })).toMatchObject({ value: "here" });
  await client.close();
});

describe("what it may send", () => {
  it.each([
    { given: "garbage", text: "{", want: /not JSON/ },
    { given: "what is no frame", text: '{"server":"laptop"}', want: /not a frame/ },
    { given: "too many levels", text: `${"[".repeat(20_000)}${"]".repeat(20_000)}`, want: /nested deeper/ },
    { given: "too much", text: `"${"x".repeat(9_000_000)}"`, want: /more than 8388608 characters/ },
  ])("not $given", async ({ text, want }) => {
    const { socket, closed } = await openTunnel("laptop");
    socket.send(text);
    expect(await closed).toMatchObject({ code: 1008, reason: expect.stringMatching(want) });
  });

  it("answers for its own servers and sessions only, once", async () => {
    const client = await connect();
    const stranger = await openTunnel("desktop");
    const { socket } = await openTunnel("laptop");
    serve(socket, (frame) => {
      answer(stranger.socket, frame, "a stranger's");
      answer(socket, { ...frame, server: "desktop" }, "another server's");
      answer(socket, { ...frame, session: "another" }, "another session's");
      answer(socket, { ...frame, message: { id: 99_999 } }, "another call's");
      answer(socket, frame, "mine");
      answer(socket, frame, "mine again");
    });
    const answers = await execute(client, { code: "[await laptop.ask(), await laptop.ask()]" });
    expect(answers).toMatchObject({ value: ["mine", "mine"] });
    await client.close();
  });

  it("does not take over another tunnel by its id", async () => {
    const owner = await createKey({ role: "member" });
    const { principal } = owner;
    const other = await createKey({ role: "member", principal, servers: ["laptop"] });
    const client = await connect(undefined, { authorization: `Bearer ${owner.key}` });
    const id = crypto.randomUUID();
    const own = await openTunnel("laptop,desktop", owner.key, id);
    serve(own.socket, (frame) => answer(own.socket, frame, "mine"));
    const intruder = await openTunnel("laptop", other.key, id);
    const heard: string[] = [];
    intruder.socket.addEventListener("message", ({ data }) => heard.push((JSON.parse(String(data)) as Frame).server));
    serve(intruder.socket, (frame) => answer(intruder.socket, frame, "stolen"));
    expect(await execute(client, { code: "await desktop.ask()" })).toMatchObject({ value: "mine" });
    expect(heard).not.toContain("desktop");
    await client.close();
  });
});

describe("two tunnels for one server", () => {
  it("the other takes over; a call in flight is unknown, and is not made again", async () => {
    const client = await connect();
    const calls: string[] = [];
    for (const name of ["one", "other"]) {
      const { socket } = await openTunnel("laptop");
      // The one that is asked first is cut while it works on the call.
      serve(socket, (frame) => {
        calls.push(name);
        if (calls.length === 1) socket.close();
        else answer(socket, frame, name);
      });
    }
    const code = `
      const lost = await laptop.ask({}).catch(({ code, message }) => ({ code, message }));
      ({ lost, next: await laptop.ask({}) })`;
    expect(await execute(client, { code })).toMatchObject({
      value: {
        lost: {
          code: "UPSTREAM_ERROR",
          message: expect.stringContaining("The call was sent, so it may have had an effect."),
        },
        next: expect.stringMatching(/^(?:one|other)$/),
      },
    });
    expect(calls.toSorted()).toStrictEqual(["one", "other"]);
    await client.close();
  });
});
