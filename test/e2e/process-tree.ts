/** Which processes a command has started, directly or not, whatever group or session they went to. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** @returns the descendants of `root`, at this moment, by process id */
export async function descendants(root: number): Promise<ReadonlyMap<number, string>> {
  const all = await processes();
  const found = new Map<number, string>();
  const add = (parent: number): void => {
    for (const one of all) {
      if (one.parent !== parent || found.has(one.pid)) continue;
      found.set(one.pid, one.command);
      add(one.pid);
    }
  };
  add(root);
  return found;
}

/** Those of `pids` that still run. A zombie waits for its parent to notice, and does nothing any more. */
export async function alive(pids: ReadonlyMap<number, string>): Promise<string[]> {
  const all = await processes();
  return all.filter(({ pid, command }) => pids.get(pid) === command).map(({ pid, command }) => `${pid} ${command}`);
}

async function processes(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { maxBuffer: 1 << 26 });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, state, command = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || state?.startsWith("Z") ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}
