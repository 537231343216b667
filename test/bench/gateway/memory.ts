/** How much memory a process has, as Linux counts it. */
import { readFile } from "node:fs/promises";

/** @returns megabytes; undefined on systems without /proc */
export async function residentMegabytes(pid: number | undefined): Promise<number | undefined> {
  if (pid === undefined) return undefined;
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}
