/** A person whose entry in gateway.json permits less than before: what was made with the wider access does not keep it. */
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { startAssertingProvider, type AssertingProvider } from "../fixtures/asserting-provider.ts";
import { OAuthClient } from "../support/oauth.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { openGateway, type TestGateway } from "./gateway.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const BEFORE = [{ claim: "groups", value: "admins", role: "admin" }, {}];
const AFTER = [{ servers: ["other"], access: "read" }];
const EFFECT = "(await notes.list_notes()).notes.length";

let provider: AssertingProvider;
let directory: string;
let gateway: TestGateway;
let client: { readonly client_id: string; readonly client_secret?: string };

beforeAll(async () => {
  provider = await startAssertingProvider();
  directory = await temporaryDirectory();
  gateway = await open(BEFORE);
  const metadata = { grant_types: [GRANT], response_types: [], token_endpoint_auth_method: "client_secret_post" };
  client = await new OAuthClient(gateway.origin, fetch).register(metadata);
});

afterAll(async () => {
  await gateway.stop();
  await rm(directory, { recursive: true, force: true });
  await provider.close();
});

/** @param port of a gateway that was stopped: tokens are for one address */
function open(people: readonly object[], port?: number): Promise<TestGateway> {
  const issuer = { issuer: provider.issuer, jwks_uri: `${provider.issuer}/keys`, algorithms: ["ES256"], people };
  return openGateway({
    bundle: inject("bundle"),
    persistTo: directory,
    ...(port !== undefined && { port }),
    mcpServers: { notes: { type: "local" }, other: { type: "local" } },
    settings: { auth: { enterprise: [issuer] } },
    vars: { ISOGATE_OPEN: "local", ISOGATE_API_KEY: "correct-horse-battery-staple" },
    trusts: provider.certificate,
  });
}

async function tokenOf(sub: string, scope: string, groups: readonly string[]): Promise<string> {
  const { origin } = gateway;
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: provider.issuer, sub, aud: origin, client_id: client.client_id, jti: crypto.randomUUID() };
  const assertion = await provider.sign({ ...claims, iat: now, exp: now + 120, resource: `${origin}/mcp`, groups });
  const form = { grant_type: GRANT, assertion, scope, ...client, client_secret: client.client_secret ?? "" };
  const response = await new OAuthClient(origin, fetch).token(form);
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return token;
}

async function rest(path: string, token: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${gateway.origin}/api/v1${path}`, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it("narrows the person's own keys, ends the runs that go on later, and pauses the schedules", async () => {
  const admin = await tokenOf("boss", "read write admin", ["admins"]);
  const principal = admin.split(".")[0] ?? "";
  const made = await rest("/keys", admin, { name: "mine", principal, role: "admin" });
  expect(made.status).toBe(201);
  const key = String(made.body["key"]);
  expect((await rest("/keys", key)).status).toBe(200);
  const member = await tokenOf("member", "read write", []);
  const detached = await rest("/code/exec", member, { code: `await sleep(6_000); ${EFFECT}`, detach: true });
  expect(detached.body).toMatchObject({ state: "running" });
  const once = new Date(Date.now() + 6_000).toISOString();
  expect((await rest("/schedules", member, { name: "later", once, code: EFFECT })).status).toBe(201);
  const { port } = gateway;
  await gateway.stop();
  gateway = await open(AFTER, port);

  expect((await rest("/keys", admin)).status).toBe(403);
  expect((await rest("/keys", key)).status).toBe(403);
  const code = "(await call_tool('notes', 'list-notes', {})).error.code";
  expect((await rest("/code/exec", key, { code })).body).toMatchObject({ result: "SERVER_NOT_ALLOWED" });

  const run = async () => (await rest(`/runs/${String(detached.body["run"])}`, member)).body;
  await expect.poll(run, { timeout: 15_000 }).toMatchObject({
    code: "CANCELLED",
    message: expect.stringContaining("permit less than the run") as unknown,
    calls: 0,
  });
  const schedule = async () => (await rest("/schedules/later", member)).body;
  await expect.poll(schedule, { timeout: 15_000 }).toMatchObject({ active: false, runs: 0 });
  expect((await schedule())["reason"]).toContain("permit less than its runs");
});
