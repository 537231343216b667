// A gateway's store (the folder that `wrangler dev` persists to) belongs to one gateway at a time: two would resume the same runs twice, and
// record what the other one did as lost. A transaction of SQLite that never ends is the lock: the system ends it with its process, however that
// ends. A second file names the holder. The file of the lock is never removed, because a process that waits for it may have opened it, and never
// read otherwise, because a process loses its locks on a file when it closes it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";

const LOCK = "isogate.lock.sqlite";
const HOLDER = "isogate.lock.json";
/** Processes that claim at the same moment keep each other from the lock for less than that. */
const CLAIM_MS = 300;
/** Result codes of SQLite. */
const BUSY = 5;
const NOT_A_DATABASE = 26;

/**
 * Takes a store for this process, until it ends or releases it.
 *
 * @param {string} folder is made if it is missing
 * @returns {{ ok: true, announce(origin: string): void, release(): void } |
 *   { ok: false, holder: { pid?: number, origin?: string } }} `announce` has the next claim name the URL of the gateway; `holder` is the
 *   process that has the store, without `origin` while its gateway has not started
 * @throws Error if the folder cannot be written, or has something else in place of the lock
 */
export function claimState(folder) {
  const file = join(folder, HOLDER);
  let lock;
  try {
    mkdirSync(folder, { recursive: true });
    lock = new DatabaseSync(join(folder, LOCK), { timeout: CLAIM_MS });
    // Without the write, a file that may only be read would count as locked.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1");
    writeHolder({});
  } catch (error) {
    if (lock?.isOpen === true) lock.close();
    if (codeOf(error) === BUSY) return { ok: false, holder: readHolder(file) };
    throw new Error(unusable(folder, error), { cause: error });
  }
  process.once("exit", release);
  return { ok: true, release, announce: (origin) => writeHolder({ origin }) };

  function writeHolder(more) {
    writeFileSync(file, JSON.stringify({ pid: process.pid, ...more }));
  }

  function release() {
    if (!lock.isOpen) return;
    rmSync(file, { force: true });
    lock.close();
    process.off("exit", release);
  }
}

/** @returns {{ pid?: number, origin?: string }} empty while the holder has not written it */
function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/** @returns the primary result code of an error of SQLite */
function codeOf({ errcode }) {
  return typeof errcode === "number" ? errcode & 0xff : undefined;
}

function unusable(folder, error) {
  const what = `The store in ${folder} cannot be used`;
  if (codeOf(error) === NOT_A_DATABASE)
    return `${what}: its file ${LOCK} is not the lock of a gateway. Remove it and start again.`;
  if (codeOf(error) === undefined) return `${what}: ${error.message}`;
  return `${what}: ${LOCK} in it cannot be locked (${error.message}). The folder and this file have to be writable, and on a file system with locks.`;
}

/**
 * @param {{ pid?: number, origin?: string }} holder
 * @param {string} folder as the user may write it
 */
export function stateRefusal({ pid, origin }, folder) {
  const running = origin === undefined ? "An Isogate is being started" : `An Isogate already runs at ${origin}`;
  const where = pid === undefined ? folder : `${folder} (process ${pid})`;
  return `${running} with the store in ${where}. Two gateways with one store would carry out the same runs, so this one does not start. Use the other one, stop it, or start this one with a store of its own: npm start -- --state FOLDER`;
}
