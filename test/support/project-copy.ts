/** Copies the project like a fresh clone, with the changes of the working tree and the installed dependencies. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, symlink } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/stack.mjs";

/** Folders above a checkout may have the names of folders inside it. */
const ABOVE = join(tmpdir(), "isogate-copies/dist/guest");

/** @returns a directory, which the caller removes */
export async function projectCopy(): Promise<string> {
  await mkdir(ABOVE, { recursive: true });
  const directory = await mkdtemp(join(ABOVE, "isogate-"));
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const { stdout } = await promisify(execFile)("git", listed, { cwd: root, maxBuffer: 10_000_000 });
  for (const name of stdout.split("\0")) {
    const isNeeded = name !== "" && !/^(?:test|docs)\//.test(name) && existsSync(join(root, name));
    if (isNeeded) await cp(join(root, name), join(directory, name));
  }
  await symlink(join(root, "node_modules"), join(directory, "node_modules"));
  return directory;
}
