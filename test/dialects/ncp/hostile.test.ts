/** What `ncp.do` never does, whoever asks. */
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../../support/client.ts";

const origin = env.TEST_SAMPLE_UPSTREAMS;
const called = async (): Promise<readonly { readonly tool: string }[]> => (await fetch(`${origin}/calls`)).json();

describe("ncp", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });
  beforeEach(() => fetch(`${origin}/reset`));
  afterAll(() => client.close());

  it.each([
    "await ncp.do('create an issue', { title: 'x' })",
    "await ncp.do('delete email', { message_id: '1' })",
    "await ncp.do('gmail:delete_email', { message_id: '1' })",
    "await ncp.do('gmail.delete_email', { message_id: '1' })",
    "await ncp.do('send email', {})",
    "await ncp.do('send email', { to: 'a', subject: 'b', body: 'c', bcc: 'd' })",
    "await ncp.do('send email', { recipient: ['a'], subject: 'b', body: 'c' })",
    "await ncp.do('gmail:redeem_invitation', { to: 'a' })",
    "await ncp.do('link two issues', { id: 'a', key: 'b' })",
    "await ncp.do('bring about world peace', { to: 'a', subject: 'b', body: 'c' })",
    'await ncp.do(\'send email\', JSON.parse(\'{ "__proto__": { "to": "a" }, "subject": "b", "body": "c" }\'))',
    // Another server has a tool of that name.
    ...["nosuch:send_email", "nosuch.send_email", "docs:send_email", "docs.sendEmail", "mcp:send_email"].map(
      (intent) => `await ncp.do('${intent}', { to: 'a', subject: 'b', body: 'c' })`,
    ),
    "await ncp.do('my garden/Büro:send_email', { to: 'a', subject: 'b', body: 'c' })",
    "await ncp.do('send email with docs:send_email', { to: 'a', subject: 'b', body: 'c' })",
    ...["docs:send_email()", "(docs:send_email),", "docs.send_email;", '"docs":"send_email"', "docs.send_emails"].map(
      (name) => `await ncp.do('send email with ${name} please', { to: 'a', subject: 'b', body: 'c' })`,
    ),
    "await ncp.do('docs:send_email | send email', { to: 'a', subject: 'b', body: 'c' })",
    "await ncp.do('send email, not notes:list_notes', { to: 'a', subject: 'b', body: 'c' })",
    "await ncp.find('send email')",
  ])("%s calls nothing", async (code) => {
    const answer = await execute(client, { code });
    expect(answer).toMatchObject({ ok: true });
    expect(JSON.stringify(answer.value)).not.toContain('"success":true');
    expect(await called()).toStrictEqual([]);
  });

  it.each([
    { intent: "nosuch:send_email", error: 'There is no server "nosuch".' },
    { intent: "docs:send_email", error: 'docs has no tool "send_email".' },
    { intent: "mcp:send_email", error: "mcp is down" },
  ])("says why $intent is no tool", async ({ intent, error }) => {
    const code = `(await ncp.do('${intent}', { to: 'a', subject: 'b', body: 'c' })).error`;
    expect((await execute(client, { code })).value).toContain(error);
  });

  it.each([
    {
      given: "await ncp.do('send email', { to: 'a', subject: 'b', body: 'c' })",
      options: { allowed_servers: ["docs", "notes"] },
      want: { ok: true, value: { success: false } },
    },
    {
      given: "await ncp.find('send email')",
      options: { allowed_servers: ["docs"] },
      want: { ok: true, value: [] },
    },
    {
      given: "await ncp.do('notes:list-notes'); await ncp.do('notes:list-notes')",
      options: { max_tool_calls: 1 },
      want: { ok: false, error: { code: "MAX_TOOL_CALLS_EXCEEDED" } },
    },
    { given: "await ncp.do('x'.repeat(5000), {})", options: {}, want: { ok: false, error: { code: "INVALID_ARGS" } } },
    {
      given: "await ncp.do('send email', Object.fromEntries(Array.from({ length: 60000 }, (_, at) => ['k' + at, 0])))",
      options: {},
      want: { ok: false, error: { code: "INVALID_ARGS", message: expect.stringContaining("at most 200") } },
    },
    { given: "await ncp.do('send email', () => 1)", options: {}, want: { ok: false, error: { code: "INVALID_ARGS" } } },
    { given: "await ncp.do('send email', [1])", options: {}, want: { ok: false, error: { code: "INVALID_ARGS" } } },
    { given: "await ncp.find({ limit: 'all' })", options: {}, want: { ok: false, error: { code: "INVALID_ARGS" } } },
    { given: "ncp.do = 1", options: {}, want: { ok: false, error: { code: "RUNTIME_ERROR" } } },
    { given: "typeof (await ncp).find + typeof ncp.then", options: {}, want: { ok: true, value: "functionundefined" } },
  ])("$given $options", async ({ given, options, want }) => {
    expect(await execute(client, { code: given, options })).toMatchObject(want);
  });

  it("reads a value of the caller that changes under it without harm", async () => {
    const code = `
      let n = 0;
      const params = { get to() { n += 1; return n === 1 ? "a@example.com" : { evil: true } }, subject: "s", body: "b" };
      (await ncp.do("send email", params)).result.args.to`;
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: "a@example.com" });
  });

  it("nothing survives in a warm isolate", async () => {
    const code = `
      const found = await ncp.find("send email");
      const kept = [ncp.left, ncp.find.left, schedule.left, Object.getPrototypeOf(found).left, found.tools.left];
      for (const object of [ncp, ncp.find, ncp.do, schedule, schedule.create, Object.getPrototypeOf(found), found]) {
        try { object.left = 1 } catch {}
      }
      kept.filter((left) => left !== undefined).length`;
    for (const _ of [1, 2]) expect(await execute(client, { code })).toMatchObject({ ok: true, value: 0 });
  });

  it.each([
    { given: { timeout: 50 }, want: { code: "TIMEOUT" } },
    { given: { timeout: 300_001 }, want: { code: "INVALID_OPTIONS" } },
    { given: { timeout: "50" }, want: { code: "INVALID_OPTIONS" } },
    { given: { timeout: 50, options: { timeout_ms: 60 } }, want: { code: "INVALID_OPTIONS" } },
  ])("its tool's $given is a limit, too", async ({ given, want }) => {
    const answer = await execute(client, { code: "await sleep(5_000)", ...given });
    expect(answer).toMatchObject({ ok: false, error: want });
  });
});
