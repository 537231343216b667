/** What is imported from the file of one tool has the tool by any of its names. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@modelcontextprotocol/client";
import { connect, execute } from "../../support/client.ts";

const FILE = "./servers/tracker/get_issue.ts";

describe("the module of a tool's file", () => {
  let client: Client;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  it.each([
    `const m = await import("${FILE}"); return (await m.getIssue({ issue_id: "1" })).called`,
    `const m = await import("${FILE}"); return (await m["get-issue"]({ issue_id: "1" })).called`,
    `const m = await import(\`${FILE}\`); return (await m.getIssue({ issue_id: "1" })).called`,
    `const m = await import("./servers/tracker/getIssue"); return (await m.get_issue({ issue_id: "1" })).called`,
    `const { getIssue } = await import("${FILE}"); return (await getIssue({ issue_id: "1" })).called`,
    `const { getIssue: get } = await import("${FILE}"); return (await get({ issue_id: "1" })).called`,
    `return (await (await import("${FILE}")).getIssue({ issue_id: "1" })).called`,
    `return import("${FILE}").then(({ getIssue }) => getIssue({ issue_id: "1" })).then(({ called }) => called)`,
    `import * as m from "${FILE}"; return (await m.getIssue({ issue_id: "1" })).called`,
    `import * as m from "${FILE}"; const { getIssue } = m; return (await getIssue({ issue_id: "1" })).called`,
    `import * as m from "${FILE}"; return (await m.get_issue({ issue_id: "1" })).called`,
    `import * as m from "${FILE}"; return (await m.default({ issue_id: "1" })).called`,
  ])("%s", async (code) => {
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: "get_issue" });
  });

  it("of Node's is imported by a template, too", async () => {
    const code = "const { join } = await import(`node:path`); join('a', 'b')";
    expect(await execute(client, { code })).toMatchObject({ ok: true, value: "a/b" });
  });

  it("has no other tool of the server", async () => {
    const code = `import * as m from "${FILE}"; m.listIssues({})`;
    expect(await execute(client, { code })).toMatchObject({ ok: false });
  });

  it("is written for a few styles of its name, and never into a script that becomes too long by it", async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `get${"_".repeat((index % 50) + 2)}${styled(index)}`);
    const read = names.map((name) => `q.${name};`).join("\n");
    const imported = `import("./servers/tracker/get_issue");\n`.repeat(2_000);
    const begun = performance.now();
    const { ok, error } = await execute(client, { code: `const q = {};\n${read}\n${imported}` });
    expect({ ok, error }).toMatchObject({
      ok: false,
      error: { code: "SYNTAX_ERROR", message: expect.stringMatching(/has \d+ characters; at most \d+ are accepted/) },
    });
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

/** `issue` in upper and lower case letters. */
function styled(index: number): string {
  return "issue"
    .split("")
    .map((letter, at) => ((index >> at) & 1 ? letter.toUpperCase() : letter))
    .join("");
}
