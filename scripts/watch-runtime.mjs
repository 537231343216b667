// Notices that a gateway under `wrangler dev` answers nothing after a crash of its runtime.
import { setTimeout } from "node:timers/promises";

/** The line that `wrangler dev` logs when its workerd has ended; it starts another, which may listen and answer nothing. */
const CRASHED = "The Workers runtime crashed unexpectedly";
/** How often that log is looked at, and the checks after a crash. */
const CRASH_CHECK_MS = 5_000;
const HEALTH_MS = 5_000;
const HEALTH_CHECK_MS = 1_000;
const MAX_HEALTH_CHECKS = 3;

/**
 * Waits until the gateway answers none of the checks after a crash of its runtime. One that has not crashed is left alone, because a script
 * that computes keeps it from answering as well.
 * @param {{ origin: string, output: () => string }} gateway
 * @param {() => boolean} isWatched false once the gateway was replaced
 * @returns {Promise<boolean>} false if it is no longer watched
 */
export async function waitForCrash({ origin, output }, isWatched) {
  let crashes = 0;
  for (;;) {
    await setTimeout(CRASH_CHECK_MS);
    if (!isWatched()) return false;
    const known = crashes;
    crashes = output().split(CRASHED).length - 1;
    if (crashes !== known && !(await isAnswering(origin)) && isWatched()) return true;
  }
}

async function isAnswering(origin) {
  for (let check = 0; check < MAX_HEALTH_CHECKS; check += 1) {
    const request = fetch(`${origin}/health`, { signal: AbortSignal.timeout(HEALTH_MS) });
    if (await request.then(({ ok }) => ok).catch(() => false)) return true;
    await setTimeout(HEALTH_CHECK_MS);
  }
  return false;
}
