// What every guest does: runs the script once per `run` and reports what came of it as data. What has to hold against the
// script is held by the host (calls, sizes, waiting) or was settled before it first ran: built-ins are frozen (locked.js),
// or the script is known to change none (prepare/inert.ts).
//
// All of it is new to the engine in every new isolate, where 10 kB of text cost 0.25 ms, used or not: a script that only
// computes has less around it (bare.js).
import { Guard } from "./guard.js";
import script from "./script.js";
import { settle } from "./settle.js";

/**
 * @typedef {object} Spec
 * @property {readonly string[]} parameters names the script module takes, in order
 * @property {readonly string[]} servers which of them are servers
 * @property {readonly string[]} extensions main modules of the extensions it needs
 * @property {readonly string[]} mentions every identifier of the script; of an inert one the globals and members it names
 * @property {string} input JSON text
 * @property {boolean} mayReject whether the script makes promises of its own
 * @property {import("./console.js").LogBounds} logs
 * @property {Limits} limits
 */
/** @typedef {{ cpuMs: number, wallMs: number, maxArgsLength: number, maxValueLength: number }} Limits */
/** @typedef {{ call: import("./tools.js").Send, ask: import("./extension.js").Ask, log: (from: number, lines: string[]) => Promise<void>, limit: (reason: string) => Promise<void> }} HostStub */

/**
 * @typedef {object} Surroundings
 * @property {unknown[]} values of the script's parameters
 * @property {() => Promise<{ from: number, lines: string[], dropped: number }>} close the script has ended; what it logged
 */

/**
 * @param {HostStub} host @param {Pick<Spec, "limits">} spec @param {import("./settle.js").Parts} parts
 * @param {(guard: Guard) => Surroundings} open
 */
export async function runScript(host, { limits }, parts, open) {
  const guard = new Guard(limits, (reason) => void host.limit(reason).catch(() => undefined));
  const { values, close } = open(guard);
  const body = script(guard.tick)(...values);
  const result = await Promise.race([settle(body, limits.maxValueLength, parts), guard.stopped]);
  const logs = await close();
  const { reason } = guard;
  guard.end();
  return { ...(reason ? { ok: false, thrown: { kind: "limit", reason } } : result), logs };
}
