/** A replaced import, or use of one, never continues the line before it, which may have no semicolon. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../../support/client.ts";

const NOTES = "import * as notes from './servers/notes/listNotes.ts'";

describe("a line before that has no semicolon", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
    await execute(client, { code: "await scripts.save('one_note', { code: '1' })" });
  });
  afterAll(() => client.close());

  it.each([
    {
      name: "an arrow before a dynamic import",
      given:
        "const onError = () => null\nimport('./servers/notes').then((n) => n.listNotes({}))\nconst done = true\ndone",
      want: true,
      calledAt: 2,
    },
    {
      name: "an arrow before an import of all of a tool's file",
      given: `${NOTES}\nconst log = (x) => x\nconst a = log\nnotes.listNotes({})\ntypeof a`,
      want: "function",
      calledAt: 4,
    },
    { name: "a number", given: `${NOTES}\nconst a = 1\nnotes.listNotes({})\na`, want: 1, calledAt: 3 },
    { name: "an optional member", given: `${NOTES}\nconst a = [7]\nnotes?.listNotes({})\na`, want: [7], calledAt: 3 },
    {
      name: "in a block",
      given: `${NOTES}\nif (true) {\n  const a = String\n  notes.listNotes({})\n  typeof a\n}`,
      want: "function",
      calledAt: 4,
    },
    {
      name: "in a function",
      given: `${NOTES}\nasync function f() {\n  const a = String\n  notes.listNotes({})\n  return typeof a\n}\nf()`,
      want: "function",
      calledAt: 4,
    },
    {
      name: "in a case",
      given: `${NOTES}\nlet a\nswitch (1) {\n  case 1:\n    a = String\n    notes.listNotes({})\n}\ntypeof a`,
      want: "function",
      calledAt: 6,
    },
    {
      name: "in a static block",
      given: `${NOTES}\nlet a\nclass A {\n  static {\n    a = String\n    notes.listNotes({})\n  }\n}\ntypeof a`,
      want: "function",
      calledAt: 6,
    },
    {
      name: "a saved script",
      given: "import * as one from './skills/one_note'\nconst a = String\none.default\ntypeof a",
      want: "function",
    },
    {
      name: "in the branches of conditions and loops",
      given: `${NOTES}\nlet n = 0\nif (n > 0)\n  notes.listNotes({})\nelse\n  import('./servers/notes').then(() => n++)\nfor (const one of [])\n  notes.listNotes({})\ndo\n  notes && n++\nwhile (n < 2)\nn`,
      want: 2,
    },
    { name: "a name in braces", given: `${NOTES}\ntypeof ({ notes }).notes.default`, want: "function" },
  ])("$name", async ({ given, want, calledAt }) => {
    const ended = await execute(client, { code: given });
    expect(ended).toMatchObject({ ok: true, value: want });
    // The log names each call that nothing waits for.
    const logged =
      calledAt === undefined ? /^$/ : new RegExp(`^\\[isogate\\] line ${calledAt}: notes\\.\\S+ had no answer.*$`);
    expect(ended.logs.join("\n")).toMatch(logged);
  });

  it("keeps lines and columns", async () => {
    const code = `${NOTES}\nconst a = String\nnotes.listNote({})\na`;
    expect(await execute(client, { code })).toMatchObject({ ok: false, error: { line: 3 } });
  });
});
