/** A step of preparation that takes too long, for whatever reason, ends with an error of the script. */
import { afterEach, expect, it, vi } from "vitest";
import { spendSteps } from "../../worker-loader/syntax/budget.ts";
import { prepareScript, type Prepared } from "../../worker-loader/prepare/prepare.ts";

afterEach(() => void vi.useRealTimers());

/** With a rewriting that never comes to an end by itself. */
function prepareWith(step: () => void): Promise<Prepared> {
  const endless = {
    name: "endless",
    rewrite() {
      for (;;) step();
    },
  };
  return prepareScript("1 + 1", "javascript", () => Promise.reject(new Error("not needed")), [], [endless]);
}

const REFUSED = {
  ok: false,
  error: { code: "SYNTAX_ERROR", message: expect.stringContaining("takes too long to prepare") as string },
};

it("counts steps, because the clock of a deployed Worker stands still while it computes", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  expect(await prepareWith(() => spendSteps(1_000))).toEqual(REFUSED);
});

it("looks at the clock where there is one", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  let steps = 0;
  const prepared = await prepareWith(() => {
    spendSteps(10_000);
    steps += 10_000;
    vi.setSystemTime(Date.now() + 1_000);
  });
  expect(prepared).toEqual(REFUSED);
  expect(steps).toBeLessThan(1_000_000);
});

it("does not charge one script for another", async () => {
  await prepareWith(() => spendSteps(1_000));
  expect(await prepareScript("1 + 1", "javascript", () => Promise.reject(new Error("not needed")))).toMatchObject({
    ok: true,
  });
});
