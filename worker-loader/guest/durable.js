// The main module of an isolate for a run that can be interrupted and resumed: like single-use.js, with time, randomness and the order
// of answers as recorded by the host.
import { WorkerEntrypoint } from "cloudflare:workers";
import { replaceDate, replaceRandom } from "./deterministic.js";
import { METHODS, methodsOf } from "./host-methods.js";
import { lockDown, restrict } from "./lockdown.js";
import { Order } from "./order.js";
import { runWithin } from "./run-within.js";
import { timeWith } from "./timers.js";

export default class Guest extends WorkerEntrypoint {
  /**
   * @param {import("./harness.js").HostStub & import("./order.js").DurableHost} host
   * @param {import("./harness.js").Spec & { seed: string, startedAt: number }} spec
   */
  async run(host, spec) {
    const methods = methodsOf(host, [...METHODS, "timer", "clear", "rest"]);
    const order = new Order(methods, spec.startedAt);
    /** @type {import("./harness.js").HostStub} */
    const ordered = {
      call: order.call,
      ask: order.ask,
      log: methods.log,
      limit: methods.limit,
      settle: methods.settle,
      read: order.read,
    };
    try {
      return await runWithin(ordered, spec, () => {
        if (!spec.isLocked) restrict(spec.mentions, spec.members);
        replaceDate(order);
        replaceRandom(spec.seed);
        timeWith(order);
        if (spec.isLocked) lockDown(spec.mentions);
        void order.listen();
      });
    } finally {
      order.end();
    }
  }
}
