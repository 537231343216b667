// A gateway's store (the folder that `wrangler dev` persists to) belongs to one gateway at a time: two would resume the same runs twice, and
// record what the other one did as lost. A lock file in the folder names the process that holds it and a loopback port where that process
// says so. A file that a killed process has left is recognized by the port, because the system may give its process id to another process.
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";

const LOCK = "isogate.lock";
/** Time that the holder of a lock has to say so. One that is suspended says nothing, and is looked for by its process id. */
const ANSWER_MS = 3_000;
/** Errors of file systems without links, as those of memory cards and of folders that a virtual machine shares. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/**
 * Takes a store for this process, until it ends or releases it.
 *
 * @param {string} folder is made if it is missing
 * @returns {Promise<{ ok: true, announce(origin: string): void, release(): void } |
 *   { ok: false, holder: { pid: number, origin?: string } }>} `announce` has the next claim name the URL of the gateway; `holder` is the
 *   process that has the store, without `origin` while its gateway has not started
 * @throws Error if the folder cannot be written
 */
export async function claimState(folder) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, LOCK);
  const token = randomUUID();
  let origin;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.end(JSON.stringify({ token, origin }));
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  server.unref();
  const own = JSON.stringify({ pid: process.pid, port: server.address().port, token });
  const release = () => {
    if (read(file) === own) rmSync(file, { force: true });
    process.off("exit", release);
    server.close();
  };
  const holder = await take(file, own);
  if (holder !== undefined) {
    server.close();
    return { ok: false, holder };
  }
  process.on("exit", release);
  return { ok: true, release, announce: (url) => (origin = url) };
}

/** @returns {Promise<{ pid: number, origin?: string } | undefined>} the process that has the lock, if it is not this one now */
async function take(file, own) {
  for (;;) {
    const found = read(file);
    if (found === undefined) {
      if (create(file, own)) return undefined;
      continue;
    }
    const holder = await holderOf(found);
    if (holder !== undefined) return holder;
    removeLeftover(file, found);
  }
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Creates the file with its content in one step, so that no other process reads a part of it. @returns false if there is one */
function create(file, content) {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    if (NO_LINKS.has(error.code)) return createWithoutLink(file, content);
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The same in two steps, on file systems that have no links. */
function createWithoutLink(file, content) {
  try {
    writeFileSync(file, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Removes a file that a process has left. Another claim may have replaced it in the meantime; its file is put back. */
function removeLeftover(file, found) {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    const moved = readFileSync(aside, "utf8");
    if (moved !== found) create(file, moved);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** @returns {Promise<{ pid: number, origin?: string } | undefined>} undefined if the process that has written the lock has ended */
async function holderOf(content) {
  const lock = parse(content);
  if (!Number.isInteger(lock.pid) || !Number.isInteger(lock.port)) return undefined;
  const { pid, port, token } = lock;
  const said = await ask(port);
  if (said === undefined) return undefined;
  if (said === "") return isRunning(pid) ? { pid } : undefined;
  const answer = parse(said);
  return answer.token === token ? { pid, origin: answer.origin } : undefined;
}

/** @returns {Promise<string | undefined>} what the process at a port says to a connection, empty for silence; undefined if none listens */
function ask(port) {
  return new Promise((resolve) => {
    let said = "";
    const socket = connect({ port, host: "127.0.0.1" });
    const timer = setTimeout(() => socket.destroy(), ANSWER_MS);
    socket.setEncoding("utf8");
    socket.on("data", (text) => (said += text));
    socket.on("error", (error) => error.code === "ECONNREFUSED" && resolve(undefined));
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(said);
    });
  });
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function parse(text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/**
 * @param {{ pid: number, origin?: string }} holder
 * @param {string} folder as the user may write it
 */
export function stateRefusal({ pid, origin }, folder) {
  const running = origin === undefined ? "An Isogate is being started" : `An Isogate already runs at ${origin}`;
  return `${running} with the store in ${folder} (process ${pid}). Two gateways with one store would carry out the same runs, so this one does not start. Use the other one, stop it, or start this one with a store of its own: npm start -- --state FOLDER`;
}
