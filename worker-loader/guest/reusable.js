// The main module of an isolate that runs the same script repeatedly: everything that the script can reach is frozen before it
// first runs, so that no run sees state of another one.
import { WorkerEntrypoint } from "cloudflare:workers";
import { METHODS, methodsOf } from "./host-methods.js";
import { lockDown } from "./lockdown.js";
import { runWithin } from "./run-within.js";

let isLocked = false;

export default class Guest extends WorkerEntrypoint {
  /** @param {import("./harness.js").HostStub} host @param {import("./harness.js").Spec} spec */
  run(host, spec) {
    return runWithin(methodsOf(host, METHODS), spec, () => {
      if (!isLocked) lockDown(spec.mentions);
      isLocked = true;
    });
  }
}
