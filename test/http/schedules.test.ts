/** Schedules by REST and from scripts, run by the Gateway's own alarm through the Worker's entrypoint. */
import type { Client } from "@modelcontextprotocol/client";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RecordTable } from "../../src/auth/record-table.ts";
import { Grants } from "../../src/auth/authorization-server/grants.ts";
import { ownCredential } from "../../src/auth/own-credential.ts";
import { FULL_ACCESS } from "../../src/auth/principal.ts";
import { directoryOf } from "../../src/rpc/directory-stub.ts";
import { gatewayOf } from "../../src/rpc/gateway-stub.ts";
import type { Env } from "../../src/config/env.ts";
import { Gateway } from "../../src/gateway/gateway.ts";
import { api as keyed, createKey } from "../support/api.ts";
import { ask, connect, execute } from "../support/client.ts";
import { OAuthClient } from "../support/oauth.ts";

type TestKey = Awaited<ReturnType<typeof createKey>>;

async function expireSignIns(principal: string): Promise<void> {
  await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage: { sql } }) => {
    sql.exec("UPDATE oauth_record SET expires_at = 1 WHERE key LIKE 'grant:%'");
  });
}

interface View {
  readonly name: string;
  readonly active: boolean;
  readonly next_at?: string;
  readonly running_since?: string;
  readonly runs: number;
  readonly failures: number;
  readonly skipped: number;
  readonly last?: { run: string; ok: boolean; code?: string; message?: string };
}

let client: Client;
beforeAll(async () => {
  client = await connect("modern");
  await execute(client, { code: "await modern.add({ a: 1, b: 2 })" });
});
afterAll(() => client.close());

async function api(method: string, path: string, body?: unknown): Promise<Response> {
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return ask(new Request(`http://localhost/api/v1${path}`, init));
}

async function create(schedule: object): Promise<View> {
  const response = await api("POST", "/schedules", schedule);
  const created = await response.json<View>();
  expect(response.status, JSON.stringify(created)).toBe(201);
  return created;
}

const show = async (name: string) => (await api("GET", `/schedules/${name}`)).json<View>();
const gateway = () => env.GATEWAY.getByName("local");

/** As if the time had come. */
async function makeDue(name: string, msAgo = 1): Promise<void> {
  await runInDurableObject(gateway(), (_gateway, { storage }) => {
    storage.sql.exec("UPDATE schedule SET next_at = ? WHERE name = ?", Date.now() - msAgo, name);
  });
}

async function settled(name: string, runs: number): Promise<View> {
  await expect.poll(async () => (await show(name)).runs, { timeout: 5_000 }).toBe(runs);
  return show(name);
}

beforeEach(async () => {
  const { schedules } = await (await api("GET", "/schedules")).json<{ schedules: View[] }>();
  for (const { name } of schedules) await api("DELETE", `/schedules/${name}`);
});

it("is named when the script that it runs is deleted", async () => {
  await api("POST", "/scripts", { name: "weekly", code: "1" });
  await create({ name: "mondays", schedule: "0 8 * * 1", script: "weekly" });
  await create({ name: "tuesdays", schedule: "0 8 * * 2", script: "weekly@1" });
  const removed = await api("DELETE", "/scripts/weekly");
  expect(removed.status).toBe(200);
  expect(await removed.json()).toStrictEqual({ name: "weekly", removed: true, schedules: ["mondays", "tuesdays"] });
});

describe("a schedule", () => {
  it("runs when it is due, as whoever created it, and is due again", async () => {
    const created = await create({
      name: "sum",
      schedule: "every 15 minutes",
      code: "await modern.add(input)",
      input: { a: 2, b: 3 },
    });
    expect(created).toMatchObject({ active: true, runs: 0, failures: 0 });
    expect(Date.parse(created.next_at ?? "") - Date.now()).toBeGreaterThan(14 * 60_000);
    await makeDue("sum");
    expect(await runDurableObjectAlarm(gateway())).toBe(true);
    const { last, next_at: next } = await settled("sum", 1);
    expect(last).toMatchObject({ ok: true });
    expect(Date.parse(next ?? "")).toBeGreaterThan(Date.now());
    expect(await (await api("GET", `/runs/${last?.run}`)).json()).toMatchObject({
      via: "schedule",
      client: "schedule sum",
      value: { sum: 5 },
    });
  });

  it("that was missed many times runs once", async () => {
    await create({ name: "missed", schedule: "0 * * * *", code: "1" });
    await makeDue("missed", 3 * 86_400_000);
    await runDurableObjectAlarm(gateway());
    await settled("missed", 1);
    await runDurableObjectAlarm(gateway());
    expect(await show("missed")).toMatchObject({ runs: 1 });
  });

  it("is skipped while its last run goes on", async () => {
    await create({ name: "long", schedule: "every day", code: "await sleep(400)" });
    await makeDue("long");
    await runDurableObjectAlarm(gateway());
    expect(await show("long")).toHaveProperty("running_since");
    await makeDue("long");
    await runDurableObjectAlarm(gateway());
    expect(await settled("long", 1)).toMatchObject({ skipped: 1, last: { ok: true } });
  });

  it.each([
    { how: "replaced", remove: false },
    { how: "removed and created again", remove: true },
  ])("that was $how while its run went on has nothing of that run's end", async ({ remove }) => {
    const name = "twice";
    await create({ name, schedule: "every day", code: "await sleep(500); throw new Error('old')" });
    expect((await api("POST", `/schedules/${name}/run`, {})).status).toBe(202);
    if (remove) await api("DELETE", `/schedules/${name}`);
    const { next_at: next } = await create({ name, schedule: "every 2 days", code: "2" });
    // Two runs of one name are never under way at once.
    expect((await api("POST", `/schedules/${name}/run`, {})).status).toBe(409);
    await expect
      .poll(async () => (await api("POST", `/schedules/${name}/run`, {})).status, { timeout: 5_000 })
      .toBe(202);
    const shown = await settled(name, 1);
    expect(shown).toMatchObject({ runs: 1, next_at: next, failures: 0, last: { ok: true } });
  });

  it("whose run takes longer than any should is neither run again nor given up while it goes on", async () => {
    await create({ name: "late", schedule: "0 0 1 1 *", code: "await sleep(800)" });
    expect((await api("POST", "/schedules/late/run", {})).status).toBe(202);
    await runInDurableObject(gateway(), (_gateway, { storage }) => {
      const hourAgo = Date.now() - 3_600_000;
      storage.sql.exec("UPDATE schedule SET running_since = ?, created_at = ?", hourAgo, hourAgo);
    });
    await runDurableObjectAlarm(gateway());
    expect(await show("late")).toMatchObject({ runs: 0, running_since: expect.any(String) });
    expect(await settled("late", 1)).toMatchObject({ failures: 0, last: { ok: true } });
  });

  it("that cannot be read, or whose time cannot be, stops no other", async () => {
    for (const name of ["a damaged", "b odd", "c sound"]) await create({ name, schedule: "* * * * *", code: "1" });
    await runInDurableObject(gateway(), (_gateway, { storage }) => {
      storage.sql.exec("UPDATE schedule SET next_at = 1");
      storage.sql.exec("UPDATE schedule SET definition = '{', running_since = 1 WHERE name = 'a damaged'");
      storage.sql.exec(
        "UPDATE schedule SET definition = replace(definition, '* * * * *', 'x * * * *') WHERE name = 'b odd'",
      );
    });
    await runDurableObjectAlarm(gateway());
    expect(await settled("c sound", 1)).toMatchObject({ last: { ok: true } });
    expect(await show("b odd")).toMatchObject({ active: false, runs: 0, reason: expect.stringContaining("read") });
    const { schedules } = await (await api("GET", "/schedules")).json<{ schedules: View[] }>();
    expect(schedules.map(({ name }) => name)).toStrictEqual(["b odd", "c sound"]);
    await runInDurableObject(gateway(), (_gateway, state) => state.abort("restart")).catch(() => undefined);
    expect((await api("GET", "/schedules/a damaged")).status).toBe(404);
    expect((await api("DELETE", "/schedules/a damaged")).status).toBe(204);
  });

  it("waits longer after each failure, and says why it failed", async () => {
    await create({ name: "fails", schedule: "* * * * *", code: "throw new Error('no')" });
    for (const failures of [1, 2, 3]) {
      await makeDue("fails");
      await runDurableObjectAlarm(gateway());
      const { next_at: next, ...shown } = await settled("fails", failures);
      expect(shown).toMatchObject({ failures, last: { ok: false, code: "RUNTIME_ERROR", message: "Error: no" } });
      expect(Date.parse(next ?? "") - Date.now()).toBeGreaterThan(60_000 * 2 ** (failures - 1) - 5_000);
    }
    await api("PATCH", "/schedules/fails", { active: false });
    expect(await show("fails")).not.toHaveProperty("next_at");
    await api("PATCH", "/schedules/fails", { active: true });
    expect(await show("fails")).toMatchObject({ active: true, failures: 0, next_at: expect.any(String) });
  });

  it("keeps no secret in what it says of its last run", async () => {
    await create({ name: "leaky", schedule: "every day", code: "throw new Error('t0ken' + '-secret')" });
    await api("POST", "/schedules/leaky/run", {});
    const { last } = await settled("leaky", 1);
    expect(last).toMatchObject({ ok: false, message: "Error: [redacted]" });
  });

  it("that a restart cut off is repeated", async () => {
    await create({ name: "cut", schedule: "0 0 1 1 *", code: "await sleep(60_000)" });
    expect((await api("POST", "/schedules/cut/run", {})).status).toBe(202);
    expect((await api("POST", "/schedules/cut/run", {})).status).toBe(409);
    await runInDurableObject(gateway(), (_gateway, state) => state.abort("cut")).catch(() => undefined);
    await expect.poll(async () => (await show("cut")).failures, { timeout: 5_000 }).toBe(1);
    const { next_at: next, ...shown } = await show("cut");
    expect(shown).toMatchObject({ runs: 0, last: { ok: false, message: expect.stringContaining("repeated") } });
    // Not next year, but after the wait.
    expect(Date.parse(next ?? "") - Date.now()).toBeLessThan(61_000);
    await api("DELETE", "/schedules/cut");
  });

  it("runs a saved script", async () => {
    await api("POST", "/scripts", { name: "saved", code: "input.n" });
    await create({ name: "of_saved", schedule: "every day", script: "saved", input: { n: 7 } });
    await api("POST", "/schedules/of_saved/run", {});
    const { last } = await settled("of_saved", 1);
    expect(await (await api("GET", `/runs/${last?.run}`)).json()).toMatchObject({
      value: 7,
      script: { name: "saved" },
    });
  });

  it("names a saved script that exists, in a version that exists", async () => {
    await api("POST", "/scripts", { name: "saved_here", code: "1" });
    const schedule = { name: "of_missing", schedule: "every day" };
    const wrong = [
      ["saved_hre", /no saved script saved_hre. Did you mean .*saved_here/],
      ["saved_here@9", /saved_here has no version 9/],
      ["./saved", /no saved script .\/saved/],
    ] as const;
    for (const [script, said] of wrong) {
      const refused = await api("POST", "/schedules", { ...schedule, script });
      expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
        400,
        expect.stringMatching(said),
      ]);
    }
    await create({ ...schedule, script: "saved_here@1" });
    expect((await api("PATCH", "/schedules/of_missing", { script: "nowhere" })).status).toBe(400);
    await api("DELETE", "/schedules/of_missing");
  });

  it("ends with the credentials it was created with", async () => {
    const made = await api("POST", "/keys", { name: "short", access: "read" });
    const { key, id, principal } = await made.json<{ key: string; id: string; principal: string }>();
    const headers = { authorization: `Bearer ${key}` };
    const body = JSON.stringify({ name: "narrow", schedule: "every day", code: "await modern.add({ a: 1, b: 2 })" });
    await ask(new Request("http://localhost/api/v1/schedules", { method: "POST", body, headers }));
    const owned = env.GATEWAY.getByName(principal);
    await runInDurableObject(owned, (_gateway, { storage }) => {
      storage.sql.exec("UPDATE schedule SET next_at = 1");
    });
    await runDurableObjectAlarm(owned);
    const shown = async () =>
      runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage }) => {
        const { active, reason, last } = storage.sql.exec("SELECT * FROM schedule").one();
        return { active, reason, last: JSON.parse(String(last)) as { code?: string } | null };
      });
    // modern.add is not marked read-only, and the key may only read.
    await expect.poll(async () => (await shown()).last?.code, { timeout: 5_000 }).toBe("POLICY_DENIED");
    expect((await api("DELETE", `/keys/${id}`)).status).toBe(204);
    expect(await shown()).toMatchObject({ active: 0, reason: expect.stringContaining("revoked") });
  });

  it("stays paused and says why when it is changed after its key was revoked, until another key gives it its code", async () => {
    const { key, principal, id } = await createKey({ name: "goes" });
    const { key: lasting } = await createKey({ name: "stays on", principal });
    const made = { name: "orphan", schedule: "every 15 minutes", code: "1" };
    expect((await keyed("/schedules", { method: "POST", key, body: made })).status).toBe(201);
    expect((await api("DELETE", `/keys/${id}`)).status).toBe(204);
    const patch = async (body: object) =>
      (await keyed("/schedules/orphan", { method: "PATCH", key: lasting, body })).json<object>();
    for (const [minutes, change] of [{ active: true }, {}, { input: { n: 1 } }].entries()) {
      const schedule = `every ${minutes + 20} minutes`;
      const shown = await patch({ ...change, schedule });
      expect(shown).toMatchObject({ schedule, active: false, reason: expect.stringContaining("revoked") });
      expect(shown).not.toHaveProperty("next_at");
    }
    const adopted = await patch({ code: "2", active: true });
    expect(adopted).toMatchObject({ active: true, next_at: expect.any(String) });
    expect(adopted).not.toHaveProperty("reason");
  });

  it("neither runs nor is run once the key it was created with has expired", async () => {
    const { key: brief, principal, id } = await createKey({ name: "brief", expires: "1d" });
    const { key: lasting } = await createKey({ name: "lasting", principal });
    const made = { name: "outlives", schedule: "every day", code: "1" };
    expect((await keyed("/schedules", { method: "POST", key: brief, body: made })).status).toBe(201);
    const owned = env.GATEWAY.getByName(principal);
    await runInDurableObject(owned, (_gateway, { storage }) => {
      storage.sql.exec("UPDATE access_key SET expires_at = 1 WHERE id = ?", id);
      storage.sql.exec("UPDATE schedule SET next_at = 1");
    });
    const triggered = await keyed("/schedules/outlives/run", { method: "POST", key: lasting, body: {} });
    expect(triggered.status).toBe(409);
    await runDurableObjectAlarm(owned);
    const shown = await (await keyed("/schedules/outlives", { key: lasting })).json();
    expect(shown).toMatchObject({ active: false, runs: 0 });
    expect(shown).not.toHaveProperty("running_since");
  });

  it("ends with the secret it was created with", async () => {
    await runInDurableObject(env.GATEWAY.getByName("owner"), (_gateway, state) => {
      const withSecret = (secret?: string) => {
        const { ISOGATE_OPEN: _, ...closed } = env as Env;
        const own = { ...closed, ...(secret !== undefined && { ISOGATE_API_KEY: secret }) };
        return { credential: ownCredential(own), gateway: new Gateway(state, own) };
      };
      const first = withSecret("first");
      const owner = {
        principal: "owner",
        access: FULL_ACCESS,
        credential: String(first.credential),
        origin: "http://localhost",
      };
      const timing = { kind: "every", ms: 86_400_000, anchor: 0 } as const;
      first.gateway.putSchedule({ name: "kept", schedule: "every day", timing, request: { code: "1" }, owner }, true);
      for (const other of ["second", undefined]) {
        const refusal = withSecret(other).gateway.triggerSchedule("kept", FULL_ACCESS);
        expect(refusal).toMatchObject({ problem: expect.stringContaining("revoked or changed") });
      }
      expect(withSecret("first").gateway.triggerSchedule("kept", FULL_ACCESS)).toBeUndefined();
    });
  });

  it("ends when the gateway is not open any more", async () => {
    await create({ name: "open", schedule: "every day", code: "1" });
    await runInDurableObject(gateway(), (_gateway, state) => {
      const closed = new Gateway(state, { ...(env as Env), ISOGATE_API_KEY: "set" });
      const refusal = closed.triggerSchedule("open", FULL_ACCESS);
      expect(refusal).toMatchObject({ problem: expect.stringContaining("revoked or changed") });
    });
  });

  it("ends with the account that it was created by", async () => {
    await runInDurableObject(env.GATEWAY.getByName("account"), (_gateway, { storage }) => {
      const table = new RecordTable(storage);
      const approver = { via: "oidc", issuer: "https://id.example", subject: "s", email: "a@example.com" };
      table.put("grant:user:g1", JSON.stringify({ metadata: { approver } }), undefined, undefined, Date.now());
      const oidc = { issuer: approver.issuer, client_id: "c", client_secret: "s" };
      const standing = (allow: string[]) => {
        const today = { config: { oidc: { ...oidc, allow } }, ownerHash: undefined, standingOfKey: () => undefined };
        const nobody = () => undefined;
        const told = { onEnded: nobody, onClientUsed: nobody, onTokenRevoked: nobody };
        return new Grants({ table, clients: directoryOf(env as Env), today, ...told }).standing("g1");
      };
      expect(standing(["@example.com"])).toMatchObject({ role: "member" });
      expect(standing(["b@example.com"])).toBeUndefined();
    });
  });

  it("is paused when what was signed in with a key ends with the key", async () => {
    const { key, principal, id } = await createKey({ name: "signs in" });
    const { key: lasting } = await createKey({ name: "stays", principal });
    const { access_token: token } = await new OAuthClient("http://localhost", ask).signIn(key);
    const made = { name: "by_token", schedule: "every day", code: "1" };
    expect((await keyed("/schedules", { method: "POST", key: token, body: made })).status).toBe(201);
    await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage }) => {
      storage.sql.exec("UPDATE schedule SET next_at = ?", Date.now() + 1_000_000);
    });
    expect((await api("DELETE", `/keys/${id}`)).status).toBe(204);
    expect(await (await keyed("/schedules/by_token", { key: lasting })).json()).toMatchObject({ active: false });
    const started = await keyed("/schedules/by_token/run", { method: "POST", key: lasting, body: {} });
    expect(started.status).toBe(409);
    const resumed = await keyed("/schedules/by_token", { method: "PATCH", key: lasting, body: { active: true } });
    expect(await resumed.json()).toMatchObject({ active: false, reason: expect.stringContaining("revoked") });
  });

  it.each([
    {
      end: "the revocation of the key",
      by: async ({ id }: TestKey) => expect((await api("DELETE", `/keys/${id}`)).status).toBe(204),
    },
    {
      end: "the next sign-in after it has expired",
      by: async ({ key, principal }: TestKey) => {
        await expireSignIns(principal);
        await new OAuthClient("http://localhost", ask).signIn(key);
      },
    },
    {
      end: "the end of a browser's session after it has expired",
      by: async ({ principal }: TestKey) => {
        await expireSignIns(principal);
        await gatewayOf(env as Env, principal).endSession("1.session", Date.now() + 1_000_000);
      },
    },
  ])("what a signed-in client has approved for minutes ends with $end", async ({ by }) => {
    const created = await createKey({ name: "approves" });
    const { key, principal } = created;
    const { access_token: token } = await new OAuthClient("http://localhost", ask).signIn(key);
    const made = { name: "of_approver", schedule: "every day", code: "1" };
    expect((await keyed("/schedules", { method: "POST", key: token, body: made })).status).toBe(201);
    const grants = () =>
      runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage: { sql } }) =>
        Number(sql.exec("SELECT count(*) AS n FROM approval_grant").one()["n"]),
      );
    await runInDurableObject(env.GATEWAY.getByName(principal), (_gateway, { storage: { sql } }) => {
      sql.exec(`INSERT INTO approval (id, run, place, server, tool, args_hash, policy, script, kind, state, args, reason, rule, requested_at, expires_at, decided_by)
        SELECT 'a_1', 'r_1', '1', 'modern', 'modern.add', 'h', 'p', 's', 'call', 'consumed', '{}', '', '', 1, 2, credential FROM schedule`);
      sql.exec(
        "INSERT INTO approval_grant (tool, run, script, policy, until, approval) VALUES ('modern.add', '', '', 'p', ?, 'a_1')",
        Date.now() + 1_000_000,
      );
    });
    expect(await grants()).toBe(1);
    await by(created);
    expect(await grants()).toBe(0);
  });

  it.each([
    { given: { name: "x", schedule: "every 5 seconds", code: "1" }, says: "five cron fields" },
    { given: { name: "x", schedule: "0 9 * * *", time_zone: "Nowhere", code: "1" }, says: "time zone" },
    { given: { name: "x", schedule: "0 9 * * *" }, says: "Give one of `code`, `script`" },
    { given: { name: "x/y", schedule: "0 9 * * *", code: "1" }, says: "a name of" },
    { given: { name: "x", schedule: "0 9 * * *", code: "1", tool: "x" }, says: "tool" },
  ])("is not made of $given", async ({ given, says }) => {
    const response = await api("POST", "/schedules", given);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining(says) });
  });
});

/** What every run of a schedule would refuse is refused when the schedule is made, not the next morning. */
describe("the request of a schedule's runs", () => {
  const LIST = { name: "listed", once: "in an hour", tool: "modern.add", input: [1] };
  const refusal = expect.stringContaining("input has the arguments of modern.add: expected an object");

  it.each([{ input: [1] }, { input: 7 }, { input: "[1]" }, { input: "a" }, { input: false }])(
    "has an object as the arguments of a tool, not $input",
    async ({ input }) => {
      const response = await api("POST", "/schedules", { ...LIST, input });
      expect(await response.json()).toMatchObject({ status: 400, detail: refusal });
      const validated = await api("POST", "/schedules/validate", { ...LIST, input });
      expect(await validated.json()).toMatchObject({ valid: false, problem: refusal });
    },
  );

  it("has an object as the arguments of a tool after a change and from a script, too", async () => {
    await create({ name: "listed", once: "in an hour", code: "input", input: [1] });
    const changed = await api("PATCH", "/schedules/listed", { tool: "modern.add" });
    expect(await changed.json()).toMatchObject({ status: 400, detail: refusal });
    await api("DELETE", "/schedules/listed");
    const envelope = await execute(client, { code: `await schedule.create(${JSON.stringify(LIST)})` });
    expect(envelope).toMatchObject({ ok: false, error: { code: "INVALID_ARGS", message: refusal } });
    for (const input of [{ a: 1, b: 2 }, '{"a": 1, "b": 2}', null]) {
      await create({ ...LIST, input });
      await api("DELETE", "/schedules/listed");
    }
  });

  const WRONG = [
    { given: { options: { foo: 1 } }, says: "foo" },
    { given: { options: { timeout_ms: "5" } }, says: "options.timeout_ms" },
    { given: { options: { timeout_ms: -1 } }, says: "options.timeout_ms" },
    { given: { options: { max_tool_calls: "none" } }, says: "options.max_tool_calls" },
    { given: { options: { allowed_servers: "up" } }, says: "options.allowed_servers" },
    { given: { options: { cpu_ms: 1e12 } }, says: "options.cpu_ms" },
    { given: { options: { cpu_ms: 200_000 } }, says: "limits.cpu_ms in gateway.json" },
    { given: { code: "(((" }, says: "SYNTAX_ERROR" },
    { given: { code: "1;\nimport x from 'no-such-package'" }, says: "no-such-package" },
    { given: { code: "const n: number = 1; n", language: "javascript" }, says: "SYNTAX_ERROR" },
  ];
  const TIME = "0 0 1 1 *";
  const detail = async (response: Response) => [response.status, (await response.json<{ detail?: string }>()).detail];
  const refused = (says: string) => [400, expect.stringContaining(says)];

  it.each(WRONG)("is refused by REST with $given", async ({ given, says }) => {
    const wrong = { name: "so", schedule: TIME, code: "1", ...given };
    expect(await detail(await api("POST", "/schedules", wrong))).toEqual(refused(says));
    const judged = await (await api("POST", "/schedules/validate", wrong)).json();
    expect(judged).toStrictEqual({ valid: false, problem: expect.stringContaining(says) });
    await create({ name: "so", schedule: TIME, code: "1" });
    expect(await detail(await api("PATCH", "/schedules/so", given))).toEqual(refused(says));
    expect(await show("so")).toMatchObject({ code: "1" });
    expect(await show("so")).not.toHaveProperty("options");
  });

  it.each(WRONG)("is refused to a script with $given", async ({ given, says }) => {
    const wrong = JSON.stringify({ name: "so", schedule: TIME, code: "1", ...given });
    const error = { code: "INVALID_ARGS", message: expect.stringContaining(says) };
    expect(await execute(client, { code: `await schedule.create(${wrong})` })).toMatchObject({ ok: false, error });
    const judged = await execute(client, { code: `await schedule.validate(${wrong})` });
    expect(judged).toMatchObject({ ok: true, value: { valid: false, problem: expect.stringContaining(says) } });
    await create({ name: "so", schedule: TIME, code: "1" });
    const changed = await execute(client, { code: `await schedule.update("so", ${JSON.stringify(given)})` });
    expect(changed).toMatchObject({ ok: false, error });
  });

  it("is refused with options for one tool, too", async () => {
    const wrong = { name: "so", schedule: TIME, tool: "modern.add", input: { a: 1, b: 2 }, options: { foo: 1 } };
    expect(await detail(await api("POST", "/schedules", wrong))).toEqual(refused("foo"));
    await create({ ...wrong, options: { timeout_ms: 5_000 } });
  });

  it.each([
    "const n: number = 1; n",
    `const sum = await call_tool("modern", "add", { a: 1, b: 2 }); sum`,
    `import { add } from "./servers/modern"; await add({ a: 1, b: 2 })`,
  ])("may be TypeScript, in a dialect, and with every option that a run has: %s", async (code) => {
    const limits = { timeout_ms: 5_000, cpu_ms: 1_000, max_tool_calls: 1, max_parallel: 1 };
    const options = { ...limits, allowed_servers: ["modern"], dry_run: false };
    expect(await create({ name: "so", schedule: TIME, code, options })).toMatchObject({ active: true });
  });
});

describe("schedules from scripts", () => {
  it("are created, listed, paused and removed", async () => {
    const run = async (code: string) => (await execute(client, { code })).value;
    expect(
      await run(
        "await schedule.create({ name: 'mine', schedule: '0 9 * * 1-5', time_zone: 'Europe/Berlin', code: '1' })",
      ),
    ).toMatchObject({ name: "mine", time_zone: "Europe/Berlin", active: true });
    expect(await run("(await schedule.list()).map(({ name }) => name)")).toStrictEqual(["mine"]);
    expect(await run("await schedule.pause('mine')")).toMatchObject({ active: false });
    expect(await run("await schedule.resume({ name: 'mine' })")).toMatchObject({ active: true });
    expect(await run("await schedule.remove('mine'); await schedule.list()")).toStrictEqual([]);
  });

  it("are created as scripts for NCP do", async () => {
    const code =
      "await schedule.create({ name: 'ncp', schedule: '*/5 * * * *', timezone: 'UTC', tool: 'code:run', parameters: { code: '2' } })";
    expect((await execute(client, { code })).value).toMatchObject({ name: "ncp", code: "2" });
  });

  it.each([
    "await schedule.create({ name: 'out', schedule: 'every day', code: 'await modern.add({ a: 1, b: 2 })' })",
    "await schedule.trigger('there')",
    "await schedule.resume('there')",
  ])("do not lead past the servers that a run is held to: %s", async (code) => {
    await create({ name: "there", schedule: "every day", code: "1" });
    const { ok, error } = await execute(client, { code, options: { allowed_servers: ["notes"] } });
    expect({ ok, error }).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGS", message: expect.stringContaining("allowed_servers") },
    });
  });

  it("are held to the time that the run had which made them, and so are theirs", async () => {
    const long = "await sleep(30_000)";
    const inner = `await schedule.create({ name: "grandchild", schedule: "every day", code: ${JSON.stringify(long)} })`;
    const code = `await schedule.create({ name: "child", schedule: "every day", code: ${JSON.stringify(inner)}, options: { timeout_ms: 600000 } })`;
    const made = await execute(client, { code, options: { timeout_ms: 3_000, cpu_ms: 1_000 } });
    expect(made).toMatchObject({ ok: true, value: { at_most: { timeout_ms: 3_000, cpu_ms: 1_000 } } });
    expect((await api("POST", "/schedules/child/run", {})).status).toBe(202);
    expect(await settled("child", 1)).toMatchObject({ last: { ok: true } });
    expect(await show("grandchild")).toMatchObject({ at_most: { timeout_ms: 3_000, cpu_ms: 1_000 } });
    const started = Date.now();
    expect((await api("POST", "/schedules/grandchild/run", {})).status).toBe(202);
    expect(await settled("grandchild", 1)).toMatchObject({ last: { ok: false, code: "TIMEOUT" } });
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  it("that exist are held to the time of a run that triggers them, for that once", async () => {
    await create({ name: "wide", schedule: "every day", code: "await sleep(30_000)" });
    const options = { timeout_ms: 700 };
    expect(await execute(client, { code: "await schedule.trigger('wide')", options })).toMatchObject({ ok: true });
    expect(await settled("wide", 1)).toMatchObject({ last: { ok: false, code: "TIMEOUT" } });
    expect(await show("wide")).not.toHaveProperty("at_most");
  });

  it.each([
    "await schedule.create({ name: 'more', schedule: 'every day', code: 'await modern.add({ a: 1, b: 2 })' })",
    "await schedule.trigger('there')",
    "await schedule.resume('there')",
    "await scripts.schedules({})",
  ])("do not lead past the calls that a run may make: %s", async (code) => {
    await create({ name: "there", schedule: "every day", code: "1" });
    await api("POST", "/scripts", { name: "schedules", code: "await schedule.trigger('there')" });
    const { ok, error } = await execute(client, { code, options: { max_tool_calls: 1 } });
    expect({ ok, error }).toMatchObject({ ok: false, error: { message: expect.stringContaining("max_tool_calls") } });
    expect(await show("there")).toMatchObject({ runs: 0 });
    const paused = await execute(client, { code: "await schedule.pause('there')", options: { max_tool_calls: 1 } });
    expect(paused).toMatchObject({ ok: true, value: { active: false } });
  });

  it("made in a saved script are held to what the request set, not to what was left of its time", async () => {
    const made = "await schedule.create({ name: 'nested', schedule: 'every day', code: '1' })";
    await api("POST", "/scripts", { name: "nests", code: made });
    expect((await execute(client, { code: "await scripts.nests({})" })).value).not.toHaveProperty("at_most");
    const options = { timeout_ms: 9_000 };
    expect((await execute(client, { code: "await scripts.nests({})", options })).value).toMatchObject({
      at_most: { timeout_ms: 9_000 },
    });
  });

  it("that start each other end", async () => {
    const startOther = (other: string) => `
      for (let tries = 0; tries < 100; tries++) {
        try { await schedule.trigger("${other}"); break }
        catch (error) { if (/chain/.test(error.message)) break; await sleep(20) }
      }`;
    await create({ name: "ping", schedule: "0 0 1 1 *", code: startOther("pong") });
    await create({ name: "pong", schedule: "0 0 1 1 *", code: startOther("ping") });
    expect((await api("POST", "/schedules/ping/run", {})).status).toBe(202);
    await settled("pong", 3);
    expect(await settled("ping", 3)).not.toHaveProperty("running_since");
    expect(await show("pong")).toMatchObject({ runs: 3 });
    expect(await show("pong")).not.toHaveProperty("running_since");
  });

  it.each(["await schedule.create({ name: 'x' })", "await schedule.pause('nobody')", "await schedule.get(1)"])(
    "%s is refused",
    async (code) => {
      expect(await execute(client, { code })).toMatchObject({ ok: false, error: { code: "INVALID_ARGS" } });
    },
  );
});

describe("a schedule with an end", () => {
  it("runs once at its time, is kept with how it went, and is not due any more", async () => {
    const created = await create({ name: "later", once: "in 5 minutes", code: "1 + 1" });
    const ahead = Date.parse(created.next_at ?? "") - Date.now();
    expect(ahead).toBeGreaterThan(4 * 60_000);
    expect(ahead).toBeLessThan(6 * 60_000);
    await makeDue("later");
    await runDurableObjectAlarm(gateway());
    const ended = await settled("later", 1);
    expect(ended).toMatchObject({
      active: false,
      reason: expect.stringContaining("The schedule has ended"),
      last: { ok: true },
    });
    expect(ended).not.toHaveProperty("next_at");
    const response = await api("GET", "/schedules/later/executions");
    expect(await response.json()).toMatchObject({ executions: [{ run: ended.last?.run, ok: true }] });
    const again = await api("PATCH", "/schedules/later", { once: "tomorrow at 9am", active: true });
    expect(await again.json()).toMatchObject({ active: true, runs: 1, next_at: expect.any(String) });
  });

  it("runs as often as max_executions says", async () => {
    await create({ name: "twice", schedule: "* * * * *", code: "throw new Error('no')", max_executions: 2 });
    await makeDue("twice");
    await runDurableObjectAlarm(gateway());
    expect(await settled("twice", 1)).toMatchObject({ active: true, failures: 1 });
    await makeDue("twice");
    await runDurableObjectAlarm(gateway());
    expect(await settled("twice", 2)).toMatchObject({ active: false, failures: 2 });
    const { executions } = await (
      await api("GET", "/schedules/twice/executions")
    ).json<{ executions: { ok: boolean; code?: string }[] }>();
    expect(executions.map(({ ok, code }) => [ok, code])).toStrictEqual([
      [false, "RUNTIME_ERROR"],
      [false, "RUNTIME_ERROR"],
    ]);
    const resumed = await api("PATCH", "/schedules/twice", { active: true });
    expect(resumed.status).toBe(409);
    expect(await resumed.json()).toMatchObject({ detail: expect.stringContaining("max_executions") });
    expect(await (await api("PATCH", "/schedules/twice", { active: true, max_executions: 3 })).json()).toMatchObject({
      active: true,
      runs: 2,
      max_executions: 3,
      next_at: expect.any(String),
    });
  });

  it("is not due after its end_date", async () => {
    const end = new Date(Date.now() + 90_000).toISOString();
    await create({ name: "short", schedule: "every minute", code: "1", end_date: end });
    await makeDue("short");
    await runDurableObjectAlarm(gateway());
    expect((await settled("short", 1)).active).toBe(true);
    const late = await api("POST", "/schedules", { name: "late", schedule: "every day", code: "1", end_date: end });
    expect(late.status).toBe(400);
    expect(await late.json()).toMatchObject({ detail: expect.stringContaining("never due before its end_date") });
  });

  it("calls one tool", async () => {
    await create({ name: "one tool", once: "in an hour", tool: "modern.add", input: { a: 2, b: 5 } });
    expect((await api("POST", "/schedules/one tool/run", {})).status).toBe(202);
    const { last } = await settled("one tool", 1);
    expect(await (await api("GET", `/runs/${last?.run}`)).json()).toMatchObject({
      via: "schedule",
      value: { sum: 7 },
      calls: 1,
    });
    const wrong = await api("POST", "/schedules", { name: "x", once: "in an hour", tool: "modern.ad", input: {} });
    expect(await wrong.json()).toMatchObject({
      status: 400,
      detail: expect.stringContaining("Did you mean modern.add("),
    });
  });
});

describe("a change of a schedule", () => {
  it("of the time zone alone leaves a single time on its day and at its time of day", async () => {
    const day = new Date(Date.now() + 172_800_000).toISOString().slice(0, 10);
    const schedule = { schedule: `${day} 09:00`, code: "1" };
    await create({ name: "dated", ...schedule });
    await create({ name: "worded", once: "tomorrow at 9am", code: "1" });
    const soon = await create({ name: "soon", once: "in 90 minutes", code: "1" });
    // The text says tomorrow of the day on which it was written.
    await runInDurableObject(gateway(), (_, { storage }) => {
      const at = `${day}T09:00:00.000Z`;
      storage.sql.exec(
        `UPDATE schedule SET definition = json_set(definition, '$.timing.at', ?) WHERE name = 'worded'`,
        Date.parse(at),
      );
    });
    const moved = async (name: string) =>
      (await (await api("PATCH", `/schedules/${name}`, { time_zone: "Asia/Tokyo" })).json<View>()).next_at;
    expect(await moved("dated")).toBe(`${day}T00:00:00.000Z`);
    expect(await moved("worded")).toBe(`${day}T00:00:00.000Z`);
    expect(await moved("soon")).toBe(soon.next_at);
    for (const name of ["dated", "worded", "soon"]) await api("DELETE", `/schedules/${name}`);
  });

  it("keeps what is not given, its counts and its beat", async () => {
    const before = await create({ name: "changed", schedule: "every 15 minutes", code: "input", input: { a: 1 } });
    await makeDue("changed");
    await runDurableObjectAlarm(gateway());
    await settled("changed", 1);
    const patched = await (await api("PATCH", "/schedules/changed", { input: { a: 2 }, fireOnce: true })).json();
    expect(patched).toMatchObject({ status: 409 });
    const changed = await (await api("PATCH", "/schedules/changed", { input: { a: 2 } })).json<View>();
    expect(changed).toMatchObject({
      schedule: "every 15 minutes",
      code: "input",
      input: { a: 2 },
      runs: 1,
      active: true,
    });
    expect(changed.next_at).toBe(before.next_at);
    const other = await (
      await api("PATCH", "/schedules/changed", { tool: "modern.add", time_zone: "Asia/Tokyo", schedule: "0 9 * * *" })
    ).json();
    expect(other).toMatchObject({
      tool: "modern.add",
      schedule: "0 9 * * *",
      time_zone: "Asia/Tokyo",
      input: { a: 2 },
    });
    expect(other).not.toHaveProperty("code");
    expect((await api("PATCH", "/schedules/changed", { schedule: "never" })).status).toBe(400);
    expect((await api("PATCH", "/schedules/nobody", { input: 1 })).status).toBe(404);
  });

  it("loses nothing of another change at the same time, least of all a pause", async () => {
    const name = "raced";
    const patch = async (changes: object) => {
      const response = await api("PATCH", `/schedules/${name}`, changes);
      expect(response.status, await response.text()).toBe(200);
    };
    for (let round = 0; round < 15; round += 1) {
      await create({ name, schedule: "every 15 minutes", code: "1" });
      const inScript = `await schedule.update("${name}", { end_date: "2099-01-01T00:00:00Z" })`;
      const [ran] = await Promise.all([
        execute(client, { code: inScript }),
        patch({ input: { round } }),
        patch({ code: "2" }),
        patch({ active: false }),
        patch({ schedule: "every 30 minutes" }),
      ]);
      expect(ran).toMatchObject({ ok: true });
      expect(await show(name)).toMatchObject({
        ...{ active: false, code: "2", input: { round } },
        ...{ schedule: "every 30 minutes", end_date: "2099-01-01T00:00:00.000Z" },
      });
    }
  });

  it.each([
    { given: "await schedule.validate({ name: 'v', schedule: '0 9 * * *', code: '1' })", want: { valid: true } },
    {
      given: "await schedule.validate({ schedule: '0 9 * * *', tool: 'notes:list_notes', parameters: {} })",
      want: { valid: true },
    },
    { given: "(await schedule.validate({ name: 7, schedule: '0 9 * * *', code: '1' })).valid", want: false },
    {
      given: "(await schedule.validate({ name: 'v', schedule: 'every day', code: '1', fireOnce: true })).next.length",
      want: 1,
    },
    { given: "(await schedule.validate({ name: 'v', schedule: 'tomorow', code: '1' })).valid", want: false },
    {
      given: "(await schedule.validate({ name: 'v', once: 'every day', code: '1' })).problem.includes('single time')",
      want: true,
    },
    {
      given: "(await schedule.validate({ name: 'v', once: 'in 5 minutes' })).problem.includes('Give one of')",
      want: true,
    },
    {
      given:
        "await schedule.create({ name: 's', schedule: 'in 5 minutes', tool: 'modern:add', parameters: { a: 1, b: 1 } })",
      want: { tool: "modern.add", input: { a: 1, b: 1 } },
    },
    {
      given:
        "await schedule.create({ name: 's', once: 'tomorrow at 9am', code: '1' }); await schedule.update('s', { maxExecutions: 3 })",
      want: { max_executions: 3, code: "1" },
    },
    {
      given: "await schedule.create({ name: 's', once: 'tomorrow at 9am', code: '1' }); await schedule.executions('s')",
      want: [],
    },
    { given: "(await schedule.list()).length", want: 0 },
  ])("by a script: $given", async ({ given, want }) => {
    expect(await execute(client, { code: given })).toMatchObject({ ok: true, value: want });
  });

  it("is refused to a script whose runs would be held to less", async () => {
    await create({ name: "held", schedule: "every day", code: "1" });
    const options = { max_tool_calls: 1 };
    expect(await execute(client, { code: "await schedule.update('held', { code: '2' })", options })).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGS", message: expect.stringContaining("max_tool_calls") },
    });
    const limited = { code: "await schedule.update('held', { input: 1 })", options: { timeout_ms: 20_000 } };
    expect(await execute(client, limited)).toMatchObject({ value: { at_most: { timeout_ms: 20_000 }, code: "1" } });
    expect(await (await api("PATCH", "/schedules/held", { input: 2 })).json()).toMatchObject({
      at_most: { timeout_ms: 20_000 },
    });
  });
});
