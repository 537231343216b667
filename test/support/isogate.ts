/** Runs the `isogate` command as a process of its own, with standard input, on a terminal or not. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { root } from "../../scripts/stack.mjs";

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

const MAX_MS = 40_000;

export const COMMAND = join(root, "bin/isogate.mjs");

/** `script` of util-linux runs a command on a terminal of its own. */
export const hasTerminal = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

export class Isogate {
  readonly #environment: Readonly<Record<string, string>>;

  /** @param environment replaces XDG_CONFIG_HOME and ISOGATE_* of the machine that runs the tests */
  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment;
  }

  run(args: readonly string[], input?: string): Promise<Ended> {
    return this.start(process.execPath, [COMMAND, ...args], input).ended;
  }

  /** Runs the command on a terminal, which mixes standard output and error into `stdout`. */
  onTerminal(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Started {
    // Without `exec`, a shell such as dash stays in between and returns its own status after Ctrl-C.
    const line = `exec ${[process.execPath, COMMAND, ...args].map(quoted).join(" ")}`;
    return this.start("script", ["-qec", line, "/dev/null"], undefined, environment);
  }

  start(
    command: string,
    args: readonly string[],
    input?: string,
    environment: Readonly<Record<string, string>> = {},
  ): Started {
    const { ISOGATE_URL: _1, ISOGATE_API_KEY: _2, NO_COLOR: _3, FORCE_COLOR: _4, ...inherited } = process.env;
    const child = spawn(command, args, {
      env: { ...inherited, TERM: "xterm", ...this.#environment, ...environment },
      stdio: ["pipe", "pipe", "pipe"],
      timeout: MAX_MS,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    // `script` ends when its own input does.
    if (command !== "script") child.stdin.end(input);
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (status) => resolve({ status, stdout, stderr }));
    });
    return { child, ended, stdout: () => stdout, stderr: () => stderr };
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
