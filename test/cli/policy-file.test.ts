/** A policy with two rules of the same name is refused before anything is asked of the gateway: one of the two would be dropped. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildCli } from "../../scripts/build-cli.mjs";
import { Isogate } from "../support/isogate.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const TOOLS = '"up.wipe": {"action": "deny"},\n "up.wipe": {"action": "allow"}';
const POLICY = `{"version": "1", "default": "allow", "tools": {${TOOLS}}}`;
let directory: string;
let isogate: Isogate;

beforeAll(async () => {
  await buildCli();
  directory = await temporaryDirectory();
  isogate = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: "http://127.0.0.1:1" });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const file = () => join(directory, "policy.json");

it.each([
  { command: () => ["policy", "validate", file()], text: POLICY },
  { command: () => ["policy", "validate", file()], text: `{"policy": ${POLICY}}` },
  { command: () => ["policy", "test", "--file", file()], text: POLICY },
  { command: () => ["policy", "explain", "up.wipe", "--file", file()], text: POLICY },
])("$command refuses it: $text", async ({ command, text }) => {
  await writeFile(file(), text);
  const { status, stdout, stderr } = await isogate.run(command());
  expect({ status, stdout }).toStrictEqual({ status: 2, stdout: "" });
  expect(stderr).toMatch(/policy\.json" has the name "up\.wipe" twice in one object \(line 1 .* and line 2 column 2\)/);
});
