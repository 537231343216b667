// The main module of an isolate that runs one script once. Forbidden globals are removed; nothing is frozen unless it is asked for, because there is no
// later run, and damage inside the isolate affects only this script: the host enforces calls, sizes, time and the codes of failures.
import { WorkerEntrypoint } from "cloudflare:workers";
import { METHODS, methodsOf } from "./host-methods.js";
import { lockDown, restrict } from "./lockdown.js";
import { runWithin } from "./run-within.js";

export default class Guest extends WorkerEntrypoint {
  /** @param {import("./harness.js").HostStub} host @param {import("./harness.js").Spec} spec */
  run(host, spec) {
    return runWithin(methodsOf(host, METHODS), spec, () => {
      if (spec.isLocked) lockDown(spec.mentions);
      else restrict(spec.mentions, spec.members);
    });
  }
}
