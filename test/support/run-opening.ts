/** Creates the opening of a run, for tests that open one without a script. */
import { newOpening } from "../../src/runs/run-opening.ts";
import { RunControl } from "../../src/runs/run-control.ts";
import type { RunOpening } from "../../src/ledger/run-record.ts";

export function testOpening(code = "1"): RunOpening {
  return newOpening({ code }, { via: "rest", client: "a test" });
}

export function testControl(): RunControl {
  return new RunControl();
}
