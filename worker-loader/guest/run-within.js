// One run in an isolate of either kind: extensions are loaded, the isolate is made safe, then the script runs.
import { watch } from "./allocations.js";
import { extend, loadExtensions } from "./extension.js";
import { runScript } from "./harness.js";
import { resumeForSignals } from "./timers.js";
import { surround } from "./surroundings.js";
import { expectValues } from "./values.js";

/**
 * @param {import("./harness.js").HostStub} host @param {import("./harness.js").Spec} spec
 * @param {() => void} makeSafe before the script first runs; its module has been evaluated, which runs nothing of the script
 */
export async function runWithin(host, spec, makeSafe) {
  const extensions = spec.extensions.length > 0 ? await loadExtensions(spec.extensions) : [];
  makeSafe();
  expectValues(spec.definesAccessors);
  /** @type {Parameters<typeof surround>[4]} */
  const extendScope = (scope, ways) => {
    for (const extension of extensions) extend(extension, scope, ways);
  };
  return runScript(host, spec, (guard) =>
    surround(host, spec, guard, hear, extensions.length > 0 ? extendScope : undefined),
  );
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
