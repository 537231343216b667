// The part that all guests share: runs the script once per `run` and reports its outcome as data. The host enforces what has to hold
// against the script: calls, sizes, waiting time, the codes of failures.
//
// The report is sent as soon as the script has ended, and the run continues until every call that it started is answered. A call that the
// script did not await has been sent, or is about to be sent: without it, the report would be incomplete. The same holds for short timers
// of a script that did not fail: in Node, an error ends the process with all that it waits for. An extension can ask for the report to be sent
// after all of it instead.
import { Guard } from "./guard.js";
import script from "./script.js";
import { settle } from "./settle.js";

/**
 * @typedef {object} Spec
 * @property {readonly string[]} parameters names the script module takes, in order
 * @property {readonly string[]} servers which of them are servers
 * @property {readonly string[]} extensions main modules of the extensions it needs
 * @property {readonly string[]} mentions every identifier of the script
 * @property {readonly string[] | undefined} members names of members that the script uses; undefined when any can be meant
 * @property {boolean} definesAccessors whether the script may define accessors or make proxies
 * @property {readonly (readonly [string, readonly string[]])[]} listed names of the members of objects that the script may list
 * @property {string} input JSON text
 * @property {boolean} isLocked whether everything that the script can reach is frozen
 * @property {import("./console.js").LogBounds} logs
 * @property {Limits} limits
 * @property {number} maxAtOnce calls that may be on their way to the host
 */
/** @typedef {{ cpuMs: number, wallMs: number, maxArgsLength: number, maxQuestionLength: number, maxValueLength: number }} Limits */
/**
 * @typedef {object} HostStub
 * @property {import("./tools.js").Send} call
 * @property {import("./extension.js").Ask} ask
 * @property {(from: number, lines: import("./console.js").Line[]) => Promise<void>} log
 * @property {(reason: string) => Promise<void>} limit
 * @property {(report: object, unanswered: import("./calls.js").Unanswered) => Promise<void>} settle
 * @property {import("./extension.js").ReadInTurn} [read] in a durable run
 */

/**
 * @typedef {object} Surroundings
 * @property {unknown[]} values of the script's parameters
 * @property {() => import("./calls.js").Unanswered} unanswered tool calls that are on their way
 * @property {() => void} sendLogged sends what the script has logged and the host has not acknowledged
 * @property {() => Promise<void>} answered resolves when every call is answered, and those that were made because of the answers
 * @property {() => Promise<void>} idle the same, and no short timer is left
 * @property {import("./settle.js").Last | undefined} last set if the script's value is read, and its outcome reported, after all of this
 * @property {() => { logs: { from: number, lines: import("./console.js").Line[], dropped: number }, timersLeft: import("./timers.js").TimersLeft | undefined }} close
 *   the run is over; what it logged, and the timers that had not fired
 */

const race = Promise.race.bind(Promise);

/** @param {HostStub} host @param {Pick<Spec, "limits">} spec @param {(guard: Guard) => Surroundings} open */
export async function runScript(host, { limits }, open) {
  const guard = new Guard(limits, (reason) => void host.limit(reason).catch(() => undefined));
  const { values, unanswered, sendLogged, answered, idle, last, close } = open(guard);
  const body = script(guard.tick)(...values);
  const result = await race([settle(body, limits.maxValueLength, last), guard.stopped]);
  guard.settle();
  // The round trip to the host is also the turn in which the runtime reports unhandled rejections.
  if (guard.reason === undefined) {
    const { unread, ...openCalls } = unanswered();
    // A script that has failed may not have reached the place where it waits.
    const left = { ...openCalls, unread: result?.ok ? unread : { count: 0, first: [] } };
    // The host logs a line about them, which has to follow the lines that the script has logged so far.
    if (left.count > 0 || left.unread.count > 0) sendLogged();
    await host.settle(result, left);
    await race([result?.ok ? idle() : answered(), guard.stopped]);
  }
  const { logs, timersLeft } = close();
  const { reason, stack } = guard;
  guard.end();
  return {
    ...(reason && { limit: reason }),
    ...(stack && { stack }),
    logs,
    ...(result?.ok && timersLeft && { timersLeft }),
  };
}
