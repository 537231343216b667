/** Imports that look like the layout's and are not, and what a rewritten script cannot reach. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../../support/client.ts";

describe("an import of the layout", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it.each([
    "import x from 'servers/gmail'",
    "import x from '/servers/gmail'",
    "import x from './server/gmail'",
    "import x from './servers/gmail/tools/send_email.ts'",
    "import x from './servers/../gmail/x/y'",
    "import x from 'https://example.com/servers/gmail'",
    "import x from './/servers/gmail'",
    "import x from '.../servers/gmail'",
    "export * from './servers/gmail'",
    "export { sendEmail } from './servers/gmail'",
    "const name = 'gmail'; await import(`./servers/${name}`)",
    "await import('./servers/' + 'gmail')",
    "await import('node:net')",
    "await import('node:os')",
    "await import('cloudflare:workers')",
  ])("%s is refused as any other", async (code) => {
    expect(await execute(client, { code })).toMatchObject({
      ok: false,
      error: { code: "PACKAGE_NOT_ALLOWED", line: 1 },
    });
  });

  it.each([
    "import x from './servers/..'",
    "import x from './servers/__proto__'",
    "import x from './servers/constructor/constructor'",
    "import { constructor } from './servers/gmail'",
    "import { '__proto__' as x } from './servers/gmail'",
    "import { '\\u2028](1);//' as x } from './servers/gmail'",
    "import x from './servers/gmail/\"]; evil();'",
    "import x from './servers/gmail/send_fax'",
    "import {} from './servers/gmial'",
    "await import('./servers/gmail/__proto__')",
  ])("%s does not exist", async (code) => {
    expect(await execute(client, { code })).toMatchObject({ ok: false, error: { code: "TOOL_NOT_FOUND", line: 1 } });
  });

  it.each([
    {
      given: "import { sendEmail } from './servers/gmail'; ({ sendEmail } = { sendEmail: 1 }); 1",
      want: "RUNTIME_ERROR",
    },
    { given: "import * as mail from './servers/gmail'; mail.sendEmail = 1", want: "RUNTIME_ERROR" },
    { given: "import mail from './servers/gmail'; mail", want: "SERIALIZATION_ERROR" },
    { given: "import mail from './servers/gmail'; const gmail = 1; mail", want: "SERIALIZATION_ERROR" },
    { given: "import mail from './servers/gmail'; const gmail = 1; __servers", want: "SERIALIZATION_ERROR" },
    { given: "import mail from './servers/mcp'; await mail.anything({})", want: "UPSTREAM_ERROR" },
    { given: "import { sendEmail, sendEmail } from './servers/gmail'", want: "SYNTAX_ERROR" },
  ])("$given is $want", async ({ given, want }) => {
    expect(await execute(client, { code: given })).toMatchObject({ ok: false, error: { code: want } });
  });

  it.each([
    {
      given:
        "const n = await count(); import { listNotes } from './servers/notes'; async function count() { return (await listNotes({})).notes.length } n",
      want: 3,
    },
    { given: "import './servers/gmail'; 1", want: 1 },
    { given: "import type from './servers/gmail'; typeof type.sendEmail", want: "function" },
    { given: "typeof (await __servers).gmail + typeof __servers.then", want: "objectundefined" },
    { given: "const __servers = 1; __servers", want: 1 },
    { given: "import { listNotes as notes } from './servers/notes'; (await notes({})).notes.length", want: 3 },
    { given: "'import x from \"./servers/nobody\"'.length", want: 32 },
    { given: "// import x from './servers/nobody'\n2", want: 2 },
  ])("$given", async ({ given, want }) => {
    expect(await execute(client, { code: given })).toMatchObject({ ok: true, value: want });
  });

  it.each([
    { given: "import { broken } from './servers/docs'; await broken({})", want: { line: 1, column: 54 } },
    {
      given: "import { broken } from './servers/docs';\n const docs = 1; await broken({})",
      want: { line: 2, column: 30 },
    },
    {
      given: "import {\n  broken,\n} from './servers/docs';\n\n((broken) => 1)();\nawait broken({})",
      want: { line: 6 },
    },
    { given: "import * as d from './servers/docs'; d.searchManual({ q: 'x' })", want: { line: 1, column: 38 } },
    { given: "1;\nimport { x } from './servers/nowhere'", want: { line: 2, column: 1 } },
    { given: "import { searchEmails,\n  sendFax } from './servers/gmail'", want: { line: 2, column: 3 } },
  ])("$given fails at its own place", async ({ given, want }) => {
    expect(await execute(client, { code: given })).toMatchObject({ ok: false, error: want });
  });

  it("does not widen what a run may use", async () => {
    const code = "import { listNotes } from './servers/notes'; const notes = await listNotes({}); notes";
    expect(await execute(client, { code, options: { allowed_servers: ["gmail"] } })).toMatchObject({
      ok: false,
      error: { code: "SERVER_NOT_ALLOWED" },
    });
  });

  it("nothing survives in a warm isolate", async () => {
    const code = `
      import mail from "./servers/gmail";
      const gmail = ["left" in mail, Object.keys(mail.sendEmail).includes("left"), Object.keys(__servers).length, mail.sendEmail.left, __servers.gmail === globalThis.kept];
      for (const object of [mail, __servers, mail.sendEmail]) try { object.left = 1 } catch {}
      try { globalThis.kept = __servers.gmail } catch {}
      gmail.filter(Boolean).length`;
    for (const _ of [1, 2]) expect(await execute(client, { code })).toMatchObject({ ok: true, value: 0 });
  });
});
