/** Tests that type `npm start` as a user does. */
import { spawn, type ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import process from "node:process";
import { expect, it, vi } from "vitest";
import { projectCopy } from "../support/project-copy.ts";

/** For machines with busy neighbours. */
const PRINTED_MS = 120_000;

interface Started {
  readonly pid: number;
  readonly exited: Promise<number | null>;
  printed(): string;
  /** Waits until what is printed matches. */
  prints(what: RegExp): Promise<void>;
  /** As Ctrl-C does: to the process group of the terminal's foreground job. */
  interrupt(): void;
}

/** `npmStart(directory, ...args)` types it there; what a failed test has left running is stopped. */
export const typed = it.extend<{ npmStart: (directory: string, ...args: readonly string[]) => Started }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs.
  npmStart: async ({}, use) => {
    const children: ChildProcess[] = [];
    await use((directory, ...args) => {
      // In a process group of its own, as a terminal would start it.
      const child = spawn("npm", ["start", ...args], {
        cwd: directory,
        detached: true,
        stdio: ["ignore", "pipe", "pipe"],
      });
      children.push(child);
      return startedBy(child);
    });
    for (const { pid, exitCode, signalCode } of children) {
      if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGTERM");
    }
  },
});

/** `start(...args)` types it in `directory`, a copy of the project that the test may change. */
export const inProject = typed.extend<{ directory: string; start: (...args: readonly string[]) => Started }>({
  // oxlint-disable-next-line no-empty-pattern -- As above.
  directory: async ({}, use) => {
    const directory = await projectCopy();
    await use(directory);
    await rm(directory, { recursive: true, force: true });
  },
  start: ({ directory, npmStart }, use) => use((...args) => npmStart(directory, ...args)),
});

function startedBy(child: ChildProcess): Started {
  const { pid } = child;
  if (pid === undefined) throw new Error("npm could not be started");
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => (printed += text));
  return {
    pid,
    exited: new Promise((resolve) => child.once("close", resolve)),
    printed: () => printed,
    prints: (what) => vi.waitFor(() => expect(printed).toMatch(what), PRINTED_MS),
    interrupt: () => process.kill(-pid, "SIGINT"),
  };
}
