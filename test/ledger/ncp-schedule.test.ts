/** A schedule as NCP's scripts write it, in our words. */
import { expect, it } from "vitest";
import { fromNcp } from "../../src/schedules/define-schedule.ts";

it("keeps everything that NCP says of a run, its timeout too", () => {
  const asked = { name: "n", schedule: "every day", timezone: "Asia/Tokyo", tool: "code:run" };
  expect(fromNcp({ ...asked, parameters: { code: "1", timeout: 5_000 } })).toStrictEqual({
    name: "n",
    schedule: "every day",
    time_zone: "Asia/Tokyo",
    code: "1",
    options: { timeout_ms: 5_000 },
  });
});
