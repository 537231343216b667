/** Every command of docs/cli.md, in its order, as a shell runs it. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { root } from "../../../scripts/stack.mjs";
import { openGateway } from "../../e2e/gateway.ts";
import { COMMAND, Isogate } from "../../support/isogate.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const SETUP = "setup-token-of-the-document";
const lasting = new AsyncDisposableStack();
let directory: string;
let isogate: Isogate;
let page: string;

beforeAll(async () => {
  page = await readFile(join(root, "docs/cli.md"), "utf8");
  directory = await temporaryDirectory();
  lasting.defer(() => rm(directory, { recursive: true, force: true }));
  const gateway = await openGateway({
    bundle: inject("bundle"),
    mcpServers: { notes: { type: "local" } },
    vars: { ISOGATE_OPEN: "local", ISOGATE_SETUP_TOKEN: SETUP },
  });
  lasting.defer(() => gateway.stop());
  isogate = new Isogate({ XDG_CONFIG_HOME: directory, ISOGATE_URL: gateway.origin, SETUP_TOKEN: SETUP });
});

afterAll(() => lasting.disposeAsync());

it("they all go well", async () => {
  const blocks = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text = ""]) => text);
  expect(blocks.length).toBeGreaterThanOrEqual(6);
  const defined = 'cd "$1"\nnode() { "$NODE" "$@"; }\nisogate() { "$NODE" "$COMMAND" "$@"; }\n';
  for (const text of blocks) {
    const script = `set -e\n${defined}${text}`;
    const variables = { NODE: process.execPath, COMMAND };
    const { status, stderr, stdout } = await isogate.start("sh", ["-c", script, "sh", directory], "", variables).ended;
    expect({ status, stderr }, `${text}\n${stdout}`).toStrictEqual({ status: 0, stderr: "" });
  }
  const declarations = await readFile(join(directory, "tools.d.ts"), "utf8");
  expect(declarations).toContain("declare const notes");
  expect(await readFile(join(directory, "runs.csv"), "utf8")).toMatch(/^id,/);
});

it("names every command", async () => {
  const { stdout } = await isogate.run(["--help"]);
  const names = [...stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?: [A-Z[]| {2})/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(25);
  const missing = names.filter((name) => !page.includes(`isogate ${name}`));
  expect(missing).toStrictEqual([]);
});
