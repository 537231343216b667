/** A credential that is revoked while the body of its request arrives does nothing any more, and what a key has approved goes with it. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openGateway, type TestGateway } from "./gateway.ts";
import { INITIALIZE } from "./raw-request.ts";

const OWNER = "a-key-of-this-test";
/** More than a body may take without its sender being checked again. */
const SLOW_MS = 600;
let gateway: TestGateway;

beforeAll(async () => {
  const vars = { ISOGATE_API_KEY: OWNER };
  const tools = { "weather.*": { require_approval: true } };
  const policy = { version: "1", default: "allow", tools, approvals: { wait_ms: 50 } };
  const settings = { hosts: ["127.0.0.1"], policy };
  const mcpServers = { notes: { type: "local" }, weather: { type: "local" } };
  gateway = await openGateway({ bundle: inject("bundle"), mcpServers, vars, settings });
});
afterAll(() => gateway.stop());

interface Key {
  readonly id: string;
  readonly key: string;
  readonly principal: string;
}

async function api(method: string, path: string, body?: object, key = OWNER): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return fetch(`${gateway.origin}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

async function newKey(role: "admin" | "member"): Promise<Key> {
  return (await (await api("POST", "/keys", { name: "short-lived", role })).json()) as Key;
}

/** Sends a request whose body ends after `meanwhile`. @returns the whole answer */
function sendSlowly(path: string, key: string, body: string, meanwhile: () => Promise<unknown>): Promise<string> {
  const { hostname, port } = new URL(gateway.origin);
  const socket = connect(Number(port), hostname);
  const answered = new Promise<string>((resolve, reject) => {
    let text = "";
    socket.on("data", (part: Buffer) => (text += part.toString("latin1")));
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
  const headers = [
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  socket.write([`POST ${path} HTTP/1.1`, ...headers, "", body.slice(0, 5)].join("\r\n"));
  const rest = async (): Promise<void> => {
    await sleep(100);
    await meanwhile();
    await sleep(SLOW_MS);
    socket.write(body.slice(5));
  };
  void rest();
  return answered;
}

const REQUESTS = [
  { path: "/api/v1/keys", body: { name: "backdoor", role: "admin" } },
  { path: "/api/v1/code/exec", body: { code: "await notes.list_notes()" } },
  { path: "/api/v1/scripts", body: { name: "left_behind", code: "1" } },
  { path: "/mcp", body: JSON.parse(INITIALIZE.body) as object },
];

it.each(REQUESTS)("POST $path by a key that is revoked", async ({ path, body }) => {
  const { id, key } = await newKey("admin");
  const revoke = (): Promise<Response> => api("DELETE", `/keys/${id}`);
  expect(await sendSlowly(path, key, JSON.stringify(body), revoke)).toMatch(/^HTTP\/1\.1 401 [^]*was revoked/);
});

it.each(REQUESTS)("POST $path by a principal that is removed", async ({ path, body }) => {
  const { key, principal } = await newKey("admin");
  const remove = (): Promise<Response> => api("DELETE", `/principals/${principal}`);
  expect(await sendSlowly(path, key, JSON.stringify(body), remove)).toMatch(/^HTTP\/1\.1 401 /);
});

it.each(REQUESTS)("POST $path by a key that stays is answered", async ({ path, body }) => {
  const { key } = await newKey("admin");
  const given = "name" in body ? { ...body, name: `${String(body.name)}_again` } : body;
  expect(await sendSlowly(path, key, JSON.stringify(given), () => Promise.resolve())).toMatch(/^HTTP\/1\.1 20[01] /);
});

it("a run under way ends when its key has expired", { timeout: 60_000 }, async () => {
  const expires = new Date(Date.now() + 2_000).toISOString();
  const { key } = (await (await api("POST", "/keys", { name: "short", role: "admin", expires })).json()) as Key;
  const code = "for (let n = 0; n < 80; n += 1) { await notes.list_notes(); await sleep(500); }";
  const started = Date.now();
  const answer = (await (await api("POST", "/code/exec", { code }, key)).json()) as { readonly error?: unknown };
  expect(answer).toMatchObject({
    ok: false,
    error: { code: "CANCELLED", message: expect.stringContaining("expired") },
  });
  expect(Date.now() - started).toBeLessThan(25_000);
});

it("what a key approved for minutes is not approved any more when the key is revoked", async () => {
  const approving = await newKey("admin");
  const { principal } = approving;
  const other = (await (await api("POST", "/keys", { name: "other", role: "admin", principal })).json()) as Key;
  const code = "(await weather.convert_temperature({ celsius: 100 })).fahrenheit";
  const run = async () => (await api("POST", "/code/exec", { code }, other.key)).json();
  expect(await run()).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
  const { approvals } = (await (await api("GET", "/approvals?state=waiting", undefined, approving.key)).json()) as {
    readonly approvals: readonly { readonly id: string }[];
  };
  const decision = { decision: "approve", for: { minutes: 60 } };
  expect(await api("POST", `/approvals/${approvals[0]?.id}`, decision, approving.key)).toMatchObject({ status: 200 });
  expect(await run()).toMatchObject({ ok: true, result: 212 });
  await api("DELETE", `/keys/${approving.id}`);
  expect(await run()).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
});
