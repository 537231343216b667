/**
 * `schedule.*`, as scripts for NCP use it, where the gateway has no schedules. Put before the real services, which take
 * its place.
 */
import type { Services } from "./service.ts";

const NAMES = "validate create retrieve update delete list get pause resume executions trigger".split(" ");

export const noSchedules: Services = Object.fromEntries(
  NAMES.map((name) => [
    `schedule.${name}`,
    () => {
      const message = `This gateway has no schedules, so schedule.${name} did nothing. Run the script when it is due.`;
      return { ok: false, error: { code: "TOOL_NOT_FOUND", message } };
    },
  ]),
);
