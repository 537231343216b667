/** A script may use the name of an import for something else inside of a function or a block. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../../support/client.ts";

const ISSUE = "import { getIssue } from './servers/tracker';";
const NOTES = "import * as notes from './servers/notes';";

describe("an inner name of the spelling of an import", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it.each([
    {
      given: `${ISSUE}\nasync function main() { const get = async (getIssue) => getIssue({ issue_id: "1" }); return (await get(getIssue)).called; }`,
      want: "get_issue",
    },
    {
      given: `${NOTES}\nasync function main() { const { notes: rows } = await notes.listNotes({}); return rows.map((notes) => typeof notes.id).length; }`,
      want: 3,
    },
    {
      given: `${NOTES}\nasync () => { const { notes: rows } = await notes.listNotes({}); return rows.map((notes) => typeof notes.id).length }`,
      want: 3,
    },
    {
      given: `${ISSUE}\nasync ({ day }) => { { const getIssue = day; day.at(getIssue) } return [day, (await getIssue({ issue_id: day })).args.issue_id] }`,
      want: ["2026-11-21", "2026-11-21"],
    },
    {
      given: `${ISSUE}\nfunction f(get = getIssue) { var getIssue = 1; return [typeof get, getIssue] }\nf()`,
      want: ["function", 1],
    },
    {
      given: `${ISSUE}\nlet n = 0; switch (typeof getIssue) { case "function": { let getIssue = 7; n = getIssue } }\n[n, typeof getIssue]`,
      want: [7, "function"],
    },
    {
      given: `${ISSUE}\nconst seen = []; for (const getIssue of [1]) seen.push(getIssue); try { throw 2 } catch (getIssue) { seen.push(getIssue) }\n(class getIssue { static { seen.push(getIssue.name) } });\nseen.push((function getIssue() { return typeof getIssue.name })(), Object.keys({ getIssue })[0], typeof getIssue)\nseen`,
      want: [1, 2, "getIssue", "string", "getIssue", "function"],
    },
  ])("$given", async ({ given, want }) => {
    expect(await execute(client, { code: given, input: { day: "2026-11-21" } })).toMatchObject({
      ok: true,
      value: want,
    });
  });

  it("leaves a mistake before the run what it is", async () => {
    const code = `${ISSUE}\nconst f = (getIssue) => getIssue;\nawait getIssue({ isue: "1" })`;
    expect(await execute(client, { code })).toMatchObject({ ok: false, error: { line: 3, code: "INVALID_ARGS" } });
  });
});

describe("an import that is exported, or stands in the options of another", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it("is refused as every named export is", async () => {
    const { error } = await execute(client, { code: `${ISSUE}\nexport { getIssue };\n1` });
    expect(error).toMatchObject({ code: "SYNTAX_ERROR", message: expect.stringContaining("no named exports") });
  });

  it("goes with the import that is replaced", async () => {
    const code = `${ISSUE}\nawait import("./servers/tracker", { with: getIssue });\n1`;
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: 1 });
  });
});
