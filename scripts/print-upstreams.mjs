// Asks a gateway that has started how its upstreams are, and prints each of them as soon as that is known.
import { setTimeout } from "node:timers/promises";
import { ownHeaders } from "./dev-vars.mjs";
import { indent } from "./indent.mjs";
import { nameWidth, upstreamLines } from "./upstream-lines.mjs";

/** Time to wait for the lists of upstreams; a slower upstream is printed as not answering yet, and again when it has answered. */
const LISTED_MS = 20_000;
const LIST_CHECK_MS = 300;
/** Time in which a slower upstream is looked at again, and how often. */
const LATE_MS = 300_000;
const LATE_CHECK_MS = 1_000;
/** Time for one answer about the upstreams; a runtime that answers nothing must not keep changes of gateway.json from being read. */
const ANSWER_MS = 20_000;

/**
 * Prints the upstreams that are not ready yet at the end.
 * @param {{ origin: string, unstarted: ReadonlyMap<string, string>, isCarried: (name: string) => boolean, isWatched: () => boolean }} gateway
 *   `unstarted` has the reasons why local processes are not started, which the gateway does not know; `isCarried` says whether a tunnel of ours
 *   carries the upstream, `isWatched` whether slower upstreams are still to be printed
 * @returns the last answer
 */
export async function printUpstreams({ origin, unstarted, isCarried, isWatched }) {
  console.log("\nUpstreams");
  const until = Date.now() + LISTED_MS;
  const printed = new Set();
  const isPending = (upstream) => isConnecting(upstream, isCarried);
  for (;;) {
    const answer = await askUpstreams(origin);
    const isLast = Date.now() >= until || !answer.upstreams.some(isPending);
    const upstreams = answer.upstreams
      .filter((one) => !printed.has(one.name) && (isLast || !isPending(one)))
      .map((one) => (unstarted.has(one.name) ? { ...one, reason: unstarted.get(one.name), fix: undefined } : one));
    for (const { name } of upstreams) printed.add(name);
    const lines = upstreamLines({ upstreams, problems: isLast ? answer.problems : [] }, nameWidth(answer.upstreams));
    if (lines.length > 0) console.log(indent(lines.join("\n")));
    if (isLast) {
      void printLate(new Set(answer.upstreams.filter(isPending).map(({ name }) => name)), origin, isWatched);
      return answer;
    }
    await setTimeout(LIST_CHECK_MS);
  }
}

/** Prints the upstreams with these names when they are ready. Never rejects: a gateway that does not answer is another's to report. */
async function printLate(names, origin, isWatched) {
  for (const until = Date.now() + LATE_MS; names.size > 0 && isWatched() && Date.now() < until;) {
    await setTimeout(LATE_CHECK_MS);
    if (!isWatched()) return;
    const { upstreams } = await askUpstreams(origin).catch(() => ({ upstreams: [] }));
    const ready = upstreams.filter(({ name, status }) => status === "ready" && names.delete(name));
    if (isWatched()) for (const line of upstreamLines({ upstreams: ready })) console.log(line);
  }
}

async function askUpstreams(origin) {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(`${origin}/api/v1/upstreams`, { headers: ownHeaders(), signal }).catch((error) => {
    throw new Error(`The gateway does not answer at ${origin}: ${error.message}`);
  });
  if (!response.ok) throw new Error(`The gateway answers ${response.status}: ${await response.text()}`);
  return response.json();
}

/** A local process is away until its tunnel is open. */
function isConnecting({ name, status, reason = "" }, isCarried) {
  if (status === "connecting") return true;
  return isCarried(name) && status === "down" && reason.includes("no tunnel carries it");
}
