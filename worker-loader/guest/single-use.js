// The main module of an isolate that runs one script once. What the script cannot have is taken away; nothing is frozen, because
// no later run sees what it leaves behind, and what it breaks in here it breaks for itself alone: calls, sizes, time and the
// codes of failures are the host's to decide.
import { WorkerEntrypoint } from "cloudflare:workers";
import { restrict } from "./lockdown.js";
import { runWithin } from "./run-within.js";

export default class Guest extends WorkerEntrypoint {
  /** @param {import("./harness.js").HostStub} host @param {import("./harness.js").Spec} spec */
  run(host, spec) {
    return runWithin(host, spec, () => void restrict(spec.mentions, spec.members));
  }
}
