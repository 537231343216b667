/** A short name of another system that becomes a long one, as often as a script can use it. */
import { expect, it } from "vitest";
import { serversLayout } from "../../dialects/servers-layout/rewrite.ts";
import { MAX_CODE_LENGTH } from "../../worker-loader/limits.ts";
import { prepareScript } from "../../worker-loader/prepare/prepare.ts";

const HEAD = 'import { a } from "./servers/notes";\n';
const longNames = serversLayout({
  version: "1",
  findSkill: (name: string) => ({ ok: true, name }) as const,
  findServer: () => ({
    ok: true,
    server: { identifier: "s".repeat(64), findTool: () => ({ ok: true, identifier: "t".repeat(64) }) },
  }),
});

const prepare = (code: string) =>
  prepareScript(code, "javascript", () => Promise.reject(new Error("No TypeScript")), [], [longNames]);

it("a script that becomes too long is refused before it is parsed again", async () => {
  const code = HEAD + "a();".repeat((MAX_CODE_LENGTH - HEAD.length) / 4);
  const prepared = await prepare(code);
  const message = expect.stringMatching(
    /^SyntaxError: Written with the names of this gateway, the script has \d{7} char/,
  );
  expect(prepared).toMatchObject({ ok: false, error: { code: "SYNTAX_ERROR", message } });
});

it("a script that exports what it imports by many names declares it once", async () => {
  const exported = Array.from({ length: 8_000 }, (_, index) => `a as b${index}`).join(", ");
  const prepared = await prepare(`import * as a from "./servers/notes/get.js";\nexport { ${exported} };`);
  expect(prepared).toMatchObject({ ok: false, error: { message: expect.stringContaining("export") } });
});

it("a script whose exports become too long is refused before it is parsed again", async () => {
  const names = Array.from({ length: 8_000 }, (_, index) => `a${index}`).join(", ");
  const prepared = await prepare(`import { ${names} } from "./servers/notes";\nexport { ${names} };`);
  const message = expect.stringMatching(
    /^SyntaxError: Written with the names of this gateway, the script has \d{7} char/,
  );
  expect(prepared).toMatchObject({ ok: false, error: { code: "SYNTAX_ERROR", message } });
});

it("a script that becomes longer is prepared", async () => {
  expect(await prepare(`${HEAD}${"a();".repeat(2_000)}`)).toMatchObject({ ok: true });
});
