/** How much memory a process has, as Linux counts it. */
import { readFile } from "node:fs/promises";

/** @returns megabytes; undefined on systems without /proc */
export async function residentMegabytes(pid: number | undefined): Promise<number | undefined> {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await statusOf(pid))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}

/** @returns the most megabytes that it has had; NaN on systems without /proc */
export async function peakMegabytes(pid: number | undefined): Promise<number> {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(await statusOf(pid))?.[1] ?? Number.NaN) / 1_024;
}

async function statusOf(pid: number | undefined): Promise<string> {
  return pid === undefined ? "" : readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
}
