/** Hints and lines of log beside the outcome of a script, which never take its place. */
import { parse } from "acorn";
import { expect, it, vi } from "vitest";
import type { Outcome } from "../../worker-loader/index.ts";
import { joinCatalog } from "../../src/catalog/catalog.ts";
import { withRemarks, type Ended } from "../../src/runs/with-remarks.ts";

it.each<Outcome>([
  { ok: true, logs: ["own"] },
  { ok: true, value: '{"a":null}', isAllUndefined: true, logs: ["own"] },
  { ok: false, error: { code: "RUNTIME_ERROR", message: "TypeError: r.a is not a function" }, logs: ["own"] },
])("an outcome is kept where its remarks cannot be made: %j", (ran) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { isAllUndefined: _, ...outcome } = { isAllUndefined: undefined, ...ran };
  expect(withRemarks(ran, ["before"], failing())).toStrictEqual({ ...outcome, logs: ["before", "own"] });
  expect(log).toHaveBeenCalledOnce();
});

function failing(): Ended {
  const code = "const r = {}; r.a";
  const fail = (): never => {
    throw new RangeError("Maximum call stack size exceeded");
  };
  return {
    script: { code, program: parse(code, { ecmaVersion: "latest" }), isFunction: false },
    shapes: { answered: 1, describe: fail, hintAt: fail },
    isWithin: false,
    isWaiting: false,
    dry: undefined,
    done: { describe: () => undefined },
    context: { servers: [], forbidden: new Set(), catalog: joinCatalog([]), unlisted: new Map() },
  };
}
