/** `npx isogate` in a checkout: builds what it runs when that is missing or older than its sources, and says so. */
import { cp, readFile, rm, symlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../../scripts/stack.mjs";
import { Isogate } from "../support/isogate.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const COPIED = ["bin", "scripts", "sdk-gen", "src", "package.json", "package-lock.json", "tsconfig.json"];
const BUILDING = "Building the isogate command, once …\n";
let checkout: string;
let version: string;

beforeAll(async () => {
  checkout = await temporaryDirectory();
  for (const path of COPIED) await cp(join(root, path), join(checkout, path), { recursive: true });
  ({ version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string });
});

afterAll(() => rm(checkout, { recursive: true, force: true }));

it("names what is missing, builds once, and again after a change", async () => {
  const isogate = new Isogate({ XDG_CONFIG_HOME: checkout });
  const start = () => isogate.start(process.execPath, [join(checkout, "bin/isogate.mjs"), "--version"]).ended;
  expect(await start()).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("npm ci") });
  await symlink(join(root, "node_modules"), join(checkout, "node_modules"));
  const good = { status: 0, stdout: `${version}\n` };
  expect(await start()).toStrictEqual({ ...good, stderr: BUILDING });
  expect(await start()).toStrictEqual({ ...good, stderr: "" });
  const later = new Date(Date.now() + 1_000);
  await utimes(join(checkout, "src/cli/help.ts"), later, later);
  expect(await start()).toStrictEqual({ ...good, stderr: BUILDING });
  const npx = isogate.start("sh", ["-c", `cd "$0" && npx isogate --version`, checkout]);
  expect(await npx.ended).toMatchObject(good);
});
