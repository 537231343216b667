// Creates the environment of a script that can do more than compute: its scope, its calls, its log, and the promises it leaves behind.
// The parts that a script does not use are not created.
import { watch } from "./allocation-budget.js";
import { Calls } from "./calls.js";
import { Log } from "./console.js";
import { LimitError } from "./guard.js";
import { MemoryLimitError } from "./memory-limit-error.js";
import { TooLong, Unserialisable, isA } from "./refused-values.js";
import { hearRejections } from "./rejections.js";
import { createScope } from "./scope.js";
import { resumeForSignals } from "./timers.js";
import { ToolError } from "./tool-error.js";

const { defineProperty, freeze } = Object;
const schedule = setTimeout;

// The classes of the harness that a script can reach through an error it caught get their names here, because the build shortens them.
for (const [name, exposed] of Object.entries({ LimitError, MemoryLimitError, ToolError, TooLong, Unserialisable })) {
  defineProperty(exposed, "name", { value: name });
  freeze(exposed.prototype);
  freeze(exposed);
}

/** @typedef {{ send: import("./tools.js").Send, answer: <T>(tool: string, work: () => Promise<T>, why?: string) => Promise<T>, ask: import("./extension.js").Ask, maxArgsLength: number, maxQuestionLength: number, tick: () => number, membersOf: (name: string) => readonly string[] | undefined, read: import("./extension.js").ReadInTurn | undefined, readLast: () => Promise<void> }} Ways */

/** @type {import("./calls.js").Unanswered} */
const NO_CALLS = freeze({ count: 0, first: [], unread: freeze({ count: 0, first: [] }) });

/**
 * @param {import("./harness.js").HostStub} host @param {import("./harness.js").Spec} spec @param {import("./guard.js").Guard} guard
 * @param {(scope: Map<string, unknown>, ways: Ways) => void} [extendScope]
 * @returns {import("./harness.js").Surroundings}
 */
export function surround(host, spec, guard, extendScope) {
  const { parameters, servers, input } = spec;
  /** @type {Log | undefined} */
  let logMade;
  const log = () => (logMade ??= new Log(spec.logs, (from, lines) => host.log(from, lines)));
  /** @type {Calls | undefined} */
  let callsMade;
  const calls = () => (callsMade ??= new Calls(guard, spec.maxAtOnce));
  /** Resolved after the last statement of a script whose value is read last. @type {PromiseWithResolvers<void> | undefined} */
  let top;
  /** @type {Ways} */
  const ways = {
    send: (call) => calls().send(`${call.server}.${call.tool}`, () => host.call(call)),
    answer: (tool, work, why) => calls().promises.make(tool, work, why),
    ask: (question) => calls().send(undefined, () => host.ask(question)),
    maxArgsLength: spec.limits.maxArgsLength,
    maxQuestionLength: spec.limits.maxQuestionLength,
    tick: guard.tick,
    membersOf: (name) => spec.listed.find(([listed]) => listed === name)?.[1],
    read: host.read,
    readLast: () => (top ??= Promise.withResolvers()).promise,
  };
  const unwatch = watch(guard.tick);
  const stopSignals = resumeForSignals(guard);
  const { values, timers } = createScope({ parameters, servers, input, guard, log, ways, extendScope });
  const stopListening = hearRejections((reason) => {
    if (!isA(reason, LimitError)) log().addUncaught("unhandled", reason);
  });
  const answered = async () => callsMade?.idle();
  const idle = async () => {
    do await answered();
    while (await timers()?.next());
  };
  return {
    values,
    unanswered: () => callsMade?.unanswered() ?? NO_CALLS,
    sendLogged() {
      const { from, lines } = logMade?.rest() ?? { from: 0, lines: [] };
      if (lines.length > 0) void host.log(from, lines).catch(() => undefined);
    },
    answered,
    idle,
    last: top && { afterValue: () => afterTop(top, idle), afterError: () => afterTop(top, answered) },
    close() {
      stopListening();
      const timersLeft = timers()?.clearAll();
      unwatch();
      stopSignals();
      callsMade?.end();
      return { logs: logMade?.rest() ?? { from: 0, lines: [], dropped: 0 }, timersLeft };
    },
  };
}

/**
 * The script's microtasks run before the next turn of the event loop, and may make its first call.
 * @param {PromiseWithResolvers<void> | undefined} top @param {() => Promise<void>} wait
 */
async function afterTop(top, wait) {
  top?.resolve();
  await new Promise((resolve) => void schedule(resolve, 0));
  await wait();
}
