// Starts child processes that do not outlive this script, and finds free ports for them.
import { spawn } from "node:child_process";
import { createWriteStream, fchmodSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";

const STOP_AFTER_MS = 3_000;
const READY_CHECK_MS = 100;
/** Ends a process group when its standard input is closed, which the system does as well when this process is killed. */
const END_WITH_PARENT = 'read _; kill -s TERM -- "-$1"; sleep 3; kill -s KILL -- "-$1"';

const running = new Set();
let stoppingAll = false;

/** @returns the first free port on loopback from `wanted` on @throws Error if none of 200 is free */
export async function freePort(wanted) {
  for (let port = wanted; port < wanted + 200; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No port between ${wanted} and ${wanted + 199} is free on 127.0.0.1.`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/**
 * Starts a command in a process group of its own, with its output in a file.
 * @param {{ env?: Record<string, string>, cwd: string, log: string, withControl?: boolean }} options `withControl` gives the command a
 *   file descriptor 3 to write to
 * @returns {{ pid: number | undefined, control: import("node:stream").Readable | undefined, stop(): Promise<void>, kill(): Promise<void>,
 *   exited: Promise<number | null>, output(): string, tail(): string }} `output` is all that the command has printed, `tail` the end of it
 */
export function start(name, command, args, { env = {}, cwd, log, withControl = false }) {
  if (stoppingAll) throw new Error(`${name} was not started, because all processes are being stopped.`);
  mkdirSync(dirname(log), { recursive: true });
  // Opened at once, so that the log of an earlier process is not read as this one's.
  const file = createWriteStream(log, { fd: openPrivate(log) });
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe", ...(withControl ? ["pipe"] : [])],
  });
  const release = child.pid === undefined ? () => undefined : endWithParent(child.pid);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const exited = new Promise((resolve) => {
    child.once("error", (error) => {
      file.write(`${name} could not be started: ${error.message}\n`);
      resolve(null);
    });
    child.once("exit", resolve);
  });
  const signal = (which) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, which);
    } catch {
      // The whole group has ended.
    }
  };
  void exited.then(() => {
    try {
      process.kill(-child.pid, 0);
    } catch {
      // The process group has no process any more, and the system may give its number to another one.
      release();
    }
  });
  const output = () => readFileSync(log, "utf8");
  const started = {
    exited,
    output,
    pid: child.pid,
    control: child.stdio[3] ?? undefined,
    tail: () => output().split("\n").slice(-25).join("\n"),
    /** Ends the group like a crash, by a signal that cannot be handled. */
    async kill() {
      signal("SIGKILL");
      await exited;
      release();
      running.delete(started);
    },
    async stop() {
      if (child.pid === undefined) return;
      signal("SIGTERM");
      const forced = setTimeout(() => signal("SIGKILL"), STOP_AFTER_MS);
      await exited;
      clearTimeout(forced);
      // Grandchildren (workerd) that ignored the first signal.
      signal("SIGKILL");
      release();
      running.delete(started);
    },
  };
  running.add(started);
  return started;
}

/** Empties a log for its owner alone: the output of a process may hold a secret. @returns its file descriptor */
function openPrivate(path) {
  const descriptor = openSync(path, "w", 0o600);
  // The mode above is for a new file.
  fchmodSync(descriptor, 0o600);
  return descriptor;
}

/**
 * Has the process group end with this process, even when that is killed: a gateway that is left behind keeps its port and its processes.
 * @returns a function that lets go of it
 */
function endWithParent(pid) {
  const watcher = spawn("sh", ["-c", END_WITH_PARENT, "sh", String(pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.on("error", () => undefined);
  watcher.stdin.on("error", () => undefined);
  watcher.unref();
  watcher.stdin.unref();
  return () => watcher.kill("SIGKILL");
}

/** Stops all processes, including those that are not ready yet, and prevents further starts. */
export async function stopAll() {
  stoppingAll = true;
  await Promise.all([...running].map((one) => one.stop()));
}

/**
 * Requests `url` until it answers.
 * @param {{ exited: Promise<number | null>, tail(): string }} started the process that should answer
 * @param {() => boolean} isHeldUp called before each request: true while the time does not count; it may throw
 * @throws Error with the end of the log if the process ends first or the time is over
 */
export function answering(name, url, started, timeoutMs, isHeldUp = () => false) {
  const answers = () =>
    fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      () => true,
      () => false,
    );
  return ready(`${name} did not answer at ${url}`, name, started, timeoutMs, answers, isHeldUp);
}

/**
 * Waits until a process prints `text`. Another process can answer at its port instead of it, but not print.
 * @throws Error with the end of the log if the process ends first or the time is over
 */
export function printing(name, text, started, timeoutMs) {
  const prints = async () => started.output().includes(text);
  return ready(`${name} did not print "${text}"`, name, started, timeoutMs, prints, () => false);
}

async function ready(failure, name, { exited, tail }, timeoutMs, isReady, isHeldUp) {
  const state = { ended: false };
  void exited.then(() => (state.ended = true));
  let until = Date.now() + timeoutMs;
  while (!state.ended) {
    if (isHeldUp()) until = Date.now() + timeoutMs;
    if (Date.now() >= until) break;
    if (await isReady()) return;
    await delay(READY_CHECK_MS);
  }
  throw new Error(
    `${state.ended ? `${name} ended before it was ready` : `${failure} within ${timeoutMs} ms`}:\n${tail()}`,
  );
}
