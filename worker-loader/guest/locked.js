// The main module of guests whose script could leave something behind: everything it can reach is frozen before it first
// runs. See prepare/inert.ts for the others.
import { WorkerEntrypoint } from "cloudflare:workers";
import { watch } from "./allocations.js";
import { extend, loadExtensions } from "./extension.js";
import { runScript } from "./harness.js";
import { lockDown } from "./lockdown.js";
import { reportThrown } from "./thrown.js";
import { resumeForSignals } from "./timers.js";
import { surround } from "./surroundings.js";
import { toJsonText } from "./values.js";

const PARTS = { toJsonText, reportThrown };

let isLocked = false;

export default class Guest extends WorkerEntrypoint {
  /** @param {import("./harness.js").HostStub} host @param {import("./harness.js").Spec} spec */
  async run(host, spec) {
    const extensions = spec.extensions.length > 0 ? await loadExtensions(spec.extensions) : [];
    // The script's module has been evaluated, which runs nothing of the script; it runs further down.
    if (!isLocked) lockDown(spec.mentions);
    isLocked = true;
    /** @type {Parameters<typeof surround>[4]} */
    const extendScope = (scope, ways) => {
      for (const extension of extensions) extend(extension, scope, ways);
    };
    return runScript(host, spec, PARTS, (guard) =>
      surround(host, spec, guard, hear, extensions.length > 0 ? extendScope : undefined),
    );
  }
}

/** @param {import("./guard.js").Guard} guard */
function hear(guard) {
  const unwatch = watch(guard.tick);
  const stopSignals = resumeForSignals(guard);
  return () => {
    unwatch();
    stopSignals();
  };
}
