/** The error of a call that no script has made. */
import { expect, it } from "vitest";
import { NO_COUNTS } from "../../src/ledger/run-record.ts";
import { withRuntimeHint } from "../../src/runs/runtime-hint.ts";
import { withoutScript } from "../../src/runs/single-call.ts";
import { joinCatalog } from "../../src/catalog/catalog.ts";
import { toEnding } from "../../worker-loader/guest-report.ts";
import { DEFAULT_LIMITS } from "../../worker-loader/limits.ts";
import { NO_SCRIPT } from "./no-script.ts";

it("says of an answer that is too long that it is the tool's", () => {
  const limits = { ...DEFAULT_LIMITS, maxValueLength: 10 };
  const ending = toEnding({ ok: true, value: '"a long answer"' }, () => undefined, limits, { hasGiven: () => false });
  if (ending.ok) throw new Error("The value is not refused.");
  const known = { servers: [], forbidden: new Set<string>(), catalog: joinCatalog([]), unlisted: new Map() };
  const error = withRuntimeHint({ ...ending, logs: [] }, NO_SCRIPT, known, 1);
  const executed = {
    run: "r_1",
    outcome: { ok: false, error, logs: [] },
    stats: { ...NO_COUNTS, durationMs: 1 },
  } as const;
  expect(withoutScript(executed).outcome).toMatchObject({
    error: {
      code: "OUTPUT_TOO_LARGE",
      message:
        "The tool's answer has more than 10 characters of JSON, which is the maximum. Request less from the tool.",
      hint: "The tool was called; calling it again repeats its effects.",
    },
  });
});
