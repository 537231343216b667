/** Copies the project like a fresh clone, with the changes of the working tree and the installed dependencies. */
import { execFile } from "node:child_process";
import { cp, symlink } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/stack.mjs";
import { temporaryDirectory } from "./temporary-directory.ts";

/** @returns a directory, which the caller removes */
export async function projectCopy(): Promise<string> {
  const directory = await temporaryDirectory();
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const { stdout } = await promisify(execFile)("git", listed, { cwd: root, maxBuffer: 10_000_000 });
  for (const name of stdout.split("\0")) {
    const isNeeded = name !== "" && !/^(?:test|docs)\//.test(name) && existsSync(join(root, name));
    if (isNeeded) await cp(join(root, name), join(directory, name));
  }
  await symlink(join(root, "node_modules"), join(directory, "node_modules"));
  return directory;
}
