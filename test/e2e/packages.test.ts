/** Packages that a person has to approve, on a real gateway: scripts import them, people decide by every channel. */
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { root } from "../../scripts/stack.mjs";
import { envelopeOf, type Answer, type Envelope } from "../support/answer.ts";
import { legacyAskingClient, modernAskingClient } from "../support/asking-client.ts";
import { BusinessGateways, type BusinessGateway } from "../support/business-gateway.ts";
import { Isogate } from "../support/isogate.ts";
import { withPackages } from "../support/package-assets.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import type { Bundle } from "../support/workerd/uploaded-files.ts";

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")) as { readonly version: string })
    .version;
const MS = `ms@${versionOf("ms")}`;

const PACKAGES = ["nanoid", { name: "ms", require_approval: true }, { name: "bytes", require_approval: true }];
const POLICY = {
  version: "1",
  default: "allow",
  tools: { "github.delete_repo": { require_approval: true } },
  approvals: { wait_ms: 50 },
};
const SCRIPT = `import ms from "ms"; const made = await github.create_issue({ title: "x" }); ({ ms: ms("2 days"), made: made.number > 0 })`;
const DONE = { ok: true, value: { ms: 172_800_000, made: true } };

const gateways = new BusinessGateways(inject("bundle"));
const folders: string[] = [];
let bundle: Bundle;
async function folder(): Promise<string> {
  const made = await temporaryDirectory();
  folders.push(made);
  return made;
}
beforeAll(async () => {
  bundle = await withPackages(inject("bundle"), ["nanoid", "ms", "bytes", "escape-html"], await folder());
});
afterAll(async () => {
  await gateways.stop();
  for (const one of folders) await rm(one, { recursive: true, force: true });
});

const start = (settings: Readonly<Record<string, unknown>>, directory?: string) =>
  gateways.start({ policy: POLICY, packages: PACKAGES, ...settings }, directory, bundle);

interface Approval {
  readonly id: string;
  readonly run: string;
}

async function waiting(gateway: BusinessGateway, run: string): Promise<readonly Approval[]> {
  return (await gateway.get(`/approvals?state=waiting&run=${run}`))["approvals"] as readonly Approval[];
}

/** Decides on everything that a run waits for. */
async function decide(gateway: BusinessGateway, { run }: Envelope, body: object): Promise<readonly number[]> {
  const answers = [];
  for (const { id } of await waiting(gateway, run)) answers.push((await gateway.post(`/approvals/${id}`, body)).status);
  return answers;
}

async function resume(gateway: BusinessGateway, run: string): Promise<Envelope> {
  return envelopeOf(await gateway.client.call("execute_code", { resume: run }));
}

async function withdrawAll(gateway: BusinessGateway): Promise<number> {
  const { approved } = await gateway.get("/packages");
  for (const { id } of approved as readonly Approval[]) {
    const answer = await fetch(`${gateway.origin}/api/v1/packages/approved/${id}`, { method: "DELETE" });
    expect(answer.status).toBe(204);
  }
  return (approved as readonly unknown[]).length;
}

describe("a script that imports a held package", () => {
  let gateway: BusinessGateway & { readonly directory: string };
  beforeAll(async () => {
    gateway = await start({});
    await gateway.search({ detail: "names" });
  });
  const isogate = () => new Isogate({ ISOGATE_URL: gateway.origin, ISOGATE_API_KEY: "" });
  afterEach(() => withdrawAll(gateway));
  const made = (): number => gateway.upstreams.calls.filter((call) => call === "github.create_issue").length;

  it("does not start before a person has approved it, and then runs once", async () => {
    const before = made();
    const asked = await gateway.run(SCRIPT);
    expect(asked).toMatchObject({
      ok: false,
      error: {
        code: "APPROVAL_REQUIRED",
        message: expect.stringContaining(`The package ${MS} waits for a person's approval`) as unknown,
        approvals: [expect.stringMatching(/^a_/)],
      },
    });
    expect(made()).toBe(before);
    const [approval] = await waiting(gateway, asked.run);
    expect(approval).toMatchObject({
      kind: "package",
      server: "package",
      tool: MS,
      args: { name: "ms", version: versionOf("ms"), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
      reason: expect.stringContaining("requires a person's approval") as unknown,
      script: SCRIPT,
    });
    expect(await decide(gateway, asked, { decision: "approve" })).toEqual([200]);
    expect(await resume(gateway, asked.run)).toMatchObject(DONE);
    expect(made()).toBe(before + 1);
    // Approved once: the next run asks again.
    const next = await gateway.run(SCRIPT);
    expect(next.error?.code).toBe("APPROVAL_REQUIRED");
    expect(await decide(gateway, next, { decision: "deny", reason: "use Date" })).toEqual([200]);
    const denied = await resume(gateway, next.run);
    expect(denied).toMatchObject({ ok: false, error: { code: "APPROVAL_DENIED" } });
    expect(denied.error?.message).toContain(`denied the package ${MS}`);
    expect(denied.error?.message).toContain("use Date");
    expect(made()).toBe(before + 1);
  });

  it("asks for two packages at once, and other packages are imported by everybody", async () => {
    expect(await gateway.run(`import { nanoid } from "nanoid"; nanoid().length`)).toMatchObject({
      ok: true,
      value: 21,
    });
    const asked = await gateway.run(`import ms from "ms"; import bytes from "bytes"; [ms("1s"), bytes("1kb")]`);
    expect(asked.error?.message).toContain(`package bytes@${versionOf("bytes")}`);
    const [first, second, ...others] = await waiting(gateway, asked.run);
    expect(others).toEqual([]);
    await gateway.post(`/approvals/${first?.id}`, { decision: "approve" });
    expect(await resume(gateway, asked.run)).toMatchObject({ error: { code: "APPROVAL_REQUIRED" } });
    await gateway.post(`/approvals/${second?.id}`, { decision: "approve" });
    expect(await resume(gateway, asked.run)).toMatchObject({ ok: true, value: [1_000, 1_024] });
  });

  it("is approved for minutes or for good, which is listed and withdrawn by REST and command", async () => {
    const asked = await gateway.run(SCRIPT);
    expect(await decide(gateway, asked, { decision: "approve", for: { minutes: 5 } })).toEqual([200]);
    expect(await resume(gateway, asked.run)).toMatchObject(DONE);
    expect(await gateway.run(SCRIPT)).toMatchObject(DONE);
    const listed = await isogate().run(["packages", "list"]);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      packages: [{ name: "nanoid", require_approval: false }, { name: "ms", require_approval: true }, {}],
      approved: [{ name: "ms", for: "minutes", until: expect.any(String) as unknown }],
    });
    expect(await withdrawAll(gateway)).toBe(1);
    const again = await gateway.run(SCRIPT);
    expect(again.error?.code).toBe("APPROVAL_REQUIRED");
    const [held] = (await gateway.get(`/approvals?state=waiting&run=${again.run}`))["approvals"] as [{ id: string }];
    expect(await isogate().run(["approvals", "approve", held.id, "--for", "always"])).toMatchObject({ status: 0 });
    expect(await resume(gateway, again.run)).toMatchObject(DONE);
    expect(await gateway.run(SCRIPT)).toMatchObject(DONE);
    const { approved } = await gateway.get("/packages");
    expect(approved).toMatchObject([{ name: "ms", for: "always", granted_via: "rest", is_current: true }]);
    // Another script, which imports another package, is asked about.
    const bytes = await gateway.run(`import bytes from "bytes"; bytes("1kb")`);
    expect(await decide(gateway, bytes, { decision: "deny" })).toEqual([200]);
    const [{ id = "" } = {}] = approved as readonly { readonly id?: string }[];
    expect(await isogate().run(["packages", "withdraw", id])).toMatchObject({ status: 0 });
    expect(await isogate().run(["packages", "withdraw", id])).toMatchObject({ status: 1 });
    expect(await decide(gateway, await gateway.run(SCRIPT), { decision: "deny" })).toEqual([200]);
  });

  it("is approved for the session of a client of the 2025 era, and for no other", async () => {
    const open = async (): Promise<ClientV1> => {
      const client = new ClientV1({ name: "session", version: "1.0.0" });
      await client.connect(new TransportV1(new URL(`${gateway.origin}/mcp`)));
      return client;
    };
    const run = async (client: ClientV1, args: object) =>
      envelopeOf((await client.callTool({ name: "execute_code", arguments: { ...args } })) as Answer);
    const [one, other] = [await open(), await open()];
    const asked = await run(one, { code: SCRIPT });
    expect(await decide(gateway, asked, { decision: "approve", for: "session" })).toEqual([200]);
    expect(await run(one, { resume: asked.run })).toMatchObject(DONE);
    expect(await run(one, { code: SCRIPT })).toMatchObject(DONE);
    expect(await decide(gateway, await run(other, { code: SCRIPT }), { decision: "deny" })).toEqual([200]);
    // A client without sessions has none that could be meant.
    const sessionless = await gateway.run(SCRIPT);
    expect(await decide(gateway, sessionless, { decision: "approve", for: "session" })).toEqual([400]);
    await gateway.post(`/runs/${sessionless.run}/cancel`, {});
    await (one.transport as TransportV1).terminateSession();
    expect(await withdrawAll(gateway)).toBe(0);
    await one.close();
    await other.close();
  });

  it.each([
    ["2026-07-28", modernAskingClient],
    ["2025", legacyAskingClient],
  ] as const)("asks the user of a client of the %s era", async (_era, open) => {
    const client = await open(gateway.origin, { action: "accept", content: { decision: "approve" } });
    expect(envelopeOf(await client.call("execute_code", { code: SCRIPT }))).toMatchObject(DONE);
    expect(client.questions).toHaveLength(1);
    expect(client.questions[0]).toContain(`package ${MS}`);
    expect(client.questions[0]).toContain("requires a person's approval");
    await client.close();
  });

  it("is shown by its link, which decides for a browser that is signed in", async () => {
    const { error, run } = await gateway.run(SCRIPT);
    const { url = "" } = error as unknown as { readonly url?: string };
    const page = await (await fetch(url)).text();
    expect(page).toContain("A package waits for you");
    expect(page).toContain(`package ${MS}`);
    const [, id = ""] = /value="(a_[0-9a-f]+)"/.exec(page) ?? [];
    const body = new URLSearchParams({ decision: "approve", approval: id });
    expect((await fetch(url, { method: "POST", body, headers: { origin: gateway.origin } })).status).toBe(200);
    expect(await resume(gateway, run)).toMatchObject(DONE);
  });

  it("is held inside a saved script and behind import(), too", async () => {
    await gateway.post("/scripts", { name: "lasting", code: `import ms from "ms"; ms(input.text)` });
    const before = made();
    const asked = await gateway.run(
      `await github.create_issue({ title: "before" }); const n = await scripts.lasting({ text: "1m" }); n`,
    );
    expect(asked.error?.code).toBe("APPROVAL_REQUIRED");
    expect(await decide(gateway, asked, { decision: "approve", for: "run" })).toEqual([200]);
    expect(await resume(gateway, asked.run)).toMatchObject({ ok: true, value: 60_000 });
    expect(made()).toBe(before + 1);
    const byName = envelopeOf(await gateway.client.call("execute_code", { script: "lasting", input: { text: "1s" } }));
    expect(await decide(gateway, byName, { decision: "approve" })).toEqual([200]);
    const dynamic = await gateway.run(`const { default: ms } = await import("ms"); ms("1s")`);
    const template = await gateway.run("const { default: ms } = await import(`ms`); ms('1s')");
    expect(await decide(gateway, template, { decision: "approve" })).toEqual([200]);
    expect(await resume(gateway, template.run)).toMatchObject({ ok: true, value: 1_000 });
    expect(await decide(gateway, dynamic, { decision: "approve" })).toEqual([200]);
    expect(await resume(gateway, byName.run)).toMatchObject({ ok: true, value: 1_000 });
    expect(await resume(gateway, dynamic.run)).toMatchObject({ ok: true, value: 1_000 });
  });

  it("is approved for all saved scripts of a run at once", async () => {
    const asked = await gateway.run(
      `const all = await Promise.all([1, 2, 3].map((n) => scripts.lasting({ text: n + "s" }))); all`,
    );
    expect(await decide(gateway, asked, { decision: "approve", for: "run" })).toEqual([200]);
    expect(await resume(gateway, asked.run)).toMatchObject({ ok: true, value: [1_000, 2_000, 3_000] });
  });

  it("does not run as a dry run before it is approved", async () => {
    const dry = await gateway.run(SCRIPT, { options: { dry_run: true } });
    expect(dry).toMatchObject({ ok: false, error: { code: "APPROVAL_REQUIRED" } });
    expect(dry.error?.message).toContain(MS);
    expect(await waiting(gateway, dry.run)).toEqual([]);
  });

  it("ends with its run, and only packages are approved for good", async () => {
    const asked = await gateway.run(SCRIPT);
    await gateway.post(`/runs/${asked.run}/cancel`, {});
    expect(await waiting(gateway, asked.run)).toEqual([]);
    const call = await gateway.run(`await github.delete_repo({ name: "x" })`);
    expect(await decide(gateway, call, { decision: "approve", for: "always" })).toEqual([400]);
    expect(await decide(gateway, call, { decision: "deny" })).toEqual([200]);
  });

  it("tells the model what can be imported, and how an admin adds a package", async () => {
    const client = new Client({ name: "lists", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.origin}/mcp`)));
    const { tools } = await client.listTools();
    await client.close();
    expect(JSON.stringify(tools)).toContain(
      "Only these packages can be imported: nanoid, ms*, bytes* (* waits for a person's approval).",
    );
    const refused = await gateway.run(`import x from "left-pad"; x`);
    expect(refused.error?.code).toBe("PACKAGE_NOT_ALLOWED");
    expect(refused.error?.message).toContain("nanoid, ms, bytes");
    expect(refused.error?.message).toContain('"packages" of gateway.json');
  });
});

it("a run that waits for a package survives the end of the gateway's process", async () => {
  const first = await start({});
  await first.search({ detail: "names" });
  const asked = await first.run(SCRIPT);
  expect(asked.error?.code).toBe("APPROVAL_REQUIRED");
  await first.kill();
  const second = await start({}, first.directory);
  await second.search({ detail: "names" });
  expect(await decide(second, asked, { decision: "approve" })).toEqual([200]);
  expect(await resume(second, asked.run)).toMatchObject(DONE);
});

it("a policy in the mode log_only lets the script start, with a line in its log", async () => {
  const gateway = await start({ policy: { ...POLICY, mode: "log_only" } });
  await gateway.search({ detail: "names" });
  expect(await gateway.run(SCRIPT)).toMatchObject({
    ...DONE,
    logs: [expect.stringContaining(`The package ${MS} would wait for a person`)],
  });
});

it("a package that the build could not bundle is named, with what an admin does", async () => {
  const gateway = await start({ packages: ["is-not-installed-here"] });
  const { error } = await gateway.run(`import x from "is-not-installed-here"; x`);
  expect(error).toMatchObject({ code: "PACKAGE_NOT_ALLOWED" });
  expect(error?.message).toContain("npm install is-not-installed-here");
});
