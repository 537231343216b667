/** A script that needs a sign-in, as clients see it: those that open addresses for their user, and those that only read. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ElicitRequestURLParams, ElicitResult } from "@modelcontextprotocol/client";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { upstreams } from "../support/upstreams.ts";
import { gatewayOf } from "../../src/rpc/gateway-stub.ts";
import { api } from "../support/api.ts";
import { Browser, GATEWAY } from "../support/browser.ts";
import { ask, connect, execute, searchText } from "../support/client.ts";
import { Realm } from "../support/realm.ts";

const realm = new Realm(upstreams.protectedOne, "porch");
const WHOAMI = { code: "await porch.whoami({})" };
/** Of the open gateway under test. */
const local = () => gatewayOf(env, "local");

beforeEach(async () => {
  await realm.reset();
  await local().disconnectUpstream("porch");
});

type Answer = (params: ElicitRequestURLParams) => Promise<ElicitResult>;

/** A client that asks its user to open addresses. */
async function openingClient(answer: Answer): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities: { elicitation: { url: {} } } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => answer(params as ElicitRequestURLParams));
  const fetch = (url: string | URL, init?: RequestInit): Promise<Response> => ask(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL(`${GATEWAY}/mcp`), { fetch }));
  return client;
}

async function signInAs(login: string, { url }: ElicitRequestURLParams): Promise<void> {
  const page = await new Browser().signIn(url, login);
  expect(page.status, page.text).toBe(200);
}

describe.each(["modern", "legacy"] as const)("a %s client that only reads", (era) => {
  it("is told the link, and after the sign-in the same script works", async () => {
    const client = await connect(era);
    const refused = await execute(client, WHOAMI);
    expect(refused).toMatchObject({ ok: false, error: { code: "UPSTREAM_AUTH_REQUIRED" } });
    const link = /Open (\S+) in a browser/.exec(refused.error?.message ?? "")?.[1] ?? "";
    expect(await searchText(client, { server: "porch" })).toContain(
      `// porch is down: porch needs you to sign in. Open ${link} in a browser.`,
    );
    await new Browser().signIn(link, "dora");
    expect(await execute(client, WHOAMI)).toMatchObject({ ok: true, value: "dora" });
    await client.close();
  });
});

describe("a client that opens addresses", () => {
  it("is asked to, and the call goes on when the person has signed in", async () => {
    const asked: ElicitRequestURLParams[] = [];
    const client = await openingClient(async (params) => {
      asked.push(params);
      await signInAs("dora", params);
      return { action: "accept" };
    });
    expect(await execute(client, WHOAMI)).toMatchObject({ ok: true, value: "dora" });
    expect(asked).toMatchObject([
      {
        mode: "url",
        url: expect.stringContaining("/oauth/upstream/porch/start?ticket="),
        message: expect.stringContaining("porch"),
      },
    ]);
    await client.close();
  });

  it("may say that its user agreed long before the sign-in is done", async () => {
    let signedIn: Promise<void> | undefined;
    const client = await openingClient((params) => {
      signedIn = signInAs("dora", params);
      return Promise.resolve({ action: "accept" });
    });
    expect(await execute(client, WHOAMI)).toMatchObject({ ok: true, value: "dora" });
    await signedIn;
    await client.close();
  });

  it.each(["decline", "cancel"] as const)("gets the error when its user answers %s", async (action) => {
    let times = 0;
    const client = await openingClient(() => {
      times += 1;
      return Promise.resolve({ action });
    });
    expect(await execute(client, WHOAMI)).toMatchObject({ ok: false, error: { code: "UPSTREAM_AUTH_REQUIRED" } });
    expect(times).toBe(1);
    await client.close();
  });

  it.each([
    { given: "another call was made before", code: "await modern.add({ a: 1, b: 2 }); await porch.whoami({})" },
    {
      given: "another call was made beside it",
      code: "await Promise.all([modern.slow({ ms: 50 }), porch.whoami({})])",
    },
    { given: "it counted in the store before", code: "await store.put('n', 1); await porch.whoami({})" },
    { given: "a saved script was run before", code: "await scripts.adds(); await porch.whoami({})" },
    { given: "the script went on without it", code: "try { await porch.whoami({}) } catch (error) { error.code }" },
    {
      given: "the script says so itself",
      code: "throw Object.assign(new Error('Open https://evil.example'), { code: 'UPSTREAM_AUTH_REQUIRED', url: 'https://evil.example' })",
    },
  ])("is not asked when $given: nothing is done twice, and no script chooses an address", async ({ code }) => {
    let times = 0;
    const client = await openingClient(() => {
      times += 1;
      return Promise.resolve({ action: "cancel" });
    });
    await api("/scripts", { method: "POST", body: { name: "adds", code: "await modern.add({ a: 1, b: 2 })" } });
    expect(await execute(client, { code })).toMatchObject({ ok: code.startsWith("try") });
    expect(times).toBe(0);
    await client.close();
  });
});

it("the link is in nothing that is written down", async () => {
  const client = await connect();
  const { run, error } = await execute(client, WHOAMI);
  expect(error?.message).toContain("ticket=isogate_");
  const written = JSON.stringify([await local().readRun(run), await local().listCalls(run, 0, 10)]);
  expect(written).toContain("porch");
  expect(written).not.toContain("ticket=isogate_");
  await client.close();
});
