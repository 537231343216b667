/** The output of processes that `npm start` starts may hold secrets, so that nobody else on this machine may read it. */
import { chmod, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { start } from "../../scripts/processes.mjs";
import { temporaryDirectory } from "../support/temporary-directory.ts";

let directory: string;
beforeAll(async () => void (directory = await temporaryDirectory()));
afterAll(() => rm(directory, { recursive: true, force: true }));

it.each(["new", "existing"])("a log that is %s is for its owner alone", async (which) => {
  const log = join(directory, `${which}.log`);
  if (which === "existing") {
    await writeFile(log, "of an earlier process");
    await chmod(log, 0o644);
  }
  const started = start("node", process.execPath, ["-e", ""], { cwd: directory, log });
  expect((await stat(log)).mode & 0o777).toBe(0o600);
  await started.exited;
  await started.stop();
  expect(await readFile(log, "utf8")).toBe("");
});
