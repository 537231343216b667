// The main module of guests whose script changes nothing that outlives it (prepare/inert.ts): the built-ins it names are
// bounded, and nothing is frozen.
import { WorkerEntrypoint } from "cloudflare:workers";
import { limitSome, watch } from "./allocations.js";
import { runScript } from "./harness.js";
import { surround } from "./surroundings.js";
import { reportThrown } from "./thrown.js";
import { toJsonText, trustValues } from "./values.js";

const PARTS = { toJsonText, reportThrown };

trustValues();

let isBounded = false;

export default class Guest extends WorkerEntrypoint {
  /** @param {import("./harness.js").HostStub} host @param {import("./harness.js").Spec} spec */
  run(host, spec) {
    if (!isBounded) limitSome(spec.mentions);
    isBounded = true;
    return runScript(host, spec, PARTS, (guard) => surround(host, spec, guard, ({ tick }) => watch(tick)));
  }
}
