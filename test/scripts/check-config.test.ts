/** What `npm start`, the build and `npm run deploy` say of the files that they read. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readGatewayJson } from "../../scripts/check-config.mjs";
import { temporaryDirectory } from "../support/temporary-directory.ts";

let directory: string;
beforeEach(async () => (directory = await temporaryDirectory()));
afterEach(() => rm(directory, { recursive: true, force: true }));

const GATEWAY = "gateway.json";
const POLICY = "policy.json";

it("reads both files", async () => {
  await writeFile(join(directory, GATEWAY), '{"mcpServers": {}}');
  await writeFile(join(directory, POLICY), "null");
  expect(readGatewayJson(directory)).toMatchObject({ ok: true, problems: [] });
});

describe("tools in code", () => {
  const given = {
    mcpServers: { notes: { type: "local" }, nope: { type: "local" }, off: { type: "local", disabled: true } },
  };
  const text = 'mcpServers.nope is of type "local", but local-servers.ts defines notes, a-b. Add nope there,';
  const undefinedServer = [{ server: "nope", text: expect.stringContaining(text) }];

  it.each([
    { code: 'export const localServers: LocalServers = { notes, "a-b": [one] };', problems: undefinedServer },
    {
      code: 'export const localServers = { notes(): X { return x; }, "a-b": [one] } satisfies L;',
      problems: undefinedServer,
    },
    { code: "export const localServers = { notes, ...others };", problems: [] },
    { code: "export const localServers = make();", problems: [] },
    {
      code: "export const localServers: Record<string, X> = {}; for (const n of names) localServers[n] = make(n);",
      problems: [],
    },
    { code: 'export { localServers } from "./elsewhere.ts";', problems: [] },
    { code: "export const localServers = {", problems: [] },
    { code: undefined, problems: [] },
  ])("are looked for in $code", async ({ code, problems }) => {
    await writeFile(join(directory, GATEWAY), JSON.stringify(given));
    await writeFile(join(directory, POLICY), "null");
    if (code !== undefined) await writeFile(join(directory, "local-servers.ts"), code);
    expect(readGatewayJson(directory)).toMatchObject({ ok: true, problems });
  });
});

it("notes a credential that stands in the file, without it", async () => {
  const github = { url: "https://a.example/mcp", headers: { Authorization: "Bearer ghp_s3cret", Accept: "*/*" } };
  const named = { url: "https://a.example/mcp", headers: { Authorization: "Bearer ${TOKEN}" } };
  await writeFile(join(directory, GATEWAY), JSON.stringify({ mcpServers: { github, named } }));
  await writeFile(join(directory, POLICY), "null");
  const text = expect.stringMatching(/^mcpServers\.github\.headers\.Authorization holds a credential(?!.*s3cret)/);
  expect(readGatewayJson(directory)).toMatchObject({ ok: true, problems: [], notes: [{ text }] });
});

it("says which files are missing, and what to do", () => {
  const problems = [
    {
      text: expect.stringMatching(/^There is no file gateway\.json in .* git checkout gateway\.json .* \{"mcpServers"/),
    },
    { text: expect.stringMatching(/^There is no file policy\.json in .* an empty one is null\.$/) },
  ];
  expect(readGatewayJson(directory)).toStrictEqual({ ok: false, problems });
});

it("says which one is a folder", async () => {
  await mkdir(join(directory, GATEWAY));
  await writeFile(join(directory, POLICY), "null");
  const problems = [
    { text: expect.stringMatching(/gateway\.json is a folder, not a file: move it away\. git checkout/) },
  ];
  expect(readGatewayJson(directory)).toStrictEqual({ ok: false, problems });
});
