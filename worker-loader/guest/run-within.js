// Runs a script in an isolate of either kind: loads extensions, restricts the isolate, then runs the script.
import { extend, loadExtensions } from "./extension.js";
import { runScript } from "./harness.js";
import { expectIterables } from "./promise-combinators.js";
import { surround } from "./surroundings.js";
import { expectValues } from "./values.js";

/**
 * @param {import("./harness.js").HostStub} host @param {import("./harness.js").Spec} spec
 * @param {() => void} makeSafe called before the script first runs; its module has been evaluated, which runs no code of the script
 */
export async function runWithin(host, spec, makeSafe) {
  const extensions = spec.extensions.length > 0 ? await loadExtensions(spec.extensions) : [];
  makeSafe();
  expectValues(spec.definesAccessors);
  expectIterables(spec.definesAccessors);
  /** @type {Parameters<typeof surround>[3]} */
  const extendScope = (scope, ways) => {
    for (const extension of extensions) extend(extension, scope, ways);
  };
  return runScript(host, spec, (guard) => surround(host, spec, guard, extensions.length > 0 ? extendScope : undefined));
}
