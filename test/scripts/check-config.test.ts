/** Files that `npm start`, the build and `npm run deploy` read, where they are missing or no files. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
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
